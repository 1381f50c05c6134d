// SPDX-License-Identifier: GPL-3.0-or-later
// Sources as people write, paste and save them, compiled like with nvcc.
#include "core/base/utf8_text.h"
#include "core/cache/nvcc_options.h"
#include "tests/compile/nvrtc_available.h"
#include "tests/main.h"

#include <QStringDecoder>
#include <QStringEncoder>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tst_source_texts {

using namespace warpbench;
using namespace warpbench::compile;

namespace {

CompileRequest requestFor(const std::string& source, const std::string& file = "program.cu") {
    CompileRequest request;
    request.source = source;
    request.fileName = file;
    request.arch = "sm_90";
    request.useCache = false;
    return request;
}

CompileResult compiled(const std::string& source, const std::string& standard = "c++17",
                       const std::vector<std::string>& names = {}) {
    CompileRequest request = requestFor(source);
    request.std = standard;
    request.nameExpressions = names;
    return compile::compile(request);
}

std::string messages(const CompileResult& result) {
    std::string all;
    for (const Diagnostic& d : result.diagnostics)
        all += std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + ": " + d.text +
               "\n";
    return all;
}

void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
    const std::filesystem::path path = folder.filePath(QString::fromUtf8(name)).toStdString();
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::string inUtf16(const std::string& text, bool bigEndian, bool mark) {
    QStringEncoder encoder(bigEndian ? QStringConverter::Utf16BE : QStringConverter::Utf16LE);
    const QByteArray bytes = encoder.encode(QString::fromStdString(text));
    return (mark ? std::string(bigEndian ? "\xFE\xFF" : "\xFF\xFE") : std::string()) +
           bytes.toStdString();
}

const char* const kHost = "#include <vector>\n"
                          "void fill(std::vector<int>& v) { v.push_back(1); }\n"
                          "int main() { std::vector<int> v; fill(v); }\n";

} // namespace

