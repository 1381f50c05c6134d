// SPDX-License-Identifier: GPL-3.0-or-later
// Information in cubins: notes, parameters, types. Real cubins, compiled here, intact and
// damaged.
#include "core/compile/device_code.h"
#include "core/compile/kernel_facts.h"
#include "core/formats/cubin.h"
#include "core/formats/dwarf.h"
#include "core/formats/elf_reader.h"
#include "core/formats/ptx_entries.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTest>

#include <random>

namespace tst_cubin {

using namespace warpbench::compile;

namespace {

const char* const kSource = R"(
enum Mode { fast, slow };
enum class Color : unsigned char { red, green };
typedef float real;
struct Inner { short s; char c[3]; };
union Either { int i; float f; };
struct Params {
    int n; real scale; Inner inner; double* data; Mode mode; Color color; float m[2][3];
    Either u; unsigned low : 3;
};
struct Derived : Params { long long extra; };
template <class T> struct Span { T* p; unsigned long long size; };
namespace ns { struct V { float4 v; }; }
__constant__ int table[32];
__device__ int counters[8];

extern "C" __global__ void __launch_bounds__(128)
typed(Params p, const real* __restrict__ a, Span<const float> s, Derived d, ns::V v, real q,
      float (*f)(float), const volatile int* cv, bool b, Mode m, void* raw, const int (*rows)[4],
      float* const* list)
{
    __shared__ double tile[100];
    tile[threadIdx.x] = p.data[0];
    __syncthreads();
    p.data[0] = p.scale + (float)s.size + tile[threadIdx.x ^ 1] + table[p.n] + counters[p.n];
}

template <class T, int N> __global__ void scale(T* data, Span<T> s, const T f)
{
    data[0] = N * f;
}
)";

std::vector<std::byte> build(const char* arch, bool debug) {
    CompileRequest request;
    request.source = kSource;
    request.fileName = "facts.cu";
    request.arch = arch;
    request.nameExpressions = {"scale<float, 4>"};
    request.debug = debug;
    request.useCache = false;
    const CompileResult result = warpbench::compile::compile(request);
    return result.cubin ? *result.cubin : std::vector<std::byte>();
}

std::string describe(const Parameter& p, const std::string& indent = {}) {
    std::string text = indent + "+" + std::to_string(p.offset) + " " + std::to_string(p.size) +
                       " " + p.type + "|" + p.name;
    if (p.canonical != p.type)
        text += " = " + p.canonical;
    if (p.pointer)
        text += std::string(" -> ") + (p.pointeeConst ? "const " : "") + p.pointee;
    text += "\n";
    for (const Parameter& member : p.members)
        text += describe(member, indent + "  ");
    return text;
}

} // namespace

class TestCubin : public QObject {
    Q_OBJECT
  private slots:
    void facts_data();
    void facts();
    void typesFromDebugEntries();
    void pointersToStructs();
    void describeKernelsJoinsBoth();
    void describeKernelsOfWhatDoesNotCompile();
    void parametersBeyondFourKilobytes();
    void cutFilesAreReadable_data();
    void cutFilesAreReadable();
    void damagedFilesAreReadable();
    void notACubin();
    void ptxEntries();
    void ptxOfOthers();
    void ptxTargets();
    void maxThreads();
};

void TestCubin::facts_data() {
    QTest::addColumn<QString>("arch");
    QTest::addColumn<int>("capability");
    QTest::newRow("sm_75") << "sm_75" << 75;
    QTest::newRow("sm_90") << "sm_90" << 90;
    QTest::newRow("sm_120") << "sm_120" << 120;
}

