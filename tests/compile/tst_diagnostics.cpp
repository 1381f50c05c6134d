// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of NVRTC and ptxas as typed messages. The logs in this file are from NVRTC 13.0; those of
// other versions are in data/.
#include "core/compiled/diagnostics.h"
#include "core/compiled/ptxas_log.h"
#include "tests/compile/golden.h"
#include "tests/main.h"

#include <QTest>

#include <string>

namespace tst_diagnostics {

using namespace warpbench;
using namespace warpbench::compile;

namespace {

/// "error d/err.cu:6:9 [177-D] text" with the notes below, indented: what the tests compare.
std::string describe(const std::vector<Diagnostic>& diagnostics, const std::string& indent = {}) {
    static const char* const kNames[] = {"note", "remark", "warning", "error"};
    std::string text;
    for (const Diagnostic& d : diagnostics) {
        text += indent + kNames[static_cast<int>(d.severity)] + " " + d.place.file + ":" +
                std::to_string(d.place.line) + ":" + std::to_string(d.place.column);
        if (!d.code.empty())
            text += " [" + d.code + "]";
        if (d.source != "nvrtc")
            text += " (" + d.source + ")";
        text += " " + d.text + "\n" + describe(d.notes, indent + "  ");
    }
    return text;
}

} // namespace

class TestDiagnostics : public QObject {
    Q_OBJECT
  private slots:
    void forms_data();
    void forms();
    void anyCutOfALogIsReadable();
    void unknownOptionsAreFound();
    void ptxPlaces();
    void usage();
    void usageOfOlderArchitectures();
    void logsOfSeveralVersions_data();
    void logsOfSeveralVersions();
    void ptxasOfSeveralVersions_data();
    void ptxasOfSeveralVersions();
};

void TestDiagnostics::forms_data() {
    QTest::addColumn<QString>("log");
    QTest::addColumn<QString>("expected");

    QTest::newRow("tab before the caret")
        << R"(d/err.cu(6): error: too few arguments in function call
  	helper(a_);
  	         ^

)"
        << "error d/err.cu:6:11 too few arguments in function call\n";

    QTest::newRow("more text, notes of their own file")
        << R"log(d/over.cu(6): error: no instance of overloaded function "helper" matches the argument list
            argument types are: (const float *)
  	helper(a);
  	^
d/over.cu(2): note #3326-D: function "helper(double *)" does not match because argument #1 does not match parameter
  __device__ void helper(double*a){ *a=1; }
                  ^
d/helper.cuh(1): note #3322-D: number of parameters of function "helper(float *, int)" does not match the call
  __device__ void helper(float*a, int n){ a[n]=1; }
                  ^

1 error detected in the compilation of "d/over.cu".
)log"
        << R"log(error d/over.cu:6:2 no instance of overloaded function "helper" matches the argument list
argument types are: (const float *)
  note d/over.cu:2:17 [3326-D] function "helper(double *)" does not match because argument #1 does not match parameter
  note d/helper.cuh:1:17 [3322-D] number of parameters of function "helper(float *, int)" does not match the call
)log";

    QTest::newRow("warning with a number, advice left out")
        << R"(d/crlf.cu(1): warning #177-D: variable "unused" was declared but never referenced
  __global__ void k(int*p){ int unused; }
                                ^

Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

)"
        << "warning d/crlf.cu:1:31 [177-D] variable \"unused\" was declared but never referenced\n";

    QTest::newRow("context on one line")
        << R"(d/err.cu(3): error: expression must have class type but it has type "float"
  template<class T> __device__ T a(T v){ return v.foo; }
                                                ^
          detected during instantiation of "T a(T) [with T=float]" at line 9

)"
        << R"(error d/err.cu:3:47 expression must have class type but it has type "float"
  note d/err.cu:9:0 instantiation of "T a(T) [with T=float]"
)";

    QTest::newRow("contexts on several lines")
        << R"(d/t.cu(1): error: expression must have class type but it has type "int"
  template<class T> __device__ void f(T t){ t.x(); }
                                            ^
          detected during:
            instantiation of "void f(T) [with T=int]" at line 2
            instantiation of "void g(T) [with T=int]" at line 3 of d/other.cuh

