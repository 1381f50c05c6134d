// SPDX-License-Identifier: GPL-3.0-or-later
// Memory during stepping: uninitialised elements are empty, shared struct variables have their
// types, and linked sources their variables.
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"

#include <QTemporaryDir>

#include <fstream>

namespace tst_session_stepping_memory {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class TestSessionSteppingMemory : public SessionFixture {
    Q_OBJECT

  private slots:
    void whatWasNeverWrittenHasNoValue();
    void partsThatWereNeverWrittenHaveNone();
    void whatWasNeverWrittenIsSoAgainAfterAStepBack_data();
    void whatWasNeverWrittenIsSoAgainAfterAStepBack();
    void globalMemoryIsSoAgainAfterAStepBack();
    void readsOfItAreNoFaults();
    void sharedStructsHaveTheirTypes_data();
    void sharedStructsHaveTheirTypes();
    void sharedVariablesOfTemplates();
    void severalSharedVariablesOfALine();
    void variablesOfLinkedSources();
};

namespace {

/// One launch of 32 threads. "in" is filled, "out" is not.
StepRequest kernel(const std::string& source, const char* name = "k") {
    StepRequest request;
    request.run.source = source;
    request.run.project.buffers = {buffer("in", "64", project::Init::Kind::arange),
                                   buffer("out", "64", project::Init::Kind::zeros)};
    for (project::Buffer& one : request.run.project.buffers)
        one.dtype = *arrays::DType::parse("int32");
    project::Launch launch;
    launch.kernel = name;
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.args = {{bufferArg("in", project::Access::in), {}},
                   {bufferArg("out", project::Access::out), {}}};
    request.run.project.launches = {launch};
    request.run.device = "sim";
    return request;
}

/// The value of an expression in a lane, "" if undefined, or else the error.
QByteArray shown(Stepping& s, const std::string& expression, std::size_t lane = 0) {
    const StepState state = s.look(expression);
    const StepPrint& print = state.prints.front();
    return QByteArray::fromStdString(print.error.empty() ? print.values[lane]
                                                         : print.error.whole());
}

const StepShared& sharedNamed(const StepState& state, const std::string& name) {
    static const StepShared kNone;
    for (const StepShared& one : state.shared) {
        if (one.name == name)
            return one;
    }
    return kNone;
}

const char* const kParts = R"(
struct Pair { int a; float b; char c[4]; };
extern "C" __global__ void k(const int* in, int* out) {
    __shared__ int tile[64];
    __shared__ float one;
    volatile int later;
    int list[4];
    Pair pair;
    list[1] = in[threadIdx.x];
    pair.b = 2.5f;
    tile[2 * threadIdx.x] = 7;
    if (threadIdx.x < 16) later = in[threadIdx.x] + 1;
    out[threadIdx.x + 32] = 5;
    one = 1.5f;
    Pair* where = &pair;
    int* what = list;
    where->a = what[1] + tile[2 * threadIdx.x];
    pair.c[2] = 'x';
    for (int i = 0; i < 4; ++i) list[i] = i;
    out[threadIdx.x] = later + where->a + what[in[0]] + pair.c[in[2]] + one;
}
)";

} // namespace

void TestSessionSteppingMemory::whatWasNeverWrittenHasNoValue() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(kParts));
    StepState state = s.step(goTo(9)); // list[1] = …
    QCOMPARE(shown(s, "later", 3), QByteArray());
    QCOMPARE(shown(s, "list[1]", 3), QByteArray());
    QCOMPARE(shown(s, "one"), QByteArray());
    QCOMPARE(shown(s, "tile[4]"), QByteArray());
    QCOMPARE(shown(s, "out[3]"), QByteArray());
    QCOMPARE(shown(s, "in[3]"), QByteArray("3"));
    QCOMPARE(shown(s, "later + 1", 3), QByteArray());
    QCOMPARE(sharedNamed(state, "tile").values.size(), std::size_t(64));
    QCOMPARE(sharedNamed(state, "tile").values[4], std::string());
    const StepVariable* const later = variable(state, "later");
    QVERIFY(!later || later->values[3].empty());
    state = s.step(goTo(15)); // Pair* where = …
    QCOMPARE(shown(s, "later", 3), QByteArray("4"));
    QCOMPARE(shown(s, "later", 20), QByteArray());
    QCOMPARE(shown(s, "one"), QByteArray("1.5"));
    QCOMPARE(shown(s, "tile[4]"), QByteArray("7"));
    QCOMPARE(shown(s, "tile[5]"), QByteArray());
    QCOMPARE(shown(s, "out[3]"), QByteArray());
    QCOMPARE(shown(s, "out[threadIdx.x + 32]", 3), QByteArray("5"));
    QCOMPARE(sharedNamed(state, "tile").values[4], std::string("7"));
    QCOMPARE(sharedNamed(state, "tile").values[5], std::string());
}

