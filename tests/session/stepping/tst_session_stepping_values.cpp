// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a kernel's variables during stepping are the same as in C++.
#include "core/stepping/step_report.h"
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"

#include <nlohmann/json.hpp>

namespace tst_session_stepping_values {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class TestSessionSteppingValues : public SessionFixture {
    Q_OBJECT

  private slots:
    void bytesAreNumbers_data();
    void bytesAreNumbers();
    void charactersStay();
    void conditionsOverBytes();
    void narrowFloats_data();
    void narrowFloats();
    void narrowFloatsInShared();
    void references_data();
    void references();
    void membersWithoutThis();
    void structsAsAWhole();
    void dynamicShared_data();
    void dynamicShared();
    void dynamicSharedIsListed();
    void sharedOfAnyPlace();
    void parametersBeforeTheyAreLoaded();
    void parametersOfCalledFunctions();
    void parametersThatChange();
    void namesAreTheSources();
};

namespace {

/// One launch of 32 threads with a buffer of 64 integers, and whatever other arguments.
StepRequest kernel(const std::string& source, std::vector<project::Argument> more = {},
                   const char* shared = "0") {
    StepRequest request;
    request.run.source = source;
    request.run.project.buffers = {buffer("out", "64", project::Init::Kind::arange)};
    request.run.project.buffers[0].dtype = *arrays::DType::parse("int32");
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.shared = {shared, {}};
    launch.args = {{bufferArg("out", project::Access::inout), {}}};
    launch.args.insert(launch.args.end(), more.begin(), more.end());
    request.run.project.launches = {launch};
    request.run.device = "sim";
    return request;
}

project::Argument scalar(const char* type, const char* value) {
    return {project::ScalarArg{*arrays::DType::parse(type), {{value, {}}}}, {}};
}

/// The value of an expression in a lane, or else the error.
QByteArray shown(Stepping& s, const std::string& expression, std::size_t lane = 0) {
    const StepState state = s.look(expression);
    const StepPrint& print = state.prints.front();
    return QByteArray::fromStdString(print.error.empty() ? print.values[lane]
                                                         : print.error.whole());
}

const StepShared* sharedNamed(const StepState& state, const std::string& name) {
    for (const StepShared& one : state.shared) {
        if (one.name == name)
            return &one;
    }
    return nullptr;
}

const char* const kBytes = R"(
typedef unsigned char byte_t;
enum Color : unsigned char { red = 1, blue = 200 };
enum class Level : signed char { low = -3, high = 3 };
struct Pixel { unsigned char r; const unsigned char g; byte_t rest[3]; Color color; };
extern "C" __global__ void k(int* out, unsigned char given, uchar4 vector) {
    unsigned char p = out[threadIdx.x] + 200;
    const byte_t named = p;
    volatile unsigned char odd = p + 1;
    Color color = Color(p);
    Level level = Level::low;
    unsigned char list[4] = {1, 2, p, 254};
    Pixel pixel = {p, 129, {250, 251, 252}, blue};
    unsigned char* where = list;
    signed char negative = -5;
    char letter = 'x';
    out[threadIdx.x] = p + named + odd + color + int(level) + list[out[1]] + pixel.r + *where +
                       given + vector.w + negative + letter;
}
)";

StepRequest bytes() {
    return kernel(kBytes, {scalar("uint8", "222"),
                           {project::ScalarArg{*arrays::DType::parse("uchar4"),
                                               {{"10", {}}, {"20", {}}, {"130", {}}, {"255", {}}}},
                            {}}});
}

} // namespace

void TestSessionSteppingValues::bytesAreNumbers_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* expression, const char* value) {
        QTest::newRow(expression) << QByteArray(expression) << QByteArray(value);
    };
    row("p", "200");
    row("p > 127", "1");
    row("p + 100", "300");
    row("named", "200");
    row("odd", "201");
    row("color", "200");
    row("list[2]", "200");
    row("list[lane + 3]", "254");
    row("list", "{1, 2, 200, 254}");
    row("pixel.r", "200");
    row("pixel.g", "129");
    row("pixel.rest[1]", "251");
    row("pixel.color", "200");
    row("where[2]", "200");
    row("given", "222");
    row("vector.z", "130");
    row("vector", "{10, 20, 130, 255}");
    // Correct values stay correct.
    row("negative", "-5");
    row("level", "-3");
    row("letter", "'x'");
    row("letter == 120", "1");
}

void TestSessionSteppingValues::bytesAreNumbers() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, value);
    Stepping s(WorkerHome::this_process);
    s.start(bytes());
    QCOMPARE(s.step(goTo(17)).line, 17);
    QCOMPARE(shown(s, expression.toStdString()), value);
}

