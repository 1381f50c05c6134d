// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler end to end: real NVRTC, real kernels.
#include "core/base/path_text.h"
#include "core/compile/compile.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tst_compile {

using namespace warpbench;
using namespace warpbench::compile;

namespace {

CompileRequest request(const std::string& source, const std::string& arch = "sm_90") {
    CompileRequest made;
    made.source = source;
    made.fileName = "kernel.cu";
    made.arch = arch;
    made.useCache = false;
    return made;
}

const Diagnostic* firstError(const CompileResult& result) {
    for (const Diagnostic& diagnostic : result.diagnostics)
        if (diagnostic.severity == Severity::error)
            return &diagnostic;
    return nullptr;
}

QByteArray all(const CompileResult& result) {
    return QByteArray::fromStdString(result.log);
}

const char* const kSaxpy = R"(extern "C" __global__ void saxpy(float a, const float* x, float* y,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
)";

} // namespace

class TestCompile : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void plainKernel();
    void ptxOnly();
    void templateKernel();
    void mangledKernel();
    void structParameters();
    void definesAndIncludes();
    void unsavedTextsStandForTheirFiles();
    void errorIsAValue();
    void unknownOptionIsDropped();
    void unknownArchitecture();
    void unknownStandard();
    void inlineAssemblyErrorNamesTheSourceLine();
    void tooMuchSharedMemoryNamesTheKernel();
    void unresolvedFunctionNamesItsUse();
    void wrongNameExpression();
    void spillsAndLaunchBounds();
    void corpus_data();
    void corpus();
};

void TestCompile::initTestCase() {
    NEED_NVRTC();
}

void TestCompile::plainKernel() {
    const CompileResult result = compile::compile(request(kSaxpy));
    QVERIFY2(result.succeeded, all(result));
    QVERIFY(result.ptx.find(".entry saxpy(") != std::string::npos);
    QVERIFY(result.cubin && result.cubin->size() > 1000);
    QCOMPARE(result.diagnostics.size(), std::size_t{0});
    QCOMPARE(result.kernels.size(), std::size_t{1});
    QVERIFY(result.commandLine.find("-arch=sm_90") != std::string::npos);
    QVERIFY(result.compiler.starts_with("NVRTC "));
    QVERIFY(result.milliseconds > 0);

    const KernelInfo& kernel = result.kernels.front();
    QCOMPARE(kernel.name, std::string("saxpy"));
    QCOMPARE(kernel.lowered, std::string("saxpy"));
    QCOMPARE(kernel.line, 1);
    QVERIFY(kernel.registers && *kernel.registers >= 8 && *kernel.registers <= 32);
    QCOMPARE(kernel.sharedBytes.value_or(-1), std::int64_t{0});
    QCOMPARE(kernel.localBytes.value_or(-1), std::int64_t{0});
    QCOMPARE(kernel.spillStoreBytes.value_or(-1), std::int64_t{0});
    QCOMPARE(kernel.barriers.value_or(-1), 0);
    QCOMPARE(kernel.maxThreads.value_or(-1), 1024);
    QVERIFY(!kernel.constantBytes);

    const std::vector<Parameter>& p = kernel.parameters;
    QCOMPARE(p.size(), std::size_t{4});
    QCOMPARE(p[0].name, std::string("a"));
    QCOMPARE(p[0].type, std::string("float"));
    QCOMPARE(p[0].size, std::size_t{4});
    QVERIFY(!p[0].pointer);
    QCOMPARE(p[1].type, std::string("const float *"));
    QCOMPARE(p[1].pointee, std::string("float"));
    QVERIFY(p[1].pointer && p[1].pointeeConst);
    QCOMPARE(p[1].offset, std::size_t{8});
    QCOMPARE(p[2].type, std::string("float *"));
    QVERIFY(p[2].pointer && !p[2].pointeeConst);
    QCOMPARE(p[3].offset, std::size_t{24});
    QCOMPARE(p[3].size, std::size_t{4});
    QCOMPARE(result.kernel("saxpy"), &kernel);
    QVERIFY(!result.kernel("other"));
}

void TestCompile::ptxOnly() {
    const CompileResult result = compile::compile(request(kSaxpy, "compute_80"));
    QVERIFY2(result.succeeded, all(result));
    QVERIFY(!result.cubin);
    QCOMPARE(result.kernels.size(), std::size_t{1});
    QVERIFY(!result.kernels[0].registers);
    // The PTX alone gives the same layout as the cubin.
    QCOMPARE(result.kernels[0].parameters.size(), std::size_t{4});
    QCOMPARE(result.kernels[0].parameters[3].offset, std::size_t{24});
    QCOMPARE(result.kernels[0].parameters[3].size, std::size_t{4});
}

