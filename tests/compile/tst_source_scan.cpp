// SPDX-License-Identifier: GPL-3.0-or-later
// Finding kernels in source text without a compiler.
#include "core/base/path_text.h"
#include "core/sources/source_scan.h"
#include "core/sources/tokenizer.h"
#include "tests/main.h"
#include "tests/source_path.h"

#include <QTest>

#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace tst_source_scan {

using namespace warpbench::compile;

namespace {

/// "name@line(type name, …)" for each kernel, a line each.
std::string describe(const std::string& source) {
    std::string text;
    for (const KernelInfo& kernel : scanKernels(source)) {
        text += kernel.name + "@" + std::to_string(kernel.line) + "(";
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
            text += (i ? ", " : "") + kernel.parameters[i].type + "|" + kernel.parameters[i].name;
        text += ")\n";
    }
    return text;
}

} // namespace

class TestSourceScan : public QObject {
    Q_OBJECT
  private slots:
    void kernels_data();
    void kernels();
    void pointers_data();
    void pointers();
    void templatesAreKnown();
    void tokensCoverTheText();
    void tokenLines();
    void anyTextIsReadable();
    void everyCutIsReadable();
    void corpus();
};

void TestSourceScan::kernels_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* source, const char* expected) {
        QTest::newRow(name) << source << expected;
    };
    row("extern C", "extern \"C\" __global__ void k(float *a, int n) {}",
        "k@1(float *|a, int|n)\n");
    row("extern C block", "extern \"C\" {\n__global__ void k(int n) {}\n}\n__global__ void l() {}",
        "k@2(int|n)\nl@4()\n");
    row("void", "__global__ void k(void) {}", "k@1()\n");
    row("no parameters", "__global__ void k() {}", "k@1()\n");
    row("order of words",
        "void static __global__ inline k(int a){}\nstatic __global__ void l(int b){}",
        "k@1(int|a)\nl@2(int|b)\n");
    row("launch bounds", "__global__ void __launch_bounds__(256, 2) k(int a) {}", "k@1(int|a)\n");
    row("attributes before and after",
        "__global__ __launch_bounds__(N*(2+1)) void "
        "__cluster_dims__(2, 1, 1) k(int a) {}",
        "k@1(int|a)\n");
    row("restrict", "__global__ void k(const float* __restrict__ a, float *__restrict b) {}",
        "k@1(const float *|a, float *|b)\n");
    row("east const", "__global__ void k(float const *const a) {}", "k@1(float const *const|a)\n");
    row("array", "__global__ void k(float a[], int b[16], float c[][4]) {}",
        "k@1(float *|a, int *|b, float (*)[4]|c)\n");
    row("function pointer", "__global__ void k(float (*f)(float, int), int n) {}",
        "k@1(float (*)(float, int)|f, int|n)\n");
    row("template arguments",
        "__global__ void k(std::pair<int, float> p, A<(3>2)> q, B<C<int>> r) {}",
        "k@1(std::pair<int, float>|p, A<(3>2)>|q, B<C<int>>|r)\n");
    row("default argument", "__global__ void k(int n = f(1, 2), int m = 3) {}",
        "k@1(int|n, int|m)\n");
    row("several words",
        "__global__ void k(unsigned long long int n, long double x, struct S s) {}",
        "k@1(unsigned long long int|n, long double|x, S|s)\n");
    row("unnamed", "__global__ void k(int, float *, unsigned long, S) {}",
        "k@1(int|, float *|, unsigned long|, S|)\n");
    row("namespaces",
        "namespace a { inline namespace b::c { __global__ void k() {} } }\n"
        "namespace { __global__ void l() {} }\nnamespace x = a;\nusing namespace a;\n"
        "__global__ void m() {}",
        "a::b::c::k@1()\nl@2()\nm@5()\n");
    row("template", "template <class T, int N = (1 > 0)>\n__global__ void\nk(T* a, T v[N]) {}",
        "k@3(T *|a, T *|v)\n");
    row("comments and strings",
        "// __global__ void a() {}\n/* __global__ void b() {} */\nconst char* s = \"__global__ "
        "void "
        "c() {}\";\n#define D __global__ void d() {}\nauto r = R\"x(__global__ void e() {})x\";\n"
        "__global__ /* here */ void k(int a // first\n, int b) {}",
        "k@6(int|a, int|b)\n");
    row("continued comment", "// on \\\n__global__ void a() {}\n__global__ void k() {}", "k@3()\n");
    row("declared, then defined", "__global__ void k(int);\n__global__ void k(int n) {}",
        "k@2(int|n)\n");
    row("both branches",
        "#if A\n__global__ void k(int n) {}\n#else\n__global__ void k(float n) "
        "{}\n#endif",
        "k@2(int|n)\n");
    row("grid constant", "__global__ void k(const __grid_constant__ Big b) {}",
        "k@1(const Big|b)\n");
    row("unfinished", "__global__ void k(int a, float", "k@1(int|a, float|)\n");
    row("unfinished before a body", "__global__ void k(int a {\n}\n__global__ void l() {}",
        "k@1(int|a)\nl@3()\n");
    row("only the word", "__global__", "");
    row("two words", "__global__ __global__ void k() {}", "k@1()\n");
    row("digits", "constexpr int n = 1'000'000; __global__ void k(int a) {}", "k@1(int|a)\n");
    row("unclosed string", "const char* s = \"abc\n__global__ void k() {}", "k@2()\n");
    row("names beyond ASCII", "__global__ void größe(int länge) {}", "größe@1(int|länge)\n");
    row("carriage returns", "__global__ void k(int a)\r\n{\r\n}\r\n__global__ void l(){}\r\n",
        "k@1(int|a)\nl@4()\n");
}