void TestCubin::facts() {
    NEED_NVRTC();
    QFETCH(QString, arch);
    QFETCH(int, capability);
    const std::vector<std::byte> cubin = build(arch.toUtf8(), false);
    const auto found = readCubin(cubin);
    QVERIFY(found);
    QCOMPARE(found->computeCapability, capability);
    QCOMPARE(found->kernels.size(), std::size_t{2});
    QCOMPARE(found->constantBytes, std::int64_t{128});
    QCOMPARE(found->globalBytes, std::int64_t{32});
    const CubinKernel* kernel = found->kernel("typed");
    QVERIFY(kernel);
    QVERIFY(kernel->registers && *kernel->registers >= 8);
    QCOMPARE(kernel->frameBytes.value_or(-1), std::int64_t{0});
    QCOMPARE(kernel->sharedBytes, std::int64_t{800});
    QCOMPARE(kernel->barriers.value_or(0), 1);
    QCOMPARE(kernel->maxBlockThreads.value_or(0), std::int64_t{128});
    QVERIFY(kernel->codeBytes > 0 && kernel->codeBytes % 16 == 0);
    QVERIFY(kernel->constantBytes.value_or(0) > 0);
    const std::vector<std::size_t> offsets = {0,   64,  72,  88,  160, 176, 184,
                                              192, 200, 204, 208, 216, 224};
    const std::vector<std::size_t> sizes = {64, 8, 16, 72, 16, 4, 8, 8, 1, 4, 8, 8, 8};
    QCOMPARE(kernel->parameters.size(), offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        QCOMPARE(kernel->parameters[i].ordinal, static_cast<int>(i));
        QCOMPARE(kernel->parameters[i].offset, offsets[i]);
        QCOMPARE(kernel->parameters[i].size, sizes[i]);
    }
    QVERIFY(!found->kernel("gone"));
}

void TestCubin::typesFromDebugEntries() {
    NEED_NVRTC();
    const std::vector<std::byte> cubin = build("sm_90", true);
    const std::vector<DwarfKernel> kernels = readDwarfKernels(cubin);
    std::string text;
    for (const DwarfKernel& kernel : kernels)
        if (kernel.lowered.starts_with("_Z5scaleIf"))
            for (const Parameter& parameter : kernel.parameters)
                text += describe(parameter);
    QCOMPARE(QString::fromStdString(text), QString(R"(+0 8 float *|data -> float
+0 16 Span<float>|s
  +0 8 float *|p -> float
  +8 8 unsigned long long|size
+0 4 const float|f
)"));
    QVERIFY(readDwarfKernels(build("sm_90", false)).empty());
}

/// The struct that a pointer leads to is described, and a list's node once.
void TestCubin::pointersToStructs() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = R"(
struct Node { int value; const Node* next; };
extern "C" __global__ void walk(const Node* head, int* sum) { *sum = head->next->value; }
)";
    request.fileName = "walk.cu";
    request.arch = "sm_80";
    request.useCache = false;
    const std::vector<KernelInfo> kernels = describeKernels(request);
    QCOMPARE(kernels.size(), std::size_t{1});
    const std::vector<Parameter>& parameters = kernels[0].parameters;
    QCOMPARE(parameters[0].target.size(), std::size_t{1});
    QVERIFY(parameters[0].members.empty() && parameters[1].target.empty());
    const Parameter& node = parameters[0].target[0];
    QCOMPARE(node.size, std::size_t{16});
    QCOMPARE(node.members.size(), std::size_t{2});
    QCOMPARE(node.members[1].offset, std::size_t{8});
    QCOMPARE(node.members[1].pointee, std::string("Node"));
    QVERIFY(node.members[1].target.empty());
}

void TestCubin::describeKernelsJoinsBoth() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = kSource;
    request.fileName = "facts.cu";
    request.arch = "compute_80";
    request.useCache = false;
    request.nameExpressions = {"scale<float, 4>"};
    const std::vector<KernelInfo> kernels = describeKernels(request);
    QCOMPARE(kernels.size(), std::size_t{2});
    QCOMPARE(kernels[0].name, std::string("typed"));
    QCOMPARE(kernels[1].name, std::string("scale<float, 4>"));
    QVERIFY(!kernels[0].registers && !kernels[0].maxThreads);
    std::string text;
    for (const Parameter& parameter : kernels[0].parameters)
        text += describe(parameter);
    QCOMPARE(QString::fromStdString(text).split(QChar('\n')), QString(R"(+0 64 Params|p
  +0 4 int|n
  +4 4 real|scale = float
  +8 6 Inner|inner
    +0 2 short|s
    +2 3 char [3]|c
  +16 8 double *|data -> double
  +24 4 Mode|mode
  +28 1 Color|color
  +32 24 float [2][3]|m
  +56 4 Either|u
    +0 4 int|i
    +0 4 float|f
  +60 4 unsigned int : 3|low
+64 8 const real *|a = const float * -> const float
+72 16 Span<const float>|s
  +0 8 const float *|p -> const float
  +8 8 unsigned long long|size
+88 72 Derived|d
  +0 4 int|n
  +4 4 real|scale = float
  +8 6 Inner|inner
    +0 2 short|s
    +2 3 char [3]|c
  +16 8 double *|data -> double
  +24 4 Mode|mode
  +28 1 Color|color
  +32 24 float [2][3]|m
  +56 4 Either|u
    +0 4 int|i
    +0 4 float|f
  +60 4 unsigned int : 3|low
  +64 8 long long|extra
+160 16 ns::V|v = V
  +0 16 float4|v
    +0 4 float|x
    +4 4 float|y
    +8 4 float|z
    +12 4 float|w
+176 4 real|q = float
+184 8 float (*)(float)|f
+192 8 const volatile int *|cv -> const int
+200 1 bool|b
+204 4 Mode|m
+208 8 void *|raw -> void
+216 8 const int (*)[4]|rows -> const int [4]
+224 8 float *const *|list -> const float *
)")
                                                                  .split(QChar('\n')));
}