void TestSessionSteppingValues::charactersStay() {
    Stepping s(WorkerHome::this_process);
    s.start(bytes());
    const StepState state = s.step(goTo(17));
    QCOMPARE(variable(state, "p")->values[1], std::string("201"));
    QCOMPARE(variable(state, "pixel.rest[2]")->values[0], std::string("252"));
    QCOMPARE(variable(state, "letter")->values[0], std::string("'x'"));
    StepDetails details;
    details.lanes = true;
    const auto document = toJson(state, details);
    for (const auto& one : document["variables"]) {
        if (one["name"] == "color")
            QCOMPARE(one["values"][3].get<std::string>(), std::string("203"));
    }
}

void TestSessionSteppingValues::conditionsOverBytes() {
    Stepping s(WorkerHome::this_process);
    s.start(bytes());
    const StepState state = s.step(goTo(17, "p == 210 && pixel.rest[0] > 249"));
    QCOMPARE(state.reason, std::string("breakpoint"));
    QCOMPARE(state.line, 17);
}

void TestSessionSteppingValues::narrowFloats_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* expression, const char* value) {
        QTest::newRow(expression) << QByteArray(expression) << QByteArray(value);
    };
    row("h", "1.5");
    row("h * 2", "3.0");
    row("b", "-33536");
    row("e4", "448");
    row("e5", "57344");
    row("mine", "1.5");
    row("pair", "{1, -2}");
    row("pair.y", "-2");
    row("pair.y < 0", "1");
    row("four.z", "3");
    row("list[1]", "0.25");
    row("list[lane + 1]", "0.25");
    row("held.value", "3");
    row("where[0]", "1.5");
    row("given", "2.5");
}

void TestSessionSteppingValues::narrowFloats() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, value);
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
typedef __half mine_t;
struct Held { int id; __nv_bfloat16 value; };
extern "C" __global__ void k(int* out, __half given) {
    __half h = __float2half(1.5f);
    __nv_bfloat16 b = __float2bfloat16(-33536.0f);
    __nv_fp8_e4m3 e4(448.0f);
    __nv_fp8_e5m2 e5(57344.0f);
    mine_t mine = h;
    __half2 pair = __floats2half2_rn(1.0f, -2.0f);
    __nv_fp8x4_e4m3 four(make_float4(1, 2, 3, 4));
    __half list[2] = {h, __float2half(0.25f)};
    Held held = {1, __float2bfloat16(3.0f)};
    const __half* where = list;
    out[0] = int(float(h)) + int(float(b)) + int(float(e4)) + int(float(e5)) + int(float(mine)) + int(float(pair.x)) + four.__x + int(float(list[out[1]])) + int(float(held.value)) + int(float(*where)) + int(float(given));
}
)",
                   {scalar("float16", "2.5")}));
    QCOMPARE(s.step(goTo(17)).line, 17);
    QCOMPARE(shown(s, expression.toStdString()), value);
}

void TestSessionSteppingValues::narrowFloatsInShared() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(#include <cuda_fp16.h>
#include <cuda_fp8.h>
extern __shared__ __half dynamic[];
extern "C" __global__ void k(int* out) {
    __shared__ __nv_fp8_e5m2 still[4];
    dynamic[threadIdx.x] = __float2half(threadIdx.x + 0.5f);
    still[threadIdx.x % 4] = __nv_fp8_e5m2(2.0f);
    out[threadIdx.x] = int(float(dynamic[threadIdx.x])) + int(float(still[0]));
}
)",
                   {}, "64"));
    const StepState state = s.step(goTo(8));
    QCOMPARE(shown(s, "dynamic[3]"), QByteArray("3.5"));
    QCOMPARE(shown(s, "still[1]"), QByteArray("2"));
    QCOMPARE(sharedNamed(state, "dynamic")->values[31], std::string("31.5"));
    QCOMPARE(sharedNamed(state, "still")->values[0], std::string("2"));
}

namespace {

const char* const kReferences = R"(
struct Acc { float total; int n; };
struct Holder { Acc& inner; int*& pointer; };
__device__ __noinline__ float sum(Acc& ref, const float (&list)[4], const int& start, int*& moved,
                                  Acc&& last, const float (&own)[4]) {
    Holder holder = {ref, moved};
    float t = ref.total + list[2] + start + own[1];
    moved[0] = int(t) + last.n + holder.inner.n;
    ref.total = t;
    return t;
}
extern "C" __global__ void k(int* out) {
    float lists[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    Acc acc = {1.5f, 7};
    int start = out[threadIdx.x] + 40;
    int* moved = out + threadIdx.x;
    float t = sum(acc, lists[0], start, moved, Acc{2.5f, 9}, lists[threadIdx.x % 2]);
    out[threadIdx.x] = int(t);
}
)";

} // namespace