void TestSourceScan::kernels() {
    QFETCH(QString, source);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(describe(source.toStdString())), expected);
}

void TestSourceScan::pointers_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("pointer");
    QTest::addColumn<bool>("constant");
    QTest::addColumn<QString>("pointee");
    QTest::newRow("int") << "int" << false << false << "";
    QTest::newRow("const int") << "const int" << false << false << "";
    QTest::newRow("float *") << "float *" << true << false << "float";
    QTest::newRow("const") << "const float *" << true << true << "float";
    QTest::newRow("east") << "float const *" << true << true << "float";
    QTest::newRow("const pointer") << "float *const" << true << false << "float";
    QTest::newRow("volatile") << "volatile unsigned int *" << true << false << "unsigned int";
    QTest::newRow("double") << "const float **" << true << false << "const float *";
    QTest::newRow("const inner") << "float *const *" << true << true << "float *";
    QTest::newRow("inner of template") << "Box<const int> *" << true << false << "Box<const int>";
    QTest::newRow("pointer in template") << "Box<int *>" << false << false << "";
    QTest::newRow("function") << "void (*)(int)" << false << false << "";
    QTest::newRow("rows") << "float (*)[N]" << true << false << "float";
    QTest::newRow("const rows") << "const float (*__restrict__)[3][N + 1]" << true << true
                                << "float";
    QTest::newRow("of functions") << "void (*[2])(int)" << false << false << "";
}

void TestSourceScan::pointers() {
    QFETCH(QString, type);
    QFETCH(bool, pointer);
    QFETCH(bool, constant);
    QFETCH(QString, pointee);
    Parameter parameter;
    parameter.type = type.toStdString();
    classifyType(parameter);
    QCOMPARE(parameter.pointer, pointer);
    QCOMPARE(parameter.pointeeConst, constant);
    QCOMPARE(QString::fromStdString(parameter.pointee), pointee);
}

void TestSourceScan::templatesAreKnown() {
    const auto found = scanSource("template <class T> __global__ void a(T*) {}\n"
                                  "template <class T> struct S {};\n"
                                  "__global__ void b() {}\n__global__ void c();");
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY(found[0].isTemplate && found[0].isDefinition);
    QVERIFY(!found[1].isTemplate && found[1].isDefinition);
    QVERIFY(!found[2].isDefinition);
    const auto taken =
        scanSource("template <class T, const int N = (4 > 2), int W = WARP, bool last>\n"
                   "__global__ void k(T*) {}\n");
    const auto& parameters = taken.at(0).templateParameters;
    QCOMPARE(parameters.size(), std::size_t{4});
    QVERIFY(parameters[0].isType && parameters[0].name == "T" && parameters[0].otherwise.empty());
    QVERIFY(!parameters[1].isType && parameters[1].name == "N" && !parameters[1].otherwise.empty());
    QCOMPARE(parameters[2].otherwise, std::string("WARP "));
    QVERIFY(parameters[3].name == "last" && parameters[3].otherwise.empty());
}