void TestCompile::templateKernel() {
    CompileRequest templated = request(R"(
namespace tools {
template <class T, int N>
__global__ void scale(T* data, const T factor) { data[threadIdx.x] *= factor * N; }
}
)");
    templated.nameExpressions = {"tools::scale<float, 4>", "tools::scale<double,2>"};
    const CompileResult result = compile::compile(templated);
    QVERIFY2(result.succeeded, all(result));
    QCOMPARE(result.kernels.size(), std::size_t{2});
    const KernelInfo* wide = result.kernel("tools::scale<float, 4>");
    QVERIFY(wide);
    QVERIFY(wide->lowered.starts_with("_ZN5tools5scale"));
    QCOMPARE(wide->line, 4);
    QCOMPARE(wide->parameters.size(), std::size_t{2});
    QCOMPARE(wide->parameters[0].name, std::string("data"));
    QCOMPARE(wide->parameters[0].type, std::string("float *"));
    QCOMPARE(wide->parameters[1].type, std::string("float"));
    const KernelInfo* narrow = result.kernel("tools::scale<double,2>");
    QVERIFY(narrow);
    QCOMPARE(narrow->parameters[1].size, std::size_t{8});
}

void TestCompile::mangledKernel() {
    const CompileResult result =
        compile::compile(request("__global__ void fill(int *out, int value) { *out = value; }"));
    QVERIFY2(result.succeeded, all(result));
    QVERIFY(result.kernel("fill"));
    QCOMPARE(result.kernel("fill")->lowered, std::string("_Z4fillPii"));
    QCOMPARE(result.kernel("fill")->parameters[1].name, std::string("value"));
}

void TestCompile::structParameters() {
    CompileRequest wanted = request(R"(typedef float real;
struct Params { real scale; int* data; real m[2][3]; float4 tint; };
extern "C" __global__ void k(Params p) { *p.data = p.scale; }
)");
    const CompileResult plain = compile::compile(wanted);
    QVERIFY2(plain.succeeded, all(plain));
    QVERIFY(plain.kernel("k")->parameters[0].members.empty());
    QCOMPARE(plain.kernel("k")->parameters[0].size, std::size_t{64});
    wanted.describeParameters = true;
    const CompileResult described = compile::compile(wanted);
    const std::vector<Parameter>& members = described.kernel("k")->parameters[0].members;
    QCOMPARE(members.size(), std::size_t{4});
    QCOMPARE(members[2].count, std::size_t{2});
    const Parameter& row = members[2].element.at(0);
    QCOMPARE(row.type, std::string("real [3]"));
    QCOMPARE(row.size, std::size_t{12});
    QCOMPARE(row.count, std::size_t{3});
    QCOMPARE(row.element.at(0).canonical, std::string("float"));
    QVERIFY(row.element[0].element.empty());
    QCOMPARE(members[3].members.size(), std::size_t{4});
    QCOMPARE(members[3].members[3].name, std::string("w"));
    QCOMPARE(members[0].canonical, std::string("float"));
    QCOMPARE(members[1].offset, std::size_t{8});
    QVERIFY(members[1].pointer);
    // The usage is that of the real compile, not of the debug one.
    QCOMPARE(described.kernel("k")->registers, plain.kernel("k")->registers);
    QCOMPARE(described.ptx, plain.ptx);
}

void TestCompile::definesAndIncludes() {
    CompileRequest with = request(R"(#include <cuda_fp16.h>
extern "C" __global__ void k(__half* p) { p[threadIdx.x] = __float2half(VALUE); }
#ifndef FLAG
#error FLAG is missing
#endif
)");
    with.defines = {{"VALUE", "2.5f"}, {"FLAG", std::nullopt}};
    if (compilerInfo().includeFolder.empty())
        QSKIP("no toolkit headers here");
    const CompileResult result = compile::compile(with);
    QVERIFY2(result.succeeded, all(result));
    QCOMPARE(result.kernel("k")->parameters[0].pointee, std::string("__half"));
}

