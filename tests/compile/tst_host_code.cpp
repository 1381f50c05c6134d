// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/host_code.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <random>

namespace tst_host_code {

using namespace warpbench::compile;

namespace {

/// A whole program as a course hands it out.
const char* const kProgram = R"(#include <stdio.h>
#include <iostream>
#include <cuda_runtime.h>
using namespace std;

#define N 1000
#define CHECK(call) { cudaError_t e = call; if (e != cudaSuccess) exit(1); }

typedef struct { float x, y; } Point;
struct Timer { std::string name; double start; void stop() { start = 0; } };

float h_table[16];
const char *title = "add";
__constant__ float c_scale;

// doubles
__device__ float twice(float v) { return 2 * v; }

__global__ void add(int n, Point *p, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) y[i] = twice(p[i].x) + c_scale;
}

void fill(float *a, int n) { for (int i = 0; i < n; ++i) a[i] = rand(); }

int main(int argc, char **argv)
{
    float *d;
    CHECK(cudaMalloc(&d, N * sizeof(float)));
    add<<<(N + 255) / 256, 256>>>(N, nullptr, d);
    std::cout << "done" << std::endl;
    return 0;
}
)";

CompileRequest requestFor(const std::string& source, const std::string& file = "program.cu") {
    CompileRequest request;
    request.source = source;
    request.fileName = file;
    request.arch = "sm_90";
    return request;
}

DeviceCode split(const std::string& source) {
    return setHostCodeAside(requestFor(source), {});
}

const SetAside* partNamed(const DeviceCode& code, const std::string& name) {
    for (const SetAside& part : code.setAside)
        if (part.name == name)
            return &part;
    return nullptr;
}

/// The same number of lines, each of the same length, and nothing but blanks where it differs.
bool keepsPlaces(const std::string& before, const std::string& after) {
    if (before.size() != after.size())
        return false;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i] && (after[i] != ' ' || before[i] == '\n'))
            return false;
    return true;
}

} // namespace

class TestHostCode : public QObject {
    Q_OBJECT

  private slots:
    void aProgramKeepsItsDevicePart() {
        const DeviceCode code = split(kProgram);
        QVERIFY(code.hasHostCode);
        QVERIFY(keepsPlaces(kProgram, code.source));
        for (const char* kept : {"__global__ void add(int n, Point *p, float *y)", "twice(float v)",
                                 "__constant__ float c_scale;", "typedef struct { float x, y; }",
                                 "#define N 1000", "// doubles"})
            QVERIFY2(code.source.find(kept) != std::string::npos, kept);
        for (const char* gone : {"main", "cudaMalloc", "<<<", "h_table", "title", "Timer", "fill(",
                                 "stdio.h", "iostream>"})
            QVERIFY2(code.source.find(std::string(gone) + "\"") == std::string::npos &&
                         (std::string(gone) == "cudaMalloc" ||
                          code.source.find(gone) == std::string::npos),
                     gone);
        const SetAside* main = partNamed(code, "main");
        QVERIFY(main);
        QCOMPARE(main->kind, SetAside::Kind::function);
        QCOMPARE(main->line, 27);
        QCOMPARE(main->endLine, 34);
        QVERIFY(partNamed(code, "stdio.h"));
    }

    void aFileOfKernelsAloneIsLeftAsItIs() {
        const std::string source = "struct S { int a; };\nconst int kN = 4;\n"
                                   "template <class T> struct Box { T value; };\n"
                                   "__global__ void k(float *p) { p[0] = kN; }\n";
        const DeviceCode code = split(source);
        QVERIFY(!code.hasHostCode);
        QCOMPARE(code.source, source);
        QVERIFY(code.setAside.empty());
        QVERIFY(code.prelude.empty());
    }