void TestCubin::describeKernelsOfWhatDoesNotCompile() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = "__global__ void k(int a {}";
    request.fileName = "k.cu";
    request.arch = "sm_90";
    request.useCache = false;
    QVERIFY(describeKernels(request).empty());
}

void TestCubin::parametersBeyondFourKilobytes() {
    NEED_NVRTC();
    CompileRequest request;
    request.source = "struct Big { double v[1000]; };\n"
                     "extern \"C\" __global__ void k(Big b, int n, double* out) { *out = b.v[n]; }";
    request.fileName = "k.cu";
    request.arch = "sm_90";
    request.useCache = false;
    const CompileResult result = warpbench::compile::compile(request);
    QVERIFY2(result.succeeded, result.log.c_str());
    const std::vector<Parameter>& parameters = result.kernel("k")->parameters;
    QCOMPARE(parameters.size(), std::size_t{3});
    QCOMPARE(parameters[0].size, std::size_t{8000});
    QCOMPARE(parameters[2].offset, std::size_t{8008});
    QCOMPARE(parameters[2].size, std::size_t{8});
}

void TestCubin::cutFilesAreReadable_data() {
    QTest::addColumn<bool>("debug");
    QTest::newRow("plain") << false;
    QTest::newRow("with debugging entries") << true;
}

/// Built with -fsanitize=address this shows any read outside; here it shows that reading ends.
void TestCubin::cutFilesAreReadable() {
    NEED_NVRTC();
    QFETCH(bool, debug);
    const std::vector<std::byte> cubin = build("sm_90", debug);
    QVERIFY(!cubin.empty());
    const std::size_t step = debug ? 97 : 13;
    for (std::size_t length = 0; length < cubin.size(); length += step) {
        // A separate copy, so that a sanitizer knows its end.
        const std::vector<std::byte> cut(cubin.begin(),
                                         cubin.begin() + static_cast<std::ptrdiff_t>(length));
        const auto found = readCubin(cut);
        QCOMPARE(found.has_value(), length >= 64);
        readDwarfKernels(cut);
    }
}

void TestCubin::damagedFilesAreReadable() {
    NEED_NVRTC();
    const std::vector<std::byte> cubin = build("sm_90", true);
    std::mt19937 random(4711);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::byte> damaged = cubin;
        for (unsigned i = 0, count = 1 + random() % 8; i < count; ++i) {
            // Half of the hits in the headers, where they do the most.
            const std::size_t range = random() % 2 ? damaged.size() : 64;
            const std::size_t tail = random() % 4 == 0 ? damaged.size() - range : 0;
            damaged[tail + random() % range] = static_cast<std::byte>(random());
        }
        if (const auto found = readCubin(damaged))
            for (const CubinKernel& kernel : found->kernels)
                QVERIFY(kernel.parameters.size() < 10000);
        readDwarfKernels(damaged);
    }
}

void TestCubin::notACubin() {
    QVERIFY(!readCubin({}));
    const std::vector<std::byte> zeros(4096);
    QVERIFY(!readCubin(zeros));
    QVERIFY(readDwarfKernels(zeros).empty());
    std::vector<std::byte> header(64);
    const unsigned char magic[] = {0x7f, 'E', 'L', 'F', 2, 1};
    for (std::size_t i = 0; i < sizeof magic; ++i)
        header[i] = static_cast<std::byte>(magic[i]);
    header[18] = std::byte{62}; // x86-64
    QVERIFY(!readCubin(header));
    header[18] = std::byte{190};
    QVERIFY(readCubin(header));
    QVERIFY(readCubin(header)->kernels.empty());
}