2 errors detected in the compilation of "d/t.cu".
)"
        << R"(error d/t.cu:1:43 expression must have class type but it has type "int"
  note d/t.cu:2:0 instantiation of "void f(T) [with T=int]"
  note d/other.cuh:3:0 instantiation of "void g(T) [with T=int]"
)";

    QTest::newRow("catastrophic error")
        << R"(sub/b.cu(1): catastrophic error: cannot open source file "h.cuh"
  #include "h.cuh"
                  ^

1 catastrophic error detected in the compilation of "sub/b.cu".
Compilation terminated.
)"
        << "error sub/b.cu:1:17 cannot open source file \"h.cuh\"\n";

    QTest::newRow("end of source")
        << R"(At end of source: error: expected a "}"
d/eof.cu(1): note #3196-D: to match this "{"
  __global__ void k(int*p){ {
                            ^

)"
        << R"(error kernel.cu:0:0 expected a "}" (at the end of the source)
  note d/eof.cu:1:27 [3196-D] to match this "{"
)";

    QTest::newRow("remark") << R"(d/pm.cu(1): remark #20200-D: #pragma message: "hi there"
  #pragma message "hi there"
                            ^

)"
                            << "remark d/pm.cu:1:27 [20200-D] #pragma message: \"hi there\"\n";

    QTest::newRow("brackets and colons in the file's name")
        << "my (1): old/k(2).cu(3): error: bad (4): error: really\n"
        << "error my (1): old/k(2).cu:3:0 bad (4): error: really\n";

    QTest::newRow("kernel's name")
        << R"(__nv_name_map(2): error: identifier "foo" is undefined
  #pragma nv_mangled_name foo<int>
                          ^

)"
        << "error kernel.cu:0:0 in the kernel's name: identifier \"foo\" is "
           "undefined\n";

    QTest::newRow("without a place")
        << "Warning #630-D: trouble\nError limit reached.\n"
        << "warning :0:0 [630-D] trouble\n"
           "error kernel.cu:0:0 too many errors: the compiler stopped\n";

    QTest::newRow("nvrtc itself") << "nvrtc: error: invalid value for --std(-std)\n"
                                  << "error :0:0 invalid value for --std(-std)\n";

    QTest::newRow("NVVM's remark") << "remark: f.cu:2:17: loop not unrolled\n"
                                   << "remark f.cu:2:17 loop not unrolled\n";

    QTest::newRow("ptxas errors, closing line left out")
        << R"(ptxas application ptx input, line 28; error   : Unknown modifier '.op'
ptxas application ptx input, line 33; warning : Something else
ptxas fatal   : Ptx assembly aborted due to errors
)"
        << "error <ptx>:28:0 (ptxas) Unknown modifier '.op'\n"
           "warning <ptx>:33:0 (ptxas) Something else\n";

    QTest::newRow("ptxas fatal alone") << "ptxas fatal   : Unknown option 'foo'\n"
                                       << "error :0:0 (ptxas) Unknown option 'foo'\n";

    QTest::newRow("ptxas limits and usage")
        << R"(ptxas warning : For profile sm_90 adjusting per thread register count of 7 to lower bound of 24
ptxas info    : Overriding global maxrregcount 24 with entry-specific value 32 computed using thread count
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 14 registers, used 0 barriers, 40000 bytes smem
ptxas info    : Compile time = 2.608 ms
ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored
)"
        << "warning :0:0 (ptxas) For profile sm_90 adjusting per thread register "
           "count of 7 to lower bound of 24\n"
           "remark :0:0 (ptxas) (C7508) Potential Performance Loss: 'setmaxnreg' "
           "ignored\n";

    QTest::newRow("carriage returns") << "a.cu(2): error: no\r\n  x\r\n  ^\r\n\r\n"
                                      << "error a.cu:2:1 no\n";
    QTest::newRow("nothing") << ""
                             << "";
}