void TestSessionSteppingValues::references_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* expression, const char* value) {
        QTest::newRow(expression) << QByteArray(expression) << QByteArray(value);
    };
    row("ref.total", "1.5");
    row("ref.n + 1", "8");
    row("ref->total", "1.5"); // as one had to write
    row("ref", "{1.5, 7}");
    row("start", "43");
    row("start > 42", "1");
    row("list[2]", "3");
    row("list[lane - 1]", "3");
    row("own[2]", "7"); // of lane 3: the other list than its neighbour's
    row("moved[0]", "3");
    row("last.n", "9");
    row("holder.inner.n", "7");
    row("holder.pointer[0]", "3");
}

void TestSessionSteppingValues::references() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, value);
    Stepping s(WorkerHome::this_process);
    s.start(kernel(kReferences));
    const StepState state = s.step(goTo(8));
    QCOMPARE(state.line, 8);
    QCOMPARE(shown(s, expression.toStdString(), 3), value);
    QCOMPARE(variable(state, "ref.total")->values[3], std::string("1.5"));
    QCOMPARE(variable(state, "start")->type, std::string("const int&"));
}

void TestSessionSteppingValues::membersWithoutThis() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
__device__ int hidden = 1;
struct Base { int base; int twice; };
struct Acc : Base {
    short twice;
    float total;
    int hidden;
    union { int whole; float part; };
    int shadowed;
    __device__ __noinline__ float add(float k) {
        int shadowed = 5;
        total += k;
        return total + base + twice + Base::twice + whole + shadowed + ::hidden + this->hidden + this->shadowed;
    }
};
extern "C" __global__ void k(int* out) {
    Acc acc;
    acc.base = 11; acc.Base::twice = 1; acc.twice = 2;
    acc.total = threadIdx.x;
    acc.hidden = 77;
    acc.whole = 12;
    acc.shadowed = 6;
    out[threadIdx.x] = int(acc.add(0.5f));
}
)"));
    StepState state = s.step(goTo(13));
    QCOMPARE(state.line, 13);
    QCOMPARE(shown(s, "total", 3), QByteArray("3.5"));
    QCOMPARE(shown(s, "total + base", 3), QByteArray("14.5"));
    QCOMPARE(shown(s, "this->total", 3), QByteArray("3.5"));
    QCOMPARE(shown(s, "whole"), QByteArray("12"));
    QCOMPARE(shown(s, "hidden"), QByteArray("77")); // a member hides outer names
    QCOMPARE(shown(s, "shadowed"), QByteArray("5"));
    QCOMPARE(shown(s, "this->shadowed"), QByteArray("6"));
    QCOMPARE(variable(state, "total")->values[3], std::string("3.5"));
    QCOMPARE(variable(state, "shadowed")->values[3], std::string("5"));
    state = s.step(StepMove::out);
    QCOMPARE(shown(s, "acc.base"), QByteArray("11"));
    QCOMPARE(shown(s, "acc.twice"), QByteArray("2"));
    QCOMPARE(shown(s, "hidden"), QByteArray("1"));
}

void TestSessionSteppingValues::structsAsAWhole() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
struct Inner { int a[2]; char c; };
struct Outer { float x; Inner in; };
extern "C" __global__ void k(int* out, float4 given) {
    Outer list[2] = {{1.5f, {{1, 2}, 'a'}}, {float(threadIdx.x), {{3, 4}, 'b'}}};
    Outer* where = list + 1;
    int large[40];
    large[out[0]] = 1;
    out[threadIdx.x] = list[0].in.a[0] + int(where->x) + large[out[1]] + int(given.x);
}
)",
                   {{project::ScalarArg{*arrays::DType::parse("float4"),
                                        {{"1", {}}, {"2", {}}, {"3", {}}, {"4", {}}}},
                     {}}}));
    s.step(goTo(9));
    QCOMPARE(shown(s, "list[0]"), QByteArray("{1.5, {{1, 2}, 'a'}}"));
    QCOMPARE(shown(s, "list[1].in"), QByteArray("{{3, 4}, 'b'}"));
    QCOMPARE(shown(s, "where[0]", 9), QByteArray("{9, {{3, 4}, 'b'}}"));
    QCOMPARE(shown(s, "given"), QByteArray("{1, 2, 3, 4}"));
    QCOMPARE(shown(s, "large"), QByteArray("{…}"));
}