void TestCompile::unsavedTextsStandForTheirFiles() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    std::filesystem::create_directory(root / "inc");
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(root / name) << text;
        return (root / name).string();
    };
    write("outer.cuh", "#pragma once\n#include \"inner.cuh\"\n");
    const std::string inner = write("inner.cuh", "#define INNER 987011\n");
    const std::string angle = write("inc/angle.cuh", "#define ANGLE 987022\n");
    const std::string gone = (root / "gone.cuh").string();
    CompileRequest r = request("#include \"outer.cuh\"\n#include <angle.cuh>\n"
                               "#include \"gone.cuh\"\n"
                               "extern \"C\" __global__ void k(int* p) {\n"
                               "    p[0] = INNER; p[1] = ANGLE; p[2] = GONE;\n}\n");
    r.fileName = (root / "k.cu").string();
    r.includeDirs = {root / "inc"};
    r.useCache = true;
    // A header that a saved one includes, one found by its folder, one that is on no disk.
    r.unsaved = {{inner, "#define INNER 987111\n"},
                 {angle, "#define ANGLE 987222\n"},
                 {gone, "#define GONE 987333\n"}};
    CompileResult result = compile::compile(r);
    QVERIFY2(result.succeeded, result.log.c_str());
    for (const char* value : {"987111", "987222", "987333"})
        QVERIFY2(result.ptx.find(value) != std::string::npos, result.ptx.c_str());
    QVERIFY(compile::compile(r).cached);
    r.unsaved[inner] = "#define INNER 987112\n";
    QVERIFY(compile::compile(r).ptx.find("987112") != std::string::npos);
    // A mistake in one has its place in that file.
    r.unsaved[inner] = "\n#define INNER 1\n__device__ int wrong = nothing;\n";
    result = compile::compile(r);
    QVERIFY(!result.succeeded);
    QCOMPARE(warpbench::pathFromUtf8(result.diagnostics.at(0).place.file).lexically_normal(),
             std::filesystem::path(inner).lexically_normal()); // on Windows by \ or /
    QCOMPARE(result.diagnostics[0].place.line, 3);
    // Without them the files count again.
    r.unsaved = {{gone, "#define GONE 987003\n"}};
    result = compile::compile(r);
    QVERIFY2(result.succeeded, result.log.c_str());
    QVERIFY(result.ptx.find("987011") != std::string::npos);
    QVERIFY(result.ptx.find("987111") == std::string::npos);
}

void TestCompile::errorIsAValue() {
    const CompileResult result = compile::compile(
        request("extern \"C\" __global__ void k(int *p) {\n    *p = nothing;\n}\n"));
    QVERIFY(!result.succeeded);
    QVERIFY(!result.cubin);
    QVERIFY(result.ptx.empty());
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    const Place expected{"kernel.cu", 2, 10};
    QCOMPARE(error->place, expected);
    QCOMPARE(error->text, std::string("identifier \"nothing\" is undefined"));
}

void TestCompile::unknownOptionIsDropped() {
    CompileRequest odd = request(kSaxpy);
    odd.options = {"--no-such-option=3", "-use_fast_math", "--nor-this"};
    const CompileResult result = compile::compile(odd);
    QVERIFY2(result.succeeded, all(result));
    const std::vector<std::string> dropped = {"--no-such-option=3", "--nor-this"};
    QCOMPARE(result.droppedOptions, dropped);
    QVERIFY(result.commandLine.find("no-such") == std::string::npos);
    QVERIFY(result.commandLine.find("-use_fast_math") != std::string::npos);
}

void TestCompile::unknownStandard() {
    CompileRequest asked = request(kSaxpy);
    asked.std = "c++99";
    const CompileResult result = compile::compile(asked);
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QVERIFY2(error->text.find("\"c++99\" is not a C++ standard") != std::string::npos,
             error->text.c_str());
}

void TestCompile::unknownArchitecture() {
    const CompileResult result = compile::compile(request(kSaxpy, "sm_13"));
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QVERIFY2(error->text.find("cannot compile for \"sm_13\"") != std::string::npos,
             error->text.c_str());
}