void TestDiagnostics::forms() {
    QFETCH(QString, log);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(describe(parseLog(log.toStdString(), "kernel.cu"))), expected);
}

/// A log cut off anywhere is still parsed, and no message has an empty text.
void TestDiagnostics::anyCutOfALogIsReadable() {
    const std::string log = R"(d/t.cu(1): error: bad
  text
     ^
          detected during:
            instantiation of "f" at line 2
At end of source: error: expected a "}"
d/eof.cu(1): note #3196-D: to match this "{"
  x
  ^
ptxas application ptx input, line 28; error   : Unknown modifier
)";
    for (std::size_t begin = 0; begin < log.size(); ++begin)
        for (std::size_t length = 0; length <= log.size() - begin; length += 7)
            for (const Diagnostic& d : parseLog(log.substr(begin, length), "k.cu"))
                QVERIFY(d.place.line >= 0 && d.place.column >= 0);
}

void TestDiagnostics::unknownOptionsAreFound() {
    const std::vector<std::string> expected = {"--foo=3", "3"};
    QCOMPARE(unknownOptions("nvrtc: error: unrecognized option --foo=3 found\n"
                            "nvrtc: error: unrecognized option 3 found"),
             expected);
    QVERIFY(unknownOptions("k.cu(1): error: unrecognized option x found").empty());
}

void TestDiagnostics::ptxPlaces() {
    const std::string ptx = R"(.version 9.0
.visible .entry a(
){
	.loc	1 3 5
	add.s32 %r1, %r2, 1;
	.loc	2 12 9, function_name $L__info_string0, inlined_at 1 4 1
	bad;
	ret;
}
.visible .entry b(
){
	bad;
}
	.file	1 "/project/k.cu"
	.file	2 "/project/h.cuh"
)";
    std::vector<Diagnostic> found(4);
    for (Diagnostic& d : found)
        d.place.file = kPtxFile;
    found[0].place.line = 5;
    found[1].place.line = 7;
    found[2].place.line = 12; // in a function without line information
    found[3].place.line = 900;
    translatePtxPlaces(found, ptx, "/project/k.cu");
    const Place expected[] = {{"/project/k.cu", 3, 5},
                              {"/project/h.cuh", 12, 9},
                              {"/project/k.cu", 0, 0},
                              {"/project/k.cu", 0, 0}};
    for (std::size_t i = 0; i < found.size(); ++i)
        QCOMPARE(found[i].place, expected[i]);
}

void TestDiagnostics::usage() {
    const auto usages = parsePtxasUsage(R"(
ptxas warning : Registers are spilled to local memory in function 'spiller', 1636 bytes spill stores, 1676 bytes spill loads
ptxas info    : 1024 bytes gmem
ptxas info    : Compiling entry function 'spiller' for 'sm_90'
ptxas info    : Function properties for spiller
ptxas         .     1128 bytes stack frame, 1636 bytes spill stores, 1676 bytes spill loads
ptxas info    : Used 64 registers, used 2 barriers, 1128 bytes cumulative stack size, 512 bytes smem
ptxas info    : Function properties for helper
ptxas         .     8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Compiling entry function '_Z5plainPi' for 'sm_90'
ptxas info    : Used 8 registers
)");
    QCOMPARE(usages.size(), std::size_t{2});
    const PtxasUsage spiller = {64, 2, 512, 1128, 1636, 1676, std::nullopt};
    QVERIFY(usages.at("spiller") == spiller);
    QCOMPARE(usages.at("_Z5plainPi").registers.value_or(0), 8);
    QVERIFY(!usages.at("_Z5plainPi").barriers); // not reported by CUDA 12.8 and earlier
    QVERIFY(!usages.at("_Z5plainPi").stackBytes);
}