/// Tokens are in source order without overlap, and omit only whitespace, comments and preprocessor
/// lines.
void TestSourceScan::tokensCoverTheText() {
    const std::string source = "int a->b::c(1.5e-3f, 'x', \"y\\\"\", 0x1p+4) // end\n{ }\n#x y\n@";
    std::size_t at = 0;
    std::string joined;
    for (const Token& token : tokenize(source)) {
        const auto offset = static_cast<std::size_t>(token.text.data() - source.data());
        QVERIFY(offset >= at && offset + token.text.size() <= source.size());
        at = offset + token.text.size();
        joined += std::string(token.text) + " ";
    }
    QCOMPARE(joined, std::string("int a -> b :: c ( 1.5e-3f , 'x' , \"y\\\"\" , 0x1p+4 ) { } @ "));
}

void TestSourceScan::tokenLines() {
    const std::string source = "a\n/* \n */ b \\\n c R\"(\n\n)\" d\n#define x \\\n y\ne";
    std::string lines;
    for (const Token& token : tokenize(source))
        lines += std::to_string(token.line) + " ";
    QCOMPARE(lines, std::string("1 3 4 4 6 9 "));
}

/// Random texts of the pieces that matter: reading ends, and gives places within the text.
void TestSourceScan::anyTextIsReadable() {
    static const char* const kPieces[] = {"__global__",
                                          "void",
                                          " ",
                                          "k",
                                          "(",
                                          ")",
                                          "<",
                                          ">",
                                          ",",
                                          "{",
                                          "}",
                                          ";",
                                          "\n",
                                          "\"",
                                          "'",
                                          "[",
                                          "]",
                                          "*",
                                          "/*",
                                          "*/",
                                          "//",
                                          "\\",
                                          "\\\n",
                                          "#",
                                          "R\"(",
                                          "=",
                                          "template",
                                          "namespace",
                                          "::",
                                          "const",
                                          "\xff",
                                          "__launch_bounds__",
                                          "int",
                                          "#include \"",
                                          "__has_include("};
    std::mt19937 random(12345);
    for (int round = 0; round < 3000; ++round) {
        std::string source;
        for (unsigned i = 0, count = random() % 40; i < count; ++i)
            source += kPieces[random() % std::size(kPieces)];
        const int lines = 1 + static_cast<int>(std::count(source.begin(), source.end(), '\n'));
        for (const KernelInfo& kernel : scanKernels(source)) {
            QVERIFY2(!kernel.name.empty(), source.c_str());
            QVERIFY2(kernel.line >= 1 && kernel.line <= lines, source.c_str());
        }
        for (const IncludeLine& include : findIncludes(source))
            QVERIFY2(include.line >= 1 && include.line <= lines, source.c_str());
    }
}

void TestSourceScan::everyCutIsReadable() {
    const std::string source = R"cu(#include "a.h"
template <class T, int N> __global__ void __launch_bounds__(128) scale(
    const T* __restrict__ in, T (*out)[N], float (*f)(int), T v = T{1}) /* c */
{ const char* s = R"x(})x"; }
)cu";
    for (std::size_t length = 0; length <= source.size(); ++length)
        for (const KernelInfo& kernel : scanKernels(source.substr(0, length)))
            QVERIFY(std::string("scale").starts_with(kernel.name));
    QCOMPARE(describe(source),
             std::string("scale@2(const T *|in, T (*)[N]|out, float (*)(int)|f, T|v)\n"));
}

void TestSourceScan::corpus() {
    int kernels = 0;
    const std::filesystem::path folder = warpbench::test::sourcePath("tests/simgpu/corpus");
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".cu")
            continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string source{std::istreambuf_iterator<char>(stream), {}};
        const std::vector<KernelInfo> found = scanKernels(source);
        QVERIFY2(!found.empty(), warpbench::utf8(entry.path()).c_str());
        for (const KernelInfo& kernel : found)
            for (const Parameter& parameter : kernel.parameters)
                QVERIFY2(!parameter.name.empty() && !parameter.type.empty(),
                         warpbench::utf8(entry.path()).c_str());
        kernels += static_cast<int>(found.size());
    }
    QVERIFY(kernels >= 35);
}

WARPBENCH_TEST(TestSourceScan)
} // namespace tst_source_scan

#include "tst_source_scan.moc"