class TestSourceTexts : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { NEED_NVRTC(); }

    void conceptsAreTheDevices_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("kernel");
        const auto row = [](const char* name, const char* source, const char* kernel = "") {
            QTest::newRow(name) << source << kernel;
        };
        row("before a parameter", "template<class T> concept Num = requires(T a) { a + a; };\n"
                                  "template<Num T> __device__ T tw(T x) { return x + x; }\n"
                                  "__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("over several lines",
            "template <class T>\nconcept Num =\n    requires(T a, T b) {\n        a + b;\n"
            "        { a * b };\n        typename T;\n    } || (sizeof(T) == 4 && T(1) > 0);\n"
            "template <class T>\n    requires Num<T>\n__device__ T tw(T x) { return x + x; }\n"
            "__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("in a namespace, of others",
            "namespace a { template<class T> concept Add = requires(T a) { a + a; };\n"
            "template<class T> concept Both = Add<T> && requires(T a) { a * a; }; }\n"
            "template<a::Both T> __device__ T tw(T x) { return x + x; }\n"
            "__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("requires behind",
            "template<class T> concept Num = requires(T a) { a + a; };\n"
            "template<class T> __device__ T tw(T x) requires Num<T> { return x + "
            "x; }\n__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("requires requires",
            "template<class T> requires requires(T a) { a + a; } && (sizeof(T) < 16)\n"
            "__device__ T tw(T x) { return x + x; }\n"
            "template<class T> __device__ T th(T x) requires requires(T a) { a - a; } { return 3 * "
            "x; }\n__global__ void f(int* o) { o[0] = tw(1) + th(2); }\n");
        row("auto", "template<class T> concept Num = requires(T a) { a + a; };\n"
                    "__device__ auto tw(Num auto x) { return x + x; }\n"
                    "__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("if constexpr",
            "template<class T> concept Num = requires(T a) { a + a; };\n"
            "template<class T> __device__ int tw(T x) { if constexpr (Num<T>) return "
            "2; else return 0; }\n__global__ void f(int* o) { o[0] = tw(1); }\n");
        row("a struct",
            "template<class T> concept Num = requires(T a) { a + a; };\n"
            "template<class T> requires (sizeof(T) == 4) && Num<T> struct Box { T v; };\n"
            "__global__ void f(int* o) { Box<int> b{1}; o[0] = b.v; }\n");
        row("a kernel",
            "template<class T> concept Num = requires(T a) { a + a; };\n"
            "template<Num T> __global__ void f(T* o) { o[0] = T(1) + T(1); }\n",
            "f<float>");
        row("a kernel, requires before",
            "template<class T> concept Num = requires(T a) { a + a; };\n"
            "template<class T> requires Num<T> && (sizeof(T) == 4)\n"
            "__global__ void f(T* o) { o[0] = T(1) + T(1); }\n",
            "f<float>");
        row("of the library",
            "#include <concepts>\n#include <type_traits>\n"
            "template<class T> concept Num = std::integral<T> || "
            "std::is_floating_point_v<T>;\n"
            "template<std::integral T> __device__ T halved(T x) { return x / 2; }\n"
            "template<Num T> __global__ void f(T* o) { o[0] = T(halved(8)); }\n",
            "f<float>");
    }

    /// The same with host code beside it and without.
    void conceptsAreTheDevices() {
        QFETCH(QString, source);
        QFETCH(QString, kernel);
        std::vector<std::string> names;
        if (!kernel.isEmpty())
            names.push_back(kernel.toStdString());
        for (const std::string& host : {std::string(), std::string(kHost)}) {
            const CompileResult result = compiled(source.toStdString() + host, "c++20", names);
            QVERIFY2(result.succeeded, (messages(result) + result.log).c_str());
            QCOMPARE(result.kernels.size(), std::size_t(1));
        }
    }

    void aConceptOfTheHostIsSetAside() {
        const CompileResult result =
            compiled("#include <string>\n"
                     "template<class T> concept Named = requires(T a) { std::string(a.name()); };\n"
                     "template<Named T> std::string nameOf(T x) { return x.name(); }\n"
                     "__global__ void f(int* o) { o[0] = 1; }\n");
        QVERIFY2(result.succeeded, messages(result).c_str());
    }

    void deductionGuidesAreTheDevices_data() {
        QTest::addColumn<QString>("guide");
        QTest::addColumn<QString>("use");
        QTest::newRow("template") << "template<class T> struct Box { T v; };\n"
                                     "template<class T> Box(T) -> Box<T>;\n"
                                  << "Box{7}.v";
        QTest::newRow("plain, explicit")
            << "template<class T> struct Box { T v; };\nexplicit Box(int) -> Box<float>;\n"
            << "Box{7}.v";
        QTest::newRow("several lines, variadic")
            << "template<class T, int N> struct Arr { T v[N]; };\n"
               "template <class T, class... U>\nArr(T,\n    U...)\n    -> Arr<T,\n           1 + "
               "sizeof...(U)>;\n"
            << "Arr{1, 2, 3}.v[2]";
        QTest::newRow("for lambdas")
            << "template<class... F> struct Overloaded : F... { using F::operator()...; };\n"
               "template<class... F> Overloaded(F...) -> Overloaded<F...>;\n"
            << "Overloaded{[](int a) { return a; }, [](float) { return 2; }}(3)";
        QTest::newRow("in a namespace")
            << "namespace n { template<class T> struct Box { T v; };\n"
               "template<class T> Box(T, T) -> Box<T>; template<class T> Box(T) -> Box<T>; }\n"
            << "n::Box{7}.v";
    }

    void deductionGuidesAreTheDevices() {
        QFETCH(QString, guide);
        QFETCH(QString, use);
        for (const std::string& host : {std::string(), std::string(kHost)}) {
            const CompileResult result =
                compiled(guide.toStdString() + "extern \"C\" __global__ void f(int* o) { o[0] = " +
                         use.toStdString() + "; }\n" + host);
            QVERIFY2(result.succeeded, messages(result).c_str());
        }
    }

    void textsAreRead_data() {
        QTest::addColumn<QByteArray>("bytes");
        const std::string text = "// größe\n__global__ void f(int* o);\n";
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        row("UTF-8", text);
        row("with a mark", "\xEF\xBB\xBF" + text);
        row("UTF-16 LE", inUtf16(text, false, true));
        row("UTF-16 BE", inUtf16(text, true, true));
        row("UTF-16 LE without a mark", inUtf16(text, false, false));
        row("UTF-16 BE without a mark", inUtf16(text, true, false));
        row("Ctrl-Z", text + "\x1A");
    }

    void textsAreRead() {
        QFETCH(QByteArray, bytes);
        QCOMPARE(utf8Text(bytes.toStdString()),
                 std::string("// größe\n__global__ void f(int* o);\n"));
    }

    void otherBytesStay() {
        for (const std::string& bytes :
             {std::string("\x7F"
                          "ELF\0\0\x1A",
                          7),
              std::string("\x50\xED\x55\xBA\0\0\0\x1A", 8), std::string("\xE4\xF6 Latin-1"),
              std::string(), std::string("a"), std::string("\xD8", 1)})
            QCOMPARE(utf8Text(bytes), bytes);
        // Half a pair, and half a unit.
        QCOMPARE(utf8Text(std::string("\xFF\xFE\x00\xD8\x41\x00\x42", 7)),
                 std::string("\xEF\xBF\xBD"
                             "A"));
        QCOMPARE(utf8Text(std::string("\xFF\xFE\x3D\xD8\x00\xDE", 6)),
                 std::string("\xF0\x9F\x98\x80"));
    }

    /// Headers too, with host code and without, and what they include themselves.
    void headersInOtherEncodings() {
        const std::string inner = "#pragma once\n__device__ inline int one() { return 1; }\n";
        const std::string outer = "#pragma once\n#include \"inner.h\"\n"
                                  "__device__ inline int two() { return one() + one(); }\n";
        for (const bool bigEndian : {false, true}) {
            for (const bool host : {false, true}) {
                const QTemporaryDir folder;
                write(folder, "outer.h", inUtf16(host ? outer + kHost : outer, bigEndian, true));
                write(folder, "inner.h", "\xEF\xBB\xBF" + inner);
                const std::string source =
                    "#include \"outer.h\"\n__global__ void f(int* o) { o[0] = two(); }\n";
                CompileRequest request = requestFor(source, folder.filePath("k.cu").toStdString());
                request.useCache = true;
                const CompileResult result = compile::compile(request);
                QVERIFY2(result.succeeded, messages(result).c_str());
            }
        }
    }

    void pastedCharactersAreNamed_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        QTest::newRow("no-break space")
            << QString::fromUtf8(
                   "extern \"C\" __global__ void f(int* o) { int\u00A0i = threadIdx.x; o[i] = i; }")
            << 1 << "U+00A0, a no-break space, in column 43";
        QTest::newRow("zero-width space")
            << QString::fromUtf8("__global__ void f(int* o) {\n  o[0]\u200B = 1;\n}") << 2
            << "U+200B";
        QTest::newRow("curly quotes")
            << QString::fromUtf8("__global__ void f(int* o) {\n  printf(\u201Chello\\n\u201D);\n}")
            << 2 << "U+201C, a curly quote";
        QTest::newRow("single curly quote")
            << QString::fromUtf8("__global__ void f(char* o) {\n  o[0] = \u2018a\u2019;\n}") << 2
            << "U+2018";
        QTest::newRow("dash") << QString::fromUtf8(
                                     "__global__ void f(int* o) { o[0] = 3 \u2013 1; }")
                              << 1 << "U+2013, an en dash";
        QTest::newRow("dash between names")
            << QString::fromUtf8("__global__ void f(int* o, int a, int b) { o[0] = a\u2212b; }")
            << 1 << "U+2212, a minus sign";
        QTest::newRow("Greek question mark")
            << QString::fromUtf8("__global__ void f(int* o) { o[0] = 3\u037E }") << 1 << "U+037E";
        QTest::newRow("full-width semicolon")
            << QString::fromUtf8("__global__ void f(int* o) { o[0] = 3\uFF1B }") << 1 << "U+FF1B";
        QTest::newRow("full-width brackets")
            << QString::fromUtf8("__global__ void f\uFF08int* o\uFF09 { o[0] = 3; }") << 1
            << "U+FF08";
        QTest::newRow("Ctrl-Z") << QString::fromUtf8(
                                       "\n\u001A__global__ void f(int* o) { o[0] = 3; }\n")
                                << 2 << "U+001A";
        QTest::newRow("a letter in a name")
            << QString::fromUtf8("__global__ void f(int* o) { int gr\u00F6\u00DFe = 2; }") << 1
            << "U+00F6, a letter outside of ASCII, in column 35";
        QTest::newRow("in a directive")
            << QString::fromUtf8("#define N\u00A03\n__global__ void f(int* o) {\n o[0] = N; }") << 1
            << "U+00A0";
        QTest::newRow("behind __global__")
            << QString::fromUtf8("__global__\u00A0void f(int* o) { o[0] = 3; }") << 1 << "U+00A0";
    }

    void pastedCharactersAreNamed() {
        QFETCH(QString, source);
        QFETCH(int, line);
        QFETCH(QString, says);
        const CompileResult result = compiled(source.toStdString());
        QVERIFY(!result.succeeded);
        const auto named = std::find_if(
            result.diagnostics.begin(), result.diagnostics.end(),
            [&](const Diagnostic& d) { return d.text.find(says.toStdString()) != d.text.npos; });
        QVERIFY2(named != result.diagnostics.end(), messages(result).c_str());
        QCOMPARE(named->place.line, line);
        QVERIFY(messages(result).find("unrecognized token") == std::string::npos);
    }

    void suchCharactersAreFineInCommentsAndStrings() {
        const CompileResult result =
            compiled("// caf\u00E9\u00A0\u2013 \u201Cquoted\u201D\n/* \u037E */\n"
                     "__global__ void f(char* o) { const char* s = \"\u2013\u00A0\"; o[0] = s[1]; "
                     "}\n\x1A");
        QVERIFY2(result.succeeded, messages(result).c_str());
        const CompileResult other =
            compiled("__global__ void f(int* o) { o[0] = nothing; } // \u2013 here\n");
        QVERIFY2(messages(other).find("U+2013") == std::string::npos, messages(other).c_str());
    }

    void quotesInPaths_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("header");
        QTest::newRow("file") << "we\"ird.cu"
                              << "part.h";
        QTest::newRow("folder") << "a\"b\"/k.cu"
                                << "a\"b\"/part.h";
        QTest::newRow("header's folder") << "k.cu"
                                         << "in\"c/part.h";
    }

    void quotesInPaths() {
#ifdef Q_OS_WIN
        QSKIP("Windows has no such names");
#endif
        QFETCH(QString, source);
        QFETCH(QString, header);
        const QTemporaryDir folder;
        write(folder, header.toUtf8(), "#pragma once\n__device__ int one() { return 1; }\n");
        CompileRequest request =
            requestFor("#include \"part.h\"\n__global__ void f(int* o) { o[0] = one(); }\n",
                       folder.filePath(source).toStdString());
        request.includeDirs = {
            std::filesystem::path(folder.filePath(header).toStdString()).parent_path()};
        CompileResult result = compile::compile(request);
        QVERIFY2(result.succeeded, messages(result).c_str());
        QVERIFY(result.cubin);
        request.source += "__device__ int bad() { return nothing; }\n";
        result = compile::compile(request);
        QVERIFY(!result.succeeded);
        QCOMPARE(result.diagnostics.at(0).place.file, request.fileName);
        QCOMPARE(result.diagnostics.at(0).place.line, 3);
    }

    void oneHeaderUnderTwoNames_data() {
        QTest::addColumn<QString>("guard");
        QTest::addColumn<QString>("second");
        for (const char* second : {"inc/bits.h", "./inc/bits.h", "other/../inc/bits.h"}) {
            QTest::addRow("once %s", second) << "#pragma once\n" << second;
            QTest::addRow("guarded %s", second) << "#ifndef B\n#define B\n" << second;
        }
    }

    void oneHeaderUnderTwoNames() {
        QFETCH(QString, guard);
        QFETCH(QString, second);
        const QTemporaryDir folder;
        const bool guarded = guard.contains("ifndef");
        write(folder, "other/x", "");
        write(folder, "inc/bits.h",
              guard.toStdString() +
                  "#include <cstdio>\nvoid host_helper(int);\n"
                  "__device__ inline int bit() { return 1; }\n" +
                  (guarded ? "#endif\n" : ""));
        write(folder, "part.cu",
              "#include \"" + second.toStdString() +
                  "\"\n"
                  "__global__ void part(int* o) { o[0] = bit(); }\n");
        CompileRequest request = requestFor("#include \"bits.h\"\n#include \"part.cu\"\n"
                                            "__global__ void f(int* o) { o[0] = bit(); }\n",
                                            folder.filePath("main.cu").toStdString());
        request.includeDirs = {folder.filePath("inc").toStdString()};
        const CompileResult result = compile::compile(request);
        QVERIFY2(result.succeeded, messages(result).c_str());
        QCOMPARE(result.kernels.size(), std::size_t(2));
    }

    /// `k<BM, BN>` and `k<64, 32>` are one kernel by two names.
    void spellingsOfOneInstance() {
        CompileRequest request =
            requestFor("#define BM 64\n#define BN 32\ntypedef float real;\n"
                       "template <int M, int N> __global__ void k(int* o) { o[0] = M + N; }\n"
                       "template <class T> __global__ void t(T* o) { o[0] = 1; }\n"
                       "template __global__ void k<64, 32>(int*);\n");
        request.nameExpressions = {"k<BM, BN>",     "k<64, 32>", "k<64,32>", "k<BM, BM / 2>",
                                   "k<2 * BN, BN>", "t<real>",   "t<float>"};
        const CompileResult result = compile::compile(request);
        QVERIFY2(result.succeeded, messages(result).c_str());
        QCOMPARE(result.kernels.size(), std::size_t(2));
        for (const std::string& name : request.nameExpressions)
            QVERIFY2(result.kernel(name), name.c_str());
        QVERIFY(!result.kernel("k<1, 2>"));
    }

    void wideIntegers() {
        const QTemporaryDir folder;
        write(folder, "wide.h", "#pragma once\ntypedef unsigned __int128 wide;\n");
        for (const char* text :
             {"__global__ void f(int* o) { o[0] = (int)(((unsigned __int128)1 << 100) % 97); }\n",
              "__global__ void f(int* o) { __int128 a = o[0]; o[0] = (int)(a * a >> 70); }\n",
              "__global__ void f(int* o) { __uint128_t a = o[0]; __int128_t b = 3; o[0] = "
              "(int)(a / b); }\n",
              "#include \"wide.h\"\n__global__ void f(int* o) { o[0] = (int)((wide)1 << 70 >> 69); "
              "}\n"}) {
            const CompileResult result =
                compile::compile(requestFor(text, folder.filePath("k.cu").toStdString()));
            QVERIFY2(result.succeeded, messages(result).c_str());
        }
    }

    void thrustInKernels_data() {
        QTest::addColumn<QString>("includes");
        QTest::addColumn<QString>("body");
        QTest::newRow("complex") << "complex"
                                 << "thrust::complex<float> z(1, threadIdx.x); z *= z; "
                                    "o[0] = z.real() + thrust::abs(z) + thrust::exp(z).imag();";
        QTest::newRow("complex of doubles")
            << "complex"
            << "thrust::complex<double> z(1, 2); o[0] = thrust::norm(z / 3.0);";
        QTest::newRow("sort, reduce") << "sort reduce execution_policy functional"
                                      << "thrust::sort(thrust::seq, o, o + 16, "
                                         "thrust::greater<int>()); "
                                         "o[16] = thrust::reduce(thrust::seq, o, o + 16);";
        QTest::newRow("device") << "sort execution_policy"
                                << "thrust::stable_sort(thrust::device, o, o + 16);";
        QTest::newRow("scan, find, for_each")
            << "scan find for_each execution_policy"
            << "thrust::inclusive_scan(thrust::seq, o, o + 8, o); o[9] = "
               "thrust::find(thrust::seq, o, o + 8, 3) - o; thrust::for_each(thrust::seq, o, o + "
               "3, [](int& x) { x++; });";
        QTest::newRow("iterators, tuples")
            << "iterator/counting_iterator iterator/zip_iterator copy tuple pair execution_policy"
            << "thrust::counting_iterator<int> c(0); thrust::copy(thrust::seq, c, c + 3, o); "
               "thrust::tuple<int, float> t(1, 2); o[5] = thrust::get<0>(t) + "
               "thrust::make_pair(1, 2).second;";
        QTest::newRow("random") << "random"
                                << "thrust::default_random_engine e(threadIdx.x); "
                                   "thrust::uniform_real_distribution<float> u(0, 1); o[0] = 9 * "
                                   "u(e);";
    }

    /// Also beside host code that uses Thrust's containers.
    void thrustInKernels() {
        QFETCH(QString, includes);
        QFETCH(QString, body);
        std::string head;
        for (const QString& name : includes.split(' '))
            head += "#include <thrust/" + name.toStdString() + ".h>\n";
        const std::string kernel =
            "extern \"C\" __global__ void f(int* o) { " + body.toStdString() + " }\n";
        const std::string host = "#include <thrust/device_vector.h>\n#include <iostream>\n"
                                 "int main() { thrust::device_vector<int> v(20); "
                                 "f<<<1, 1>>>(thrust::raw_pointer_cast(v.data())); }\n";
        for (const std::string& source : {head + kernel, head + host + kernel}) {
            const CompileResult result = compiled(source);
            QVERIFY2(result.succeeded, messages(result).c_str());
        }
    }

    void optionsOfNvcc_data() {
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<QStringList>("taken");
        const auto row = [](const char* name, const QStringList& given, const QStringList& taken) {
            QTest::newRow(name) << given << taken;
        };
        row("host optimisation", {"-O3", "-O0", "--optimize=2", "--optimize", "1", "-O 2", "-O=1"},
            {});
        row("architectures",
            {"-gencode arch=compute_90,code=sm_90", "-gencode", "arch=compute_80,code=sm_80",
             "--generate-code=arch=x", "-code=sm_90", "-arch=native", "-arch", "all"},
            {});
        row("host compiler",
            {"-Xcompiler", "-fopenmp", "-Xcompiler=-Wall,-Wextra", "--compiler-options", "-fPIC -g",
             "-Xcompiler \"-march=native\"", "-ccbin", "g++-12", "-Xlinker -z"},
            {});
        row("lambdas",
            {"--extended-lambda", "-extended-lambda", "--expt-extended-lambda",
             "-expt-relaxed-constexpr", "--expt-relaxed-constexpr"},
            {});
        row("files and libraries",
            {"-o", "k", "-c", "-lcublas", "-L/usr/lib", "-lm", "--keep", "-dryrun", "-g", "-m64",
             "-t4", "--threads", "4", "-x", "cu", "-cudart", "static"},
            {});
        row("with a meaning",
            {"-maxrregcount",
             "64",
             "-maxrregcount=32",
             "--maxrregcount 16",
             "-isystem",
             "inc",
             "-I inc",
             "-std",
             "c++20",
             "-D N=3",
             "-D",
             "M",
             "-Xptxas",
             "-v",
             "-Xptxas=-O3",
             "-rdc",
             "true",
             "--ftz",
             "true",
             "-include a.h"},
            {"-maxrregcount=64", "-maxrregcount=32", "-maxrregcount=16", "-Iinc", "-Iinc",
             "-std=c++20", "-DN=3", "-DM", "--ptxas-options=-v", "--ptxas-options=-O3", "-rdc=true",
             "--ftz=true", "-include=a.h"});
        row("NVRTC's own",
            {"-lineinfo", "--use_fast_math", "-G", "--device-int128", "-default-device", "-w",
             "-DX=a b", "--fmad=false", "-dlto", "-Ofast-compile=max", "--no-such-thing"},
            {"-lineinfo", "--use_fast_math", "-G", "--device-int128", "-default-device", "-w",
             "-DX=a b", "--fmad=false", "-dlto", "-Ofast-compile=max", "--no-such-thing"});
        row("several in one string", {"-O3 -lineinfo --use_fast_math"},
            {"-lineinfo", "--use_fast_math"});
        row("the front end", {"-Xcudafe", "--diag_suppress=177", "-Xcudafe=--display_error_number"},
            {"--diag-suppress=177"});
    }

    void optionsOfNvcc() {
        QFETCH(QStringList, given);
        QFETCH(QStringList, taken);
        std::vector<std::string> options;
        for (const QString& option : given)
            options.push_back(option.toStdString());
        QStringList result;
        for (const std::string& option : optionsForNvrtc(options))
            result << QString::fromStdString(option);
        QCOMPARE(result, taken);
        std::vector<std::string> again;
        for (const QString& option : result)
            again.push_back(option.toStdString());
        QCOMPARE(optionsForNvrtc(again), again);
    }

    void architecturesOwnFeatures() {
        QCOMPARE(specificArchitecture({"-gencode", "arch=compute_90a,code=sm_90a"}, 90),
                 std::string("sm_90a"));
        QCOMPARE(specificArchitecture({"-arch=sm_100f"}, 100), std::string("sm_100f"));
        QCOMPARE(specificArchitecture({"-arch=sm_90a"}, 80), std::string());
        QCOMPARE(specificArchitecture({"-arch=sm_90", "-DX=sm_90a"}, 90), std::string());
        QCOMPARE(specificArchitecture({}, 90), std::string());
    }

    void optionsOfNvccCompileInSilence() {
        CompileRequest request = requestFor("__global__ void f(int* o) { o[0] = N; }\n");
        request.options = {"-O3",        "-gencode", "arch=compute_90,code=sm_90",
                           "-Xcompiler", "-Wall",    "--extended-lambda",
                           "-D",         "N=3",      "-maxrregcount 32",
                           "-Xptxas",    "-v",       "-arch=sm_80"};
        const CompileResult result = compile::compile(request);
        QVERIFY2(result.succeeded, messages(result).c_str());
        QVERIFY2(result.diagnostics.empty(), messages(result).c_str());
        QVERIFY(result.droppedOptions.empty());
    }

    void undefinedNamesAreExplained_data() {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* body, const char* says) {
            QTest::newRow(body) << body << says;
        };
        row("o[0] = __shfl(o[0], 1);", "__shfl_sync");
        row("o[0] = __shfl_up(o[0], 1);", "__shfl_up_sync");
        row("o[0] = __shfl_down(o[0], 1);", "__shfl_down_sync");
        row("o[0] = __shfl_xor(o[0], 1);", "__shfl_xor_sync");
        row("o[0] = __ballot(o[0]);", "__ballot_sync");
        row("o[0] = __any(o[0]);", "__any_sync");
        row("o[0] = __all(o[0]);", "__all_sync");
        row("o[theadIdx.x] = 1;", "did you mean \"threadIdx\"?");
        row("__syncthread(); o[0] = 1;", "did you mean \"__syncthreads\"?");
        row("o[0] = sqrtt(2.0f);", "did you mean \"sqrt");
        row("int lenght = n; o[0] = length;", "did you mean \"lenght\"?");
        row("o[0] = width_of_row + 1;", "did you mean \"width_of_rows\"?");
        row("__shared__ int s[n]; s[0] = 1; o[0] = s[0];", "extern __shared__");
    }

    void undefinedNamesAreExplained() {
        QFETCH(QString, body);
        QFETCH(QString, says);
        const CompileResult result =
            compiled("__constant__ int width_of_rows;\n__global__ void k(int* o, int n) { " +
                     body.toStdString() + " }\n");
        QVERIFY(!result.succeeded);
        QVERIFY2(messages(result).find(says.toStdString()) != std::string::npos,
                 messages(result).c_str());
    }
};

WARPBENCH_TEST(TestSourceTexts)
} // namespace tst_source_texts

#include "tst_source_texts.moc"
