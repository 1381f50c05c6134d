// SPDX-License-Identifier: GPL-3.0-or-later
// Invalid or unsupported PTX: the error, and a JIT log that names the line. ptxas 13.0 also rejects
// each of these texts for sm_90.
#include "driver_library.h"
#include "tests/main.h"

#include <QRegularExpression>

#include <algorithm>
#include <cctype>
#include <memory>
#include <vector>

namespace tst_simgpu_bad_ptx {

namespace {

constexpr const char* kWhole = R"(
.version 8.6
.target sm_90
.address_size 64
.extern .func (.param .b32 status) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[4] = {72, 105, 10, 0};
.const .align 4 .f32 table[2] = {0f3F800000, -2.5};
.func (.param .b32 result) twice(.param .b32 value)
{
    .reg .b32 %r<2>;
    ld.param.b32 %r1, [value];
    add.s32 %r1, %r1, %r1;
    st.param.b32 [result], %r1;
    ret;
}
.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 pair[16])
.maxntid 128, 1, 1
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<3>;
    .shared .align 4 .b8 tile[64];
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x; // the lane
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra $END;
    { .reg .b32 inner; ld.param.u32 inner, [pair+4]; add.s32 %r2, inner, 0x1F; }
    st.shared.u32 [tile+8], %r2;
    { .param .b32 to; .param .b32 from; st.param.b32 [to], %r2; call.uni (from), twice, (to);
      ld.param.b32 %r3, [from]; }
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    atom.global.add.u32 %r4, [%rd2], %r3;
$END:
    /* all meet */
    bar.sync 0;
    ret;
}
)";

/// The ends of a text's tokens: names, numbers, strings and single punctuation characters.
std::vector<size_t> tokenEnds(const std::string& text) {
    std::vector<size_t> ends;
    const auto inWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '$' ||
               c == '.';
    };
    for (size_t i = 0; i < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[i]))) {
            ++i;
            continue;
        }
        if (text.compare(i, 2, "//") == 0)
            i = text.find('\n', i);
        else if (text.compare(i, 2, "/*") == 0)
            i = text.find("*/", i) + 2;
        else if (inWord(text[i]))
            while (i < text.size() && inWord(text[i]))
                ++i;
        else
            ++i;
        ends.push_back(i);
    }
    return ends;
}

/// A kernel whose seventh line is the code.
std::string kernelWith(const QByteArray& code) {
    return ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
           ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 "
           "%rd<4>; .reg .f64 %d<4>; .reg .b128 %q;\n" +
           code.toStdString() + "\nret;\n}\n";
}

} // namespace

class TestBadPtx : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void cleanupTestCase() { m_context.reset(); }
    void truncated();
    void wrongInstructions_data();
    void wrongInstructions();
    void notExecuted_data();
    void notExecuted();
    void laterVersion();
    void deepScopes();
    void launchesFromKernels_data();
    void launchesFromKernels();

  private:
    CUresult load(const std::string& text);

    std::unique_ptr<TestContext> m_context;
    QString m_log; ///< of the last load
};

void TestBadPtx::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "h200");
    CHECK_OK(DRV(cuInit)(0));
    m_context = std::make_unique<TestContext>();
}

CUresult TestBadPtx::load(const std::string& text) {
    std::vector<char> log(4096);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    CUmodule module = nullptr;
    const CUresult result = DRV(cuModuleLoadDataEx)(&module, text.c_str(), 2, options, values);
    if (result == CUDA_SUCCESS)
        DRV(cuModuleUnload)(module);
    m_log = QString::fromUtf8(log.data());
    return result;
}

// However little is left of a module, it loads or is refused with a line that it has.
void TestBadPtx::truncated() {
    const std::string whole = kWhole;
    CHECK_OK(load(whole));
    const auto ends = tokenEnds(whole);
    QVERIFY(ends.size() > 250);
    static const QRegularExpression place("line (\\d+)");
    int refused = 0;
    for (const size_t end : ends) {
        const std::string text = whole.substr(0, end);
        const CUresult result = load(text);
        if (result == CUDA_SUCCESS)
            continue;
        ++refused;
        CHECK_RESULT(result, CUDA_ERROR_INVALID_PTX);
        const QRegularExpressionMatch match = place.match(m_log);
        QVERIFY2(match.hasMatch(), qPrintable(m_log));
        const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
        QVERIFY2(match.captured(1).toLongLong() <= lines, qPrintable(m_log));
    }
    QVERIFY(refused > 200);
}