void TestDiagnostics::usageOfOlderArchitectures() {
    const auto usages = parsePtxasUsage(
        "ptxas info    : Compiling entry function 'k' for 'sm_75'\n"
        "ptxas info    : Used 10 registers, used 1 barriers, 512 bytes smem, 360 bytes cmem[0], 8 "
        "bytes cmem[2]\n");
    QCOMPARE(usages.at("k").constantBytes.value_or(0), std::int64_t{360});
    QCOMPARE(usages.at("k").sharedBytes.value_or(0), std::int64_t{512});
}

namespace {

/// What the logs of data/source say. Since NVRTC 12 lines are echoed with a caret, so columns are
/// known, and candidates have notes.
QString expectedOf(const QString& log, bool old) {
    const auto text = [](const char* literal) { return QString::fromLatin1(literal); };
    if (log == QLatin1String("errors") && old)
        return text(
            R"log(error /project/errors.cu:16:0 no instance of overloaded function "helper" matches the argument list
argument types are: (const float *)
error /project/errors.cu:17:0 identifier "undefined" is undefined
error /project/errors.cu:19:0 expression must be a modifiable lvalue
error /project/errors.cu:21:0 expected a ";"
warning /project/errors.cu:20:0 [177-D] variable "missing" was declared but never referenced
error /project/errors.cu:24:0 a __global__ function must have a void return type
error /project/errors.cu:8:0 expression must have class type but it has type "float"
  note /project/errors.cu:12:0 instantiation of "T member(T) [with T=float]"
  note /project/errors.cu:18:0 instantiation of "T twice(T) [with T=float]"
)log");
    if (log == QLatin1String("errors"))
        return text(
            R"log(error /project/errors.cu:16:5 no instance of overloaded function "helper" matches the argument list
argument types are: (const float *)
  note /project/errors.cu:4:17 [3322-D] number of parameters of function "helper(float *, int)" does not match the call
  note /project/errors.cu:3:17 [3326-D] function "helper(double *)" does not match because argument #1 does not match parameter
error /project/errors.cu:17:12 identifier "undefined" is undefined
error /project/errors.cu:19:5 expression must be a modifiable lvalue
error /project/errors.cu:21:5 expected a ";"
warning /project/errors.cu:20:9 [177-D] variable "missing" was declared but never referenced
error /project/errors.cu:24:1 a __global__ function must have a void return type
error /project/errors.cu:8:12 expression must have class type but it has type "float"
  note /project/errors.cu:12:0 instantiation of "T member(T) [with T=float]"
  note /project/errors.cu:18:0 instantiation of "T twice(T) [with T=float]"
)log");
    if (log == QLatin1String("warnings") && old)
        return text(
            R"log(remark /project/warnings.cu:3:0 [20200-D] #pragma message: "a message of the source"
warning /project/warnings.cu:12:0 [186-D] pointless comparison of unsigned integer with zero
warning /project/warnings.cu:11:0 [177-D] variable "unused" was declared but never referenced
)log");
    if (log == QLatin1String("warnings"))
        return text(
            R"log(remark /project/warnings.cu:3:42 [20200-D] #pragma message: "a message of the source"
warning /project/warnings.cu:8:1 [940-D] missing return statement at end of non-void function "noReturn"
warning /project/warnings.cu:12:11 [186-D] pointless comparison of unsigned integer with zero
warning /project/warnings.cu:11:9 [177-D] variable "unused" was declared but never referenced
)log");
    if (log == QLatin1String("unfinished"))
        return text(old ? R"log(error kernel.cu:0:0 expected a "}" (at the end of the source)
  note /project/unfinished.cu:2:0 [3196-D] to match this "{"
)log"
                        : R"log(error kernel.cu:0:0 expected a "}" (at the end of the source)
  note /project/unfinished.cu:2:38 [3196-D] to match this "{"
)log");
    if (log == QLatin1String("include"))
        return text(old ? "error /project/include.cu:2:0 cannot open source file \"nowhere.cuh\"\n"
                        : "error /project/include.cu:2:23 cannot open source file "
                          "\"nowhere.cuh\"\n");
    return {};
}

} // namespace