namespace {

const char* const kDynamic = R"(
struct Point { float x; unsigned char tag; };
extern __shared__ float outside[];
extern __shared__ double rows[][4];
namespace inner { extern __shared__ Point points[]; }
__device__ __noinline__ void fill(int at) {
    extern __shared__ short in_function[];
    in_function[64 + at] = at * 2;
}
extern "C" __global__ void k(int* out) {
    extern __shared__ unsigned char bytes[];
    __shared__ float still[8];
    __shared__ int one;
    still[threadIdx.x % 8] = threadIdx.x % 8;
    one = 5;
    outside[threadIdx.x] = threadIdx.x * 0.5f;
    fill(threadIdx.x);
    rows[8][threadIdx.x % 4] = threadIdx.x % 4 + 0.25;
    inner::points[40] = {2.5f, 200};
    bytes[400] = 250;
    out[threadIdx.x] = outside[0] + bytes[1] + still[0] + one + rows[8][0] + inner::points[40].x;
}
)";

} // namespace

void TestSessionSteppingValues::dynamicShared_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* expression, const char* value) {
        QTest::newRow(expression) << QByteArray(expression) << QByteArray(value);
    };
    row("outside[3]", "1.5");
    row("outside[lane + 3]", "1.5");
    row("outside[3] > 1", "1");
    row("rows[8][1]", "1.25");
    row("rows[33]", "1.25"); // the flat index
    row("points[40].tag", "200");
    row("points[40]", "{2.5, 200}");
    row("bytes[400]", "250");
    row("bytes[1]", "0");
    row("still[5]", "5");
    row("one", "5");
    row("one + 1", "6");
    row("still", "{…}");
}

void TestSessionSteppingValues::dynamicShared() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, value);
    Stepping s(WorkerHome::this_process);
    s.start(kernel(kDynamic, {}, "512"));
    QCOMPARE(s.step(goTo(21)).line, 21);
    QCOMPARE(shown(s, expression.toStdString()), value);
}

void TestSessionSteppingValues::dynamicSharedIsListed() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(kDynamic, {}, "512"));
    const StepState state = s.step(goTo(21));
    const StepShared* outside = sharedNamed(state, "outside");
    const StepShared* bytes = sharedNamed(state, "bytes");
    const StepShared* points = sharedNamed(state, "points");
    const StepShared* rows = sharedNamed(state, "rows");
    QVERIFY(outside && bytes && points && rows);
    QCOMPARE(outside->type, std::string("float"));
    QCOMPARE(outside->bytes, std::uint64_t(512));
    QCOMPARE(outside->values.size(), std::size_t(128));
    QCOMPARE(outside->values[7], std::string("3.5"));
    QCOMPARE(bytes->type, std::string("unsigned char"));
    QCOMPARE(bytes->values.size(), std::size_t(512));
    QCOMPARE(bytes->values[400], std::string("250"));
    QCOMPARE(bytes->address, outside->address); // they share their start
    QCOMPARE(points->type, std::string("Point"));
    QCOMPARE(points->values[40], std::string("{2.5, 200}"));
    QCOMPARE(rows->type, std::string("double"));
    QCOMPARE(rows->values[33], std::string("1.25"));
    QCOMPARE(sharedNamed(state, "still")->values[7], std::string("7"));
    QVERIFY(sharedNamed(state, "one"));
    QVERIFY(!variable(state, "outside[0]"));
}

void TestSessionSteppingValues::sharedOfAnyPlace() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
__shared__ float small[4];
namespace far { __shared__ unsigned char away[40]; }
extern __shared__ int s[];
__device__ __noinline__ int deep(int at) { return s[at] + far::away[at]; }
extern "C" __global__ void k(int* out) {
    __shared__ int own[40];
    own[threadIdx.x] = small[threadIdx.x % 4] = threadIdx.x % 4;
    far::away[threadIdx.x] = 201;
    s[threadIdx.x] = 3 * threadIdx.x;
    out[threadIdx.x] = own[0] + deep(threadIdx.x);
}
)",
                   {}, "128"));
    StepState state = s.step(goTo(11));
    QCOMPARE(sharedNamed(state, "small")->values[3], std::string("3"));
    QCOMPARE(sharedNamed(state, "away")->values[3], std::string("201"));
    QCOMPARE(sharedNamed(state, "s")->values[3], std::string("9")); // and not "short"
    QCOMPARE(shown(s, "away[5]"), QByteArray("201"));
    QCOMPARE(shown(s, "s[2]"), QByteArray("6"));
    state = s.step(goTo(5));
    QCOMPARE(state.frames.size(), std::size_t(2));
    QVERIFY(sharedNamed(state, "own")); // of the kernel that called it
    QCOMPARE(shown(s, "s[at]", 4), QByteArray("12"));
}