void TestSessionSteppingMemory::partsThatWereNeverWrittenHaveNone() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel(kParts));
    s.step(goTo(17)); // where->a = …
    QCOMPARE(shown(s, "pair.b"), QByteArray("2.5"));
    QCOMPARE(shown(s, "pair.a"), QByteArray());
    QCOMPARE(shown(s, "where->a"), QByteArray());
    QCOMPARE(shown(s, "where->b"), QByteArray("2.5"));
    QCOMPARE(shown(s, "what[1]", 9), QByteArray("9"));
    QCOMPARE(shown(s, "what[2]"), QByteArray());
    QCOMPARE(shown(s, "list", 9), QByteArray("{–, 9, –, –}"));
    QCOMPARE(shown(s, "pair"), QByteArray("{–, 2.5, {–, –, –, –}}"));
    s.step(goTo(20)); // out[threadIdx.x] = …
    QCOMPARE(shown(s, "pair", 9), QByteArray("{16, 2.5, {–, –, 'x', –}}"));
    QCOMPARE(shown(s, "list"), QByteArray("{0, 1, 2, 3}"));
}

void TestSessionSteppingMemory::whatWasNeverWrittenIsSoAgainAfterAStepBack_data() {
    QTest::addColumn<int>("rounds");
    QTest::newRow("from the beginning") << 1;
    QTest::newRow("from where it was kept") << 20'000;
}

void TestSessionSteppingMemory::whatWasNeverWrittenIsSoAgainAfterAStepBack() {
    QFETCH(int, rounds);
    Stepping s(WorkerHome::this_process);
    s.start(kernel("extern \"C\" __global__ void k(const int* in, int* out) {\n"
                   "    __shared__ int tile[64];\n"
                   "    int list[4];\n"
                   "    tile[threadIdx.x] = 7; list[0] = 3;\n"
                   "    for (int i = 0; i < " +
                   std::to_string(rounds) +
                   "; ++i) list[0] += in[i % 8];\n"
                   "    tile[threadIdx.x + 32] = list[0];\n"
                   "    list[1] = tile[in[1]];\n"
                   "    out[threadIdx.x] = list[in[1]] + tile[33];\n"
                   "}\n"));
    s.step(goTo(6));
    const auto isUnwritten = [&] {
        const StepState state = s.look("list");
        QVERIFY2(state.prints[0].values[5].ends_with(", –, –, –}"),
                 state.prints[0].values[5].c_str());
        QCOMPARE(sharedNamed(state, "tile").values[31], std::string("7"));
        QCOMPARE(sharedNamed(state, "tile").values[32], std::string());
    };
    isUnwritten();
    s.step(StepMove::over);
    s.step(StepMove::over);
    QVERIFY(shown(s, "list[1]", 5) == "7");
    QVERIFY(!sharedNamed(s.look("in"), "tile").values[32].empty());
    s.step(StepMove::back);
    QCOMPARE(shown(s, "list[1]", 5), QByteArray());
    const StepState back = s.step(StepMove::back);
    QCOMPARE(back.line, 6);
    if (rounds > 1)
        QVERIFY2(back.redone < back.instructions / 2, "it began from the beginning");
    isUnwritten();
}