void TestCubin::ptxEntries() {
    const std::vector<PtxEntry> entries = readPtxEntries(R"(
.visible .entry k(
	.param .align 8 .b8 k_param_0[24],
	.param .u64 .ptr .global .align 16 k_param_1,
	.param .u8 k_param_2,
	.param .f32 k_param_3
)
.maxntid 128
{
	// .entry in_a_comment(
}
.entry none()
{
}
.weak .entry bare
{
})");
    QCOMPARE(entries.size(), std::size_t{3});
    QCOMPARE(entries[0].name, std::string("k"));
    const std::vector<std::size_t> offsets = {0, 24, 32, 36};
    const std::vector<std::size_t> sizes = {24, 8, 1, 4};
    QCOMPARE(entries[0].parameters.size(), offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        QCOMPARE(entries[0].parameters[i].offset, offsets[i]);
        QCOMPARE(entries[0].parameters[i].size, sizes[i]);
    }
    QCOMPARE(entries[1].name, std::string("none"));
    QVERIFY(entries[1].parameters.empty());
    QCOMPARE(entries[2].name, std::string("bare"));
    QCOMPARE(entries[0].line, 2);
    QCOMPARE(entries[1].line, 12);
    QVERIFY(entries[0].parameters[0].array);
    QVERIFY(entries[0].parameters[1].pointer);
    QCOMPARE(entries[0].parameters[3].kind, 'f');
}

/// As people and other compilers write it: comments anywhere, everything in a line, blanks of any
/// kind.
void TestCubin::ptxOfOthers() {
    const std::vector<PtxEntry> entries = readPtxEntries(R"(/* .entry no( */ .version 8.4
.target sm_90a, texmode_independent
.address_size 64
.file 1 "a .entry named( .cu"
.visible .entry	one(.param .u64 a /* , .param .u32 */, // .param .u8 b
   .param   .align  16   .b8 c[ 32 ] ) { ret; }  .entry two ( ) { bra.uni .entryless; }
)");
    QCOMPARE(entries.size(), std::size_t{2});
    QCOMPARE(entries[0].name, std::string("one"));
    QCOMPARE(entries[0].line, 5);
    QCOMPARE(entries[0].parameters.size(), std::size_t{2});
    QCOMPARE(entries[0].parameters[1].offset, std::size_t{16});
    QCOMPARE(entries[0].parameters[1].size, std::size_t{32});
    QCOMPARE(entries[1].name, std::string("two"));
    QCOMPARE(entries[1].line, 6);

    const auto head = readPtxHead("// .version 1.0\n.version 8.4\n.target sm_90a, debug\n");
    QVERIFY(head);
    QCOMPARE(head->version, std::string("8.4"));
    QCOMPARE(head->target, std::string("sm_90a"));
    QCOMPARE(head->targetLine, 3);
    QVERIFY(!readPtxHead("__global__ void k() {}"));
    QVERIFY(!readPtxHead(".version 8.4\n// .target sm_90\n"));
}

void TestCubin::ptxTargets() {
    QVERIFY(ptxTargetFits("sm_80", 8, 0));
    QVERIFY(ptxTargetFits("sm_80", 9, 0));
    QVERIFY(!ptxTargetFits("sm_90", 8, 9));
    QVERIFY(ptxTargetFits("sm_90a", 9, 0));
    QVERIFY(!ptxTargetFits("sm_90a", 10, 0));
    QVERIFY(ptxTargetFits("sm_100f", 10, 3));
    QVERIFY(!ptxTargetFits("sm_100f", 12, 0));
    QVERIFY(!ptxTargetFits("sm_100f", 9, 0));
    QVERIFY(ptxTargetFits("sm_100", 12, 0));
    QVERIFY(!ptxTargetFits("sm_", 9, 0));
    QVERIFY(!ptxTargetFits("compute_80", 9, 0));
}

void TestCubin::maxThreads() {
    constexpr std::int64_t kNone = 1 << 20;
    QCOMPARE(maxThreadsPerBlock(32, kNone, 90), 1024);
    QCOMPARE(maxThreadsPerBlock(64, kNone, 90), 1024);
    QCOMPARE(maxThreadsPerBlock(65, kNone, 90), 896);
    QCOMPARE(maxThreadsPerBlock(80, kNone, 90), 768);
    QCOMPARE(maxThreadsPerBlock(255, kNone, 90), 256);
    QCOMPARE(maxThreadsPerBlock(16, 200, 90), 200);
    QCOMPARE(maxThreadsPerBlock(64, kNone, 62), 512);
}

WARPBENCH_TEST(TestCubin)
} // namespace tst_cubin

#include "tst_cubin.moc"