void TestCompile::inlineAssemblyErrorNamesTheSourceLine() {
    const CompileResult result = compile::compile(request(R"(extern "C" __global__ void k(int *p)
{
    int v = p[1];
    asm volatile("add.u32.bad %0, 1, 2;" : "=r"(v));
    p[0] = v;
}
)"));
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QCOMPARE(error->source, std::string("ptxas"));
    QCOMPARE(error->place.file, std::string("kernel.cu"));
    QCOMPARE(error->place.line, 4);
    QCOMPARE(error->text, std::string("Unknown modifier '.bad'"));
}

void TestCompile::tooMuchSharedMemoryNamesTheKernel() {
    const CompileResult result = compile::compile(request(R"(
__global__ void small(int *p) { *p = 1; }

__global__ void big(int *p)
{
    __shared__ int s[20000];
    s[threadIdx.x] = p[0];
    __syncthreads();
    p[threadIdx.x] = s[threadIdx.x + 1];
}
)"));
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QCOMPARE(error->place.file, std::string("kernel.cu"));
    QCOMPARE(error->place.line, 4);
    QVERIFY2(error->text.find("kernel \"big\" uses 80000 bytes") != std::string::npos,
             error->text.c_str());
}

void TestCompile::unresolvedFunctionNamesItsUse() {
    const CompileResult result = compile::compile(request(R"(
__device__ int gone(int);
__global__ void k(int *p) { *p = gone(3); }
)"));
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QCOMPARE(error->place.line, 2);
    QCOMPARE(error->text, std::string("function 'gone' is declared but defined nowhere"));
}

void TestCompile::wrongNameExpression() {
    CompileRequest wrong = request(kSaxpy);
    wrong.nameExpressions = {"saxpy", "gone<int>"};
    const CompileResult result = compile::compile(wrong);
    QVERIFY(!result.succeeded);
    const Diagnostic* error = firstError(result);
    QVERIFY(error);
    QCOMPARE(error->place.file, std::string("kernel.cu"));
    QVERIFY2(error->text.find("gone") != std::string::npos, error->text.c_str());
}

void TestCompile::spillsAndLaunchBounds() {
    std::ostringstream source;
    source << "extern \"C\" __global__ void __launch_bounds__(256, 8) k(float* p) {\n";
    for (int i = 0; i < 120; ++i)
        source << "float v" << i << " = p[" << i << " * threadIdx.x];\n";
    source << "__syncthreads();\n";
    for (int i = 0; i < 120; ++i)
        source << "p[" << i << " + threadIdx.x] = v" << i << " * v" << (i * 7) % 120 << ";\n";
    source << "}\n";
    const CompileResult result = compile::compile(request(source.str()));
    QVERIFY2(result.succeeded, all(result));
    const KernelInfo* kernel = result.kernel("k");
    QVERIFY(kernel);
    QVERIFY(kernel->spillStoreBytes.value_or(0) > 0);
    QVERIFY(kernel->spillLoadBytes.value_or(0) > 0);
    QVERIFY(kernel->localBytes.value_or(0) > 0);
    QCOMPARE(kernel->maxThreads.value_or(0), 256);
    QVERIFY(kernel->barriers.value_or(0) == 1);
}

void TestCompile::corpus_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("arch");
    // A subset that compiles quickly; the simulator's tests run them all.
    for (const char* name : {"01_vecadd", "04_reduce", "12_fp16", "14_dmath", "18_printf"})
        for (const char* arch : {"sm_75", "sm_90", "sm_120"})
            QTest::addRow("%s %s", name, arch) << QString("%1.cu").arg(name) << QString(arch);
}

void TestCompile::corpus() {
    QFETCH(QString, file);
    QFETCH(QString, arch);
    const std::string path = test::sourcePath("tests/simgpu/corpus/") + file.toStdString();
    std::ifstream stream(path, std::ios::binary);
    QVERIFY(stream);
    CompileRequest one = request({std::istreambuf_iterator<char>(stream), {}}, arch.toStdString());
    one.fileName = path;
    const CompileResult result = compile::compile(one);
    QVERIFY2(result.succeeded, all(result));
    QVERIFY(!result.kernels.empty());
    for (const KernelInfo& kernel : result.kernels) {
        QVERIFY2(kernel.line > 0, kernel.name.c_str());
        QVERIFY(kernel.registers);
        // sm_90 and later do not print constants.
        QCOMPARE(kernel.constantBytes.has_value(), arch == "sm_75");
        for (const Parameter& parameter : kernel.parameters) {
            QVERIFY(!parameter.name.empty());
            QVERIFY(!parameter.type.empty());
            QVERIFY(parameter.size > 0);
            if (parameter.pointer)
                QCOMPARE(parameter.size, std::size_t{8});
        }
    }
}

WARPBENCH_TEST(TestCompile)
} // namespace tst_compile

#include "tst_compile.moc"