void TestBadPtx::wrongInstructions_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* code, const char* form, const char* reason) {
        QTest::newRow(code) << QByteArray(code) << QString(form) << QString(reason);
    };
    row("add.s32 %r1, %rd1, %r2;", "add.s32", "operand %rd1 is .b64 where .s32 was expected");
    row("add.s32 %r1, %r2;", "add.s32", "it has 2 operands instead of 3");
    row("add.s32 %r1, %r2, %r3, %r1;", "add.s32", "it has 4 operands instead of 3");
    row("add.u32 5, %r1, %r2;", "add.u32", "the destination must be a register");
    row("add.s33 %r1, %r2, %r3;", "add.s33", "unknown modifier '.s33'");
    row("add.rn.s32 %r1, %r2, %r3;", "add.rn.s32", "'.rn' does not go with the rest");
    row("mul.s32 %r1, %r2, %r3;", "mul.s32", ".lo or .hi is missing");
    row("div.f32 %f1, %f2, %f3;", "div.f32", ".approx, .full, .rn, .rz, .rm or .rp is missing");
    row("ret %r1;", "ret", "it has 1 operand instead of 0");
    row("frobnicate.u32 %r1, %r2;", "frobnicate.u32", "unknown instruction");
    row("setp.eq.s32 %r1, %r2, %r3;", "setp.eq.s32", "the destination must be a predicate");
    row("selp.b32 %r1, %r2, %r3, %r1;", "selp.b32", "an operand must be a predicate");
    row("@%r1 bra L; L:", "bra", "its guard is not a predicate");
    row("ld.global.u64 %r1, [%rd2];", "ld.global.u64",
        "the destination %r1 is .b32 where .u64 was expected");
    row("ld.global.u32 %r1, %r2;", "ld.global.u32", "an address in brackets was expected");
    row("ld.globl.u32 %r1, [%rd1];", "ld.globl.u32", "unknown modifier '.globl'");
    row("add.f32x2 %rd1, %rd2, %rd3;", "add.f32x2", "it needs .target sm_100 or later");
    row("cp.async.ca.shared.global;", "cp.async.ca.shared.global",
        "it has 0 operands instead of 3");
    row("mbarrier.pending_count.b64 %r1;", "mbarrier.pending_count.b64",
        "it has 1 operand instead of 2");
    row("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1, %r2, %r3}, [%rd1];",
        "wmma.load.a.sync.aligned.row.m16n16k16.f16", "a vector of 8 elements was expected");
}

void TestBadPtx::wrongInstructions() {
    QFETCH(QByteArray, code);
    QFETCH(QString, form);
    QFETCH(QString, reason);
    CHECK_RESULT(load(kernelWith(code)), CUDA_ERROR_INVALID_PTX);
    QVERIFY2(m_log.contains("invalid PTX: '" + form + "'"), qPrintable(m_log));
    QVERIFY2(m_log.contains(reason), qPrintable(m_log));
    QVERIFY2(m_log.contains("line 7"), qPrintable(m_log));
}

void TestBadPtx::notExecuted_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("form");
    const auto row = [](const char* code, const char* form) {
        QTest::newRow(form) << QByteArray(code) << QString(form);
    };
    row("tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f0}, [%rd1, {%f1}], %f2;", "tex.1d.v4.f32.f32");
    row("multimem.red.relaxed.gpu.global.add.u32 [%rd1], %r1;",
        "multimem.red.relaxed.gpu.global.add.u32");
    row("mapa.u32 %r1, %r2, 0;", "mapa.u32");
}

// PTX that is right, and that this GPU does not execute.
void TestBadPtx::notExecuted() {
    QFETCH(QByteArray, code);
    QFETCH(QString, form);
    CHECK_RESULT(load(kernelWith(code)), CUDA_ERROR_NOT_SUPPORTED);
    QVERIFY2(m_log.contains("does not support '" + form + "'"), qPrintable(m_log));
    QVERIFY2(m_log.contains("line 7"), qPrintable(m_log));
}

void TestBadPtx::laterVersion() {
    CHECK_RESULT(load(".version 99.0\n.target sm_90\n.address_size 64\n"),
                 CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    QVERIFY2(m_log.contains("PTX 99.0"), qPrintable(m_log));
    QVERIFY2(m_log.contains("line 1"), qPrintable(m_log));
}

void TestBadPtx::deepScopes() {
    CHECK_RESULT(load(kernelWith(QByteArray(10000, '{') + QByteArray(10000, '}'))),
                 CUDA_ERROR_INVALID_PTX);
    QVERIFY2(m_log.contains("line 7") && m_log.contains("512"), qPrintable(m_log));
}

void TestBadPtx::launchesFromKernels_data() {
    QTest::addColumn<QByteArray>("function");
    for (const char* name : {"cudaLaunchDevice", "cudaLaunchDeviceV2", "cudaGetParameterBuffer",
                             "cudaGetParameterBufferV2", "cudaGraphLaunch"})
        QTest::newRow(name) << QByteArray(name);
}

// Provided by the device runtime: a kernel that calls it is rejected with the function's name.
void TestBadPtx::launchesFromKernels() {
    QFETCH(QByteArray, function);
    const std::string text =
        ".version 8.6\n.target sm_90\n.address_size 64\n.extern .func (.param .b32 r) " +
        function.toStdString() +
        "(.param .b64 a);\n.visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd1;\n"
        "ld.param.u64 %rd1, [p];\n{ .param .b32 q; .param .b64 a; st.param.b64 [a], %rd1;\n"
        "call.uni (q), " +
        function.toStdString() + ", (a); }\nret;\n}\n";
    CHECK_RESULT(load(text), CUDA_ERROR_NOT_SUPPORTED);
    QVERIFY2(m_log.contains("'" + QString(function) + "'"), qPrintable(m_log));
    QVERIFY2(m_log.contains("line 10"), qPrintable(m_log));
}

WARPBENCH_TEST(TestBadPtx)
} // namespace tst_simgpu_bad_ptx

#include "tst_simgpu_bad_ptx.moc"