void TestSessionSteppingMemory::globalMemoryIsSoAgainAfterAStepBack() {
    for (const int rounds : {1, 20'000}) {
        Stepping s(WorkerHome::this_process);
        s.start(kernel("extern \"C\" __global__ void k(const int* in, int* out) {\n"
                       "    int sum = 0;\n"
                       "    out[threadIdx.x + 32] = 1;\n"
                       "    for (int i = 0; i < " +
                       std::to_string(rounds) +
                       "; ++i) sum += in[i % 8];\n"
                       "    out[threadIdx.x] = sum;\n"
                       "    out[threadIdx.x] += 1;\n"
                       "}\n"));
        s.step(goTo(5));
        QCOMPARE(shown(s, "out[4]"), QByteArray());
        QCOMPARE(shown(s, "out[40]"), QByteArray("1"));
        s.step(StepMove::over);
        QVERIFY(!shown(s, "out[4]").isEmpty());
        s.step(StepMove::back);
        QCOMPARE(shown(s, "out[4]"), QByteArray());
        QCOMPARE(shown(s, "out[40]"), QByteArray("1"));
    }
}

void TestSessionSteppingMemory::readsOfItAreNoFaults() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel("extern \"C\" __global__ void k(const int* in, int* out) {\n"
                   "    __shared__ int tile[64];\n"
                   "    int list[4];\n"
                   "    list[in[1]] = 1;\n"
                   "    out[threadIdx.x] = tile[threadIdx.x] + list[in[2]] + out[threadIdx.x];\n"
                   "}\n"));
    const StepState end = s.step(StepMove::go);
    QVERIFY(end.ended);
    QCOMPARE(end.reason, std::string("ended"));
    QVERIFY2(end.text.empty(), end.text.c_str());
}

void TestSessionSteppingMemory::sharedStructsHaveTheirTypes_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("spelled");
    QTest::newRow("struct") << QByteArray("Pair") << QByteArray("Pair");
    QTest::newRow("with the word") << QByteArray("struct Pair") << QByteArray("Pair");
    QTest::newRow("template") << QByteArray("Of<float>") << QByteArray("Of<float>");
    QTest::newRow("in a namespace")
        << QByteArray("ns::Two<float, 2>") << QByteArray("Two<float, 2>");
    QTest::newRow("by another name") << QByteArray("Other") << QByteArray("Other");
}

void TestSessionSteppingMemory::sharedStructsHaveTheirTypes() {
    QFETCH(QByteArray, type);
    const std::string name = type.toStdString();
    Stepping s(WorkerHome::this_process);
    s.start(kernel("struct Pair { int a; float b; };\n"
                   "template <class T> struct Of { int a; T b; };\n"
                   "namespace ns { template <class T, int N> struct Two { int a; T b; }; }\n"
                   "typedef Pair Other;\n"
                   "extern \"C\" __global__ void k(const int* in, int* out) {\n"
                   "    __shared__ " +
                   name + " alone; __shared__ " + name +
                   " s[8];\n"
                   "    " +
                   name +
                   " mine = {in[threadIdx.x], 0.5f};\n"
                   "    if (threadIdx.x < 8) s[threadIdx.x] = mine;\n"
                   "    if (threadIdx.x == 3) alone = mine;\n"
                   "    out[threadIdx.x] = s[in[1]].a + alone.a;\n"
                   "}\n"));
    const StepState state = s.step(goTo(10));
    const StepShared& list = sharedNamed(state, "s");
    QVERIFY2(!list.type.empty(), "it has no type");
    QCOMPARE(list.values.size(), std::size_t(8));
    QCOMPARE(list.values[5], std::string("{5, 0.5}"));
    QCOMPARE(sharedNamed(state, "alone").values.at(0), std::string("{3, 0.5}"));
    QCOMPARE(shown(s, "s[5].a"), QByteArray("5"));
    QCOMPARE(shown(s, "s[5]"), QByteArray("{5, 0.5}"));
    QCOMPARE(shown(s, "alone.b * 2"), QByteArray("1.0"));
    for (const StepVariable& one : state.variables) // they are in the list of shared memory
        QVERIFY2(one.path != "alone" && !one.path.starts_with("s["), one.path.c_str());
}