    void whatStays_data() {
        QTest::addColumn<QString>("declaration");
        QTest::addColumn<QString>("use");
        QTest::addColumn<bool>("stays");
        QTest::newRow("constant") << "static const int kWidth = 8;"
                                  << "kWidth" << true;
        QTest::newRow("enum") << "enum Mode { fast, exact };"
                              << "exact" << true;
        QTest::newRow("macro for both")
            << "#define HD __host__ __device__\nHD int f() { return 1; }"
            << "f()" << true;
        QTest::newRow("constexpr function") << "constexpr int f(int a) { return a; }"
                                            << "f(2)" << true;
        QTest::newRow("template struct") << "template <int A> struct Tile { enum { size = A }; };"
                                         << "Tile<4>::size" << true;
        QTest::newRow("two heads of an #if")
            << "#ifdef WIDE\n__device__ int f(long a) {\n#else\n__device__ int f(int a) {\n#endif\n"
               "return 1; }"
            << "f(2)" << true;
        QTest::newRow("macro that makes a function")
            << "#define MAKE(name) __device__ int name() { return 3; }\nMAKE(three)"
            << "three()" << true;
        QTest::newRow("typedef of an unnamed struct")
            << "struct Part { static const int kSize = 2; };\n"
               "typedef struct { float x[Part::kSize]; } Point;"
            << "int(sizeof(Point))" << true;
        QTest::newRow("typedef of two names")
            << "struct Part { static const int kSize = 2; };\n"
               "typedef union { float x[Part::kSize]; int i; } Bits, *BitsAt;"
            << "int(sizeof(BitsAt))" << true;
        QTest::newRow("typedef of an unnamed enum") << "typedef enum { low = 2, high } Level;"
                                                    << "high + int(sizeof(Level))" << true;
        QTest::newRow("host function") << "int f() { return 1; }"
                                       << "0" << false;
        QTest::newRow("host variable") << "float *data = nullptr;"
                                       << "0" << false;
        QTest::newRow("__host__ function") << "__host__ int f() { return 1; }"
                                           << "0" << false;
        QTest::newRow("host variable of a struct, as C has it") << "struct timeval started;"
                                                                << "0" << false;
        QTest::newRow("type that is only named") << "enum class Side;\nstruct Pair;"
                                                 << "int(sizeof(Pair *))" << true;
        QTest::newRow("host vector") << "static std::vector<int> all(4);"
                                     << "0" << false;
        QTest::newRow("class of the host")
            << "class Log { std::string text; public: Log() : text{\"a\"} {} };"
            << "0" << false;
    }
    void whatStays() {
        QFETCH(QString, declaration);
        QFETCH(QString, use);
        QFETCH(bool, stays);
        const std::string last = declaration.toStdString();
        const std::string source = last +
                                   "\n__global__ void k(int *p) { p[0] = " + use.toStdString() +
                                   "; }\nint main() { return 0; }\n";
        const DeviceCode code = split(source);
        QVERIFY(keepsPlaces(source, code.source));
        const std::string line = last.substr(last.rfind('\n') + 1);
        QCOMPARE(code.source.find(line) != std::string::npos, stays);
        QVERIFY(code.source.find("main") == std::string::npos);
        NEED_NVRTC();
        CompileRequest request = requestFor(source);
        request.useCache = false;
        const CompileResult result = compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
    }

    void hostMembersOfAUsedStructGo() {
        const std::string source = "#include <string>\nstruct Point {\n  float x;\n"
                                   "  Point(float a) : x(a) {}\n"
                                   "  std::string text() const { return \"p\"; }\n"
                                   "  __device__ float twice() const { return 2 * x; }\n};\n"
                                   "__global__ void k(Point *p) { p[0].x = p[1].twice(); }\n";
        const DeviceCode code = split(source);
        QVERIFY(keepsPlaces(source, code.source));
        QVERIFY(code.source.find("twice() const") != std::string::npos);
        QVERIFY(code.source.find("std::string") == std::string::npos);
        QVERIFY(code.source.find("Point(float a)") == std::string::npos);
    }