void TestDiagnostics::logsOfSeveralVersions_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("log");
    QVERIFY(golden::versionsOf("nvrtc").size() >= 5);
    for (const QString& version : golden::versionsOf("nvrtc"))
        for (const char* log : {"errors", "warnings", "unfinished", "include", "kernels"})
            QTest::addRow("%s, %s", qPrintable(version), log) << version << QString(log);
}

void TestDiagnostics::logsOfSeveralVersions() {
    QFETCH(QString, version);
    QFETCH(QString, log);
    const std::string text = golden::text("nvrtc/" + version + "/" + log + ".log");
    QVERIFY(!text.empty());
    QCOMPARE(QString::fromStdString(describe(parseLog(text, "kernel.cu"))),
             expectedOf(log, version.startsWith(QLatin1String("11."))));
}

void TestDiagnostics::ptxasOfSeveralVersions_data() {
    QTest::addColumn<QString>("version");
    for (const QString& version : golden::versionsOf("ptxas"))
        QTest::addRow("%s", qPrintable(version)) << version;
}

void TestDiagnostics::ptxasOfSeveralVersions() {
    QFETCH(QString, version);
    // As reported by NVRTC, and by ptxas alone.
    for (const QString& file :
         {"nvrtc/" + version + "/kernels.log", "ptxas/" + version + "/usage-sm_80.log"}) {
        const auto usages = parsePtxasUsage(golden::text(file));
        QCOMPARE(usages.size(), std::size_t{4});
        const PtxasUsage& tiled = usages.at("tiled");
        QCOMPARE(tiled.registers.value_or(0), 25);
        QCOMPARE(tiled.sharedBytes.value_or(0), std::int64_t{512});
        QCOMPARE(tiled.constantBytes.value_or(0), std::int64_t{368});
        // Not that of weighed(), which it calls.
        QCOMPARE(tiled.stackBytes.value_or(0), std::int64_t{32});
        const bool tells = !version.startsWith(QLatin1String("11.")) &&
                           version != QLatin1String("12.4"); // they leave barriers out
        QCOMPARE(tiled.barriers.value_or(-1), tells ? 1 : -1);
        QCOMPARE(usages.at("plain").barriers.value_or(-1), tells ? 0 : -1);
        const PtxasUsage& spiller = usages.at("_Z7spillerILi36EEvPf");
        QCOMPARE(spiller.registers.value_or(0), 32);
        QCOMPARE(spiller.spillStoreBytes.value_or(0), std::int64_t{36});
        QCOMPARE(spiller.spillLoadBytes.value_or(0), std::int64_t{36});
        QVERIFY(parseLog(golden::text(file), "kernel.cu").empty());
    }
    const auto newer = parsePtxasUsage(golden::text("ptxas/" + version + "/usage-sm_90.log"));
    QVERIFY(!newer.at("tiled").constantBytes);
    // The line of PTX, and by it the line of the source.
    for (const QString& file :
         {"nvrtc/" + version + "/ptxas.log", "ptxas/" + version + "/errors.log"}) {
        auto found = parseLog(golden::text(file), "/project/ptxas.cu");
        QCOMPARE(found.size(), std::size_t{1});
        translatePtxPlaces(found, golden::text("nvrtc/" + version + "/wrong.ptx"),
                           "/project/ptxas.cu");
        QCOMPARE(found[0].place.file, std::string("/project/ptxas.cu"));
        QCOMPARE(found[0].place.line, 9);
        QCOMPARE(found[0].text, std::string("Unknown modifier '.op'"));
    }
}

WARPBENCH_TEST(TestDiagnostics)
} // namespace tst_diagnostics

#include "tst_diagnostics.moc"