void TestSessionSteppingMemory::sharedVariablesOfTemplates() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel("template <class T> struct Cell { T v; int n; };\n"
                   "template <class T, class U> __global__ void k(const int* in, int* out) {\n"
                   "    __shared__ T plain[32];\n"
                   "    __shared__ Cell<U> cells[32];\n"
                   "    Cell<U> mine = {U(in[threadIdx.x]), 9};\n"
                   "    plain[threadIdx.x] = T(-1) / 2; cells[threadIdx.x] = mine;\n"
                   "    out[threadIdx.x] = plain[in[1]] + cells[in[2]].n;\n"
                   "}\n",
                   "k<double, short>"));
    const StepState state = s.step(goTo(7));
    QCOMPARE(sharedNamed(state, "plain").type, std::string("double"));
    QCOMPARE(sharedNamed(state, "plain").values.at(31), std::string("-0.5"));
    QCOMPARE(sharedNamed(state, "cells").values.at(31), std::string("{31, 9}"));
    QCOMPARE(shown(s, "cells[4].v"), QByteArray("4"));
}

void TestSessionSteppingMemory::severalSharedVariablesOfALine() {
    Stepping s(WorkerHome::this_process);
    s.start(kernel("extern \"C\" __global__ void k(const int* in, int* out) {\n"
                   "    __shared__ float a[32], b[32], c;\n"
                   "    a[threadIdx.x] = 1.5f; b[threadIdx.x] = 2.5f; c = 3.5f;\n"
                   "    out[threadIdx.x] = a[in[1]] + b[in[1]] + c;\n"
                   "}\n"));
    const StepState state = s.step(goTo(4));
    QCOMPARE(sharedNamed(state, "a").values.at(3), std::string("1.5"));
    QCOMPARE(sharedNamed(state, "b").values.at(3), std::string("2.5"));
    QCOMPARE(sharedNamed(state, "c").values.at(0), std::string("3.5"));
}

void TestSessionSteppingMemory::variablesOfLinkedSources() {
    QTemporaryDir folder;
    std::ofstream(folder.filePath("helper.cu").toStdString())
        << "struct Kept { int times; float scale; };\n"
           "__device__ Kept kept = {5, 0.5f};\n"
           "static __device__ int secret = 7;\n"
           "__device__ int bump(int by) {\n"
           "    int doubled = 2 * by;\n"
           "    kept.times += doubled;\n"
           "    return kept.times + secret++;\n"
           "}\n";
    StepRequest request = kernel("static __device__ int secret = 100;\n"
                                 "extern __device__ int bump(int by);\n"
                                 "extern \"C\" __global__ void k(const int* in, int* out) {\n"
                                 "    int before = in[threadIdx.x] + secret;\n"
                                 "    int after = bump(before);\n"
                                 "    out[threadIdx.x] = before + after;\n"
                                 "}\n");
    request.run.project.launches[0].block = {{"1", {}}};
    request.run.project.file = folder.filePath("p.warpbench").toStdString();
    request.run.project.link.push_back({"helper.cu"});
    Stepping s(WorkerHome::this_process);
    s.start(request);
    s.step(goTo(5));
    QCOMPARE(shown(s, "before"), QByteArray("100"));
    QCOMPARE(shown(s, "secret"), QByteArray("100"));
    StepCommand inside = goTo(7);
    inside.breakpoints->front().file = "helper.cu";
    const StepState state = s.step(inside);
    QCOMPARE(state.line, 7);
    QCOMPARE(shown(s, "doubled"), QByteArray("200"));
    QCOMPARE(shown(s, "by"), QByteArray("100"));
    QCOMPARE(shown(s, "kept.times"), QByteArray("205"));
    QCOMPARE(shown(s, "secret"), QByteArray("7"));
    s.step(goTo(6));
    QCOMPARE(shown(s, "before"), QByteArray("100"));
    QCOMPARE(shown(s, "after"), QByteArray("212"));
    QCOMPARE(shown(s, "secret"), QByteArray("100"));
}

WARPBENCH_TEST(TestSessionSteppingMemory)
} // namespace tst_session_stepping_memory

#include "tst_session_stepping_memory.moc"