    void headersBesideTheFileLoseTheirHostPart() {
        NEED_NVRTC();
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& text) {
            std::ofstream(folder.filePath(name).toStdString()) << text;
        };
        write("shared.h", "#pragma once\n#include <vector>\n#include \"more.h\"\n"
                          "inline void show(const std::vector<float> &v) {}\n"
                          "__device__ inline float half(float a) { return a * kHalf; }\n");
        write("more.h", "#pragma once\nstatic const float kHalf = 0.5f;\nint count();\n");
        CompileRequest request = requestFor("#include \"shared.h\"\n#include \"more.h\"\n"
                                            "__global__ void k(float *p) { p[0] = half(p[1]); }\n"
                                            "int main() { show({}); }\n",
                                            folder.filePath("program.cu").toStdString());
        request.useCache = false;
        CompileResult result = compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
        QCOMPARE(result.kernels.size(), std::size_t(1));
        QCOMPARE(result.kernels[0].line, 3);
        // An error in a header is reported at its location there.
        write("more.h", "#pragma once\nstatic const float kHalf = 0.5f;\nint count();\n"
                        "__device__ int wrong() { return nothing; }\n");
        result = compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.at(0).place.line, 4);
        QCOMPARE(result.diagnostics.at(0).place.column, 33);
        QVERIFY(QString::fromStdString(result.diagnostics.at(0).place.file).endsWith("more.h"));
    }

    void theProgramCompilesAndErrorsKeepTheirPlace() {
        NEED_NVRTC();
        CompileRequest request = requestFor(kProgram);
        request.useCache = false;
        CompileResult result = compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
        QCOMPARE(result.kernels.at(0).name, std::string("add"));
        QCOMPARE(result.kernels.at(0).line, 19);
        QVERIFY(!result.setAside.empty());
        const std::string right = "\tif (i < n) y[i]";
        request.source.replace(request.source.find(right), right.size(), "\tif (i < m) y[i]");
        result = compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.at(0).place.line, 22);
        QCOMPARE(result.diagnostics.at(0).place.column, 10);
    }

    void aFunctionWithoutDeviceIsExplained() {
        NEED_NVRTC();
        CompileRequest request =
            requestFor("float square(float v) { return v * v; }\n"
                       "__global__ void k(float *p) { p[0] = square(p[1]); }\n");
        request.useCache = false;
        const CompileResult result = compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.at(0).place.line, 2);
        QVERIFY2(result.diagnostics.at(0).text.find("write __device__ before it") !=
                     std::string::npos,
                 result.diagnostics.at(0).text.c_str());
    }

    /// cuBLAS's header brings half, and programs rely on it.
    void typesThatALibrarysHeaderBringsAreThere_data() {
        QTest::addColumn<QString>("includes");
        QTest::newRow("cuBLAS") << "#include <cublasLt.h>\n#include <cublas_v2.h>\n";
        QTest::newRow("cuSPARSE") << "#include <cusparse.h>\n";
        QTest::newRow("cuDNN") << "#include <cudnn.h>\n";
    }

    /// Also where the library is not installed, as beside a compiler that came as wheels.
    void typesThatALibrarysHeaderBringsAreThere() {
        NEED_NVRTC();
        QFETCH(QString, includes);
        CompileRequest request = requestFor(
            includes.toStdString() +
            "typedef __nv_bfloat16 real;\n"
            "__global__ void k(real *p, half *q) { q[0] = __float2half(__bfloat162float(p[0])); }\n"
            "int main() { void *handle; createHandle(&handle); }\n");
        request.useCache = false;
        const CompileResult result = compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
    }

    /// nvcc also accepts it in C++17.
    void registerIsLeftOut() {
        NEED_NVRTC();
        for (const char* main : {"", "int main() { k<<<1, 1>>>(nullptr); }\n"}) {
            CompileRequest request = requestFor(
                std::string(
                    "__global__ void k(float *p) { register float x = p[0]; p[1] = x; }\n") +
                main);
            request.useCache = false;
            const CompileResult result = compile(request);
            QVERIFY2(result.succeeded, result.log.c_str());
        }
    }

    void whatCudaNoLongerHasIsExplained() {
        NEED_NVRTC();
        CompileRequest request =
            requestFor("texture<float, 2> picture;\n"
                       "__global__ void child() {}\n"
                       "__global__ void k(float *p) { p[0] = tex2D(picture, 0.5f, 0.5f); }\n"
                       "__global__ void waits() { cudaDeviceSynchronize(); }\n"
                       "int main() { k<<<1, 1>>>(nullptr); }\n");
        request.useCache = false;
        const CompileResult result = compile(request);
        QVERIFY(!result.succeeded);
        const auto says = [&](const char* what) {
            return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                               [&](const Diagnostic& diagnostic) {
                                   return diagnostic.text.find(what) != std::string::npos;
                               });
        };
        QVERIFY2(says("cudaTextureObject_t that you pass to the kernel"), result.log.c_str());
        QVERIFY2(says("cudaStreamTailLaunch"), result.log.c_str());
    }

    void namesOfTheHostsHeadersAreThere() {
        NEED_NVRTC();
        CompileRequest request = requestFor(
            "#include <cstdint>\n#include <cfloat>\n#include <cmath>\n#include <cassert>\n"
            "using namespace std;\n"
            "__global__ void k(double *p, uint32_t n, int64_t m) {\n"
            "  assert(n > 0);\n"
            "  p[0] = INFINITY; p[1] = M_PI; p[2] = FLT_MAX; p[3] = INT_MAX; p[4] = UINT64_MAX;\n"
            "  p[5] = std::sqrt(p[6]) + std::min(p[7], p[8]) + std::isnan(p[9]);\n"
            "  p[6] = std::numeric_limits<float>::max(); p[7] = NAN; p[8] = DBL_EPSILON;\n"
            "  size_t a = n; uint b = m; printf(\"%u\", b); p[9] = a;\n}\n");
        request.useCache = false;
        const CompileResult result = compile(request);
        QVERIFY2(result.succeeded, result.log.c_str());
        QVERIFY2(result.diagnostics.empty(), result.log.c_str());
    }

    void ownDefinitionsComeBeforeOurs() {
        const DeviceCode code = split("#define INFINITY 1e30f\ntypedef unsigned uint;\n"
                                      "__global__ void k(float *p, uint n) { p[n] = INFINITY; }\n");
        QVERIFY2(code.prelude.empty(), code.prelude.c_str());
    }

    /// Text of any kind gives something that keeps its lines and columns.
    void anyTextSurvives() {
        const std::string program = kProgram;
        for (std::size_t length = 0; length <= program.size(); ++length) {
            const std::string cut = program.substr(0, length);
            QVERIFY(keepsPlaces(cut, split(cut).source));
        }
        std::mt19937 random(7);
        const std::string pieces[] = {"{",
                                      "}",
                                      "(",
                                      ")",
                                      "<",
                                      ">",
                                      "\"",
                                      "'",
                                      "/*",
                                      "*/",
                                      "//",
                                      "#if 0\n",
                                      "#else\n",
                                      "#endif\n",
                                      "#include \"",
                                      "\\\n",
                                      "namespace a {",
                                      "template <",
                                      "struct",
                                      "operator",
                                      "__global__",
                                      "R\"(",
                                      "=",
                                      ";",
                                      ",",
                                      "::",
                                      "\xff",
                                      "\n#"};
        for (int round = 0; round < 3000; ++round) {
            std::string text = program;
            for (int change = 0; change < 8; ++change) {
                const std::size_t at = random() % (text.size() + 1);
                const std::string& piece = pieces[random() % std::size(pieces)];
                if (random() % 3 == 0)
                    text.erase(at, random() % 40);
                else
                    text.insert(at, piece);
            }
            QVERIFY(keepsPlaces(text, split(text).source));
        }
    }

    /// nvcc does not report a constant that only main uses.
    void whatOnlyHostCodeUsesIsNotUnused() {
        const CompileResult result =
            compile(requestFor("const int kSize = 64;\n"
                               "const int kNobody = 1;\n"
                               "__global__ void k(int *p) { int here; *p = 1; }\n"
                               "int main() { k<<<1, kSize>>>(nullptr); }\n"));
        QVERIFY(result.succeeded);
        std::string named;
        for (const Diagnostic& diagnostic : result.diagnostics)
            named += diagnostic.text + "\n";
        QVERIFY2(named.find("kSize") == std::string::npos, named.c_str());
        QVERIFY2(named.find("kNobody") != std::string::npos, named.c_str());
        QVERIFY2(named.find("here") != std::string::npos, named.c_str());
    }
};

WARPBENCH_TEST(TestHostCode)
} // namespace tst_host_code

#include "tst_host_code.moc"