void TestSessionSteppingValues::parametersBeforeTheyAreLoaded() {
    Stepping s(WorkerHome::this_process);
    const StepState state =
        s.start(kernel("extern \"C\" __global__ void k(int* out, int n, float x, float4 v,\n"
                       "                             unsigned char c) {\n"
                       "    out[threadIdx.x] = n + int(x + v.z) + c;\n"
                       "}\n",
                       {scalar("int32", "-7"),
                        scalar("float32", "2.5"),
                        {project::ScalarArg{*arrays::DType::parse("float4"),
                                            {{"1", {}}, {"2", {}}, {"3", {}}, {"4", {}}}},
                         {}},
                        scalar("uint8", "200")}));
    QCOMPARE(state.reason, std::string("entry"));
    QCOMPARE(shown(s, "n"), QByteArray("-7"));
    QCOMPARE(shown(s, "n < 0"), QByteArray("1"));
    QCOMPARE(shown(s, "x", 31), QByteArray("2.5"));
    QCOMPARE(shown(s, "v.z"), QByteArray("3"));
    QCOMPARE(shown(s, "c"), QByteArray("200"));
    QCOMPARE(shown(s, "out[5]"), QByteArray("5"));
    QCOMPARE(variable(state, "n")->values[3], std::string("-7"));
    QVERIFY(variable(state, "out")->values[3] != "0x0");
    // And so at each of the instructions that load them.
    StepState next = s.step(StepMove::instruction);
    while (!next.ended && next.line <= 3 && next.instructions < 12) {
        QCOMPARE(shown(s, "n"), QByteArray("-7"));
        QCOMPARE(shown(s, "c"), QByteArray("200"));
        next = s.step(StepMove::instruction);
    }
}

void TestSessionSteppingValues::parametersOfCalledFunctions() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
__device__ __noinline__ int add(int a, unsigned char, const int& b, float2 c)
{
    int r = a + b;
    return r + int(c.y);
}
extern "C" __global__ void k(int* out) {
    int b = 40;
    out[threadIdx.x] = add(threadIdx.x + 1, 3, b, make_float2(1, 2.5f));
}
)"));
    s.step(goTo(9));
    StepState state = s.step(StepMove::line);
    for (; state.frames.size() < 2; state = s.step(StepMove::instruction))
        QVERIFY(!state.ended);
    QCOMPARE(state.frames.front().function, std::string("add"));
    while (state.frames.size() == 2 && state.line < 5) {
        QCOMPARE(shown(s, "a", 7), QByteArray("8"));
        QCOMPARE(shown(s, "b", 7), QByteArray("40"));
        QCOMPARE(shown(s, "c.y", 7), QByteArray("2.5"));
        state = s.step(StepMove::instruction);
    }
}

void TestSessionSteppingValues::parametersThatChange() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
extern "C" __global__ void k(int* out, int n) {
    while (n > 0) {
        out[threadIdx.x] += n;
        --n;
    }
}
)",
                   {scalar("int32", "3")}));
    QCOMPARE(shown(s, "n"), QByteArray("3"));
    s.step(goTo(4));
    QCOMPARE(shown(s, "n"), QByteArray("3"));
    s.step(StepMove::go);
    QCOMPARE(shown(s, "n"), QByteArray("2"));
}

void TestSessionSteppingValues::namesAreTheSources() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(R"(
namespace tools {
template <class T>
struct Adder {
    T start;
    __device__ __noinline__ T with(T value) const { return start + value; }
};
template <class T>
__device__ __noinline__ T twice(T value) {
    Adder<T> adder = {value};
    return adder.with(value);
}
}
extern "C" __global__ void k(int* out) { out[threadIdx.x] = tools::twice(int(threadIdx.x)); }
)"));
    const StepState state = s.step(goTo(6));
    QCOMPARE(state.frames.size(), std::size_t(3));
    QCOMPARE(state.frames[0].function, std::string("tools::Adder<int>::with"));
    QCOMPARE(state.frames[1].function, std::string("tools::twice<int>"));
    QCOMPARE(state.frames[2].function, std::string("k"));
}

WARPBENCH_TEST(TestSessionSteppingValues)
} // namespace tst_session_stepping_values

#include "tst_session_stepping_values.moc"
