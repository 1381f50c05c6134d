// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of a launch: faults and their correct twins, limits, counters, text; and that it is
// reproducible.
#include "core/simgpu/engine/debug/debug_control.h"
#include "tests/main.h"
#include "tests/simgpu/engine/small_kernels.h"

#include <QtTest/QTest>

#include <atomic>
#include <cfenv>
#include <thread>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tst_outcomes {

using namespace warpbench::simgpu::engine;

class TestOutcomes : public QObject {
    Q_OBJECT

  private:
    SmallMachine m;

    static void waysToRunTheSame();
    static LaunchOutcome runTheSame(LaunchRequest request, int order);

  private slots:
    void faults_data();
    void faults();
    void correctTwins_data();
    void correctTwins();
    void unsupportedIsSaidAtLoad();
    void unsupportedIsTheKernelsOwn();
    void clocksAreTheSameEveryTime_data() { waysToRunTheSame(); }
    void clocksAreTheSameEveryTime();
    void mallocGivesTheSameEveryTime_data() { waysToRunTheSame(); }
    void mallocGivesTheSameEveryTime();
    void cancelEndsAnEndlessKernel();
    void timeLimitEndsAnEndlessKernel();
    void metricsCountWhatHappens();
    void printfFormats();
    void printfTakesAHostsLong();
    void printfIsBounded_data();
    void printfIsBounded();
    void theHostsFloatingModeDoesNotCount();
    void mallocsSmallestBlocksCount();
    void racesAreFollowedAsFarAsMemoryGoes_data();
    void racesAreFollowedAsFarAsMemoryGoes();
    void aLineIsReportedOnce();
    void clusterBarrierThatSomeNeverReach();
    void ldmatrixNeedsAllAddressesBelowSm80();
    void sharedRacesAreFound();
    void uninitializedReadsAreFound();
};

void TestOutcomes::faults_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("kind");
    QTest::addColumn<unsigned>("thread");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* body, FaultKind kind, unsigned thread,
                        const char* text) {
        QTest::newRow(name) << QString(body) << int(kind) << thread << QString(text);
    };
    row("read past the end", "ld.global.u32 %r2, [%rd3+4]; st.global.u32 [%rd3], %r2;",
        FaultKind::outOfBounds, 31, "just past the end of 'data' (128 bytes)");
    row("write before the start", "st.global.u32 [%rd3+-4], %r1;", FaultKind::outOfBounds, 0,
        "4 bytes before 'data'");
    row("vector past the end",
        "mul.wide.u32 %rd4, %r1, 16; add.s64 %rd4, %rd1, %rd4;"
        "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd4]; st.global.f32 [%rd3], %f4;",
        FaultKind::outOfBounds, 8, "past the end");
    row("atomic past the end", "atom.global.add.u32 %r2, [%rd3+8], 1;", FaultKind::outOfBounds, 30,
        "atomic access");
    row("misaligned", "ld.global.u32 %r2, [%rd1+2]; st.global.u32 [%rd3], %r2;",
        FaultKind::misaligned, 0, "misaligned");
    row("null", "mov.u64 %rd4, 0; st.global.u32 [%rd4+16], %r1;", FaultKind::nullPointer, 0,
        "null pointer");
    row("shared",
        "mov.u64 %rd4, buf; mul.wide.u32 %rd5, %r1, 64; add.s64 %rd4, %rd4, %rd5;"
        "st.shared.u32 [%rd4], %r1;",
        FaultKind::outOfBounds, 16, "shared memory");
    row("trap", "setp.eq.u32 %p1, %r1, 5; @%p1 trap;", FaultKind::trap, 5, "trap");
    row("barrier", "setp.lt.u32 %p1, %r1, 7; @%p1 bra A; bar.sync 0; ret;\nA: bar.sync 1;",
        FaultKind::barrierDivergence, 7, "wait for each other");
    row("lanes that wait elsewhere",
        "setp.lt.u32 %p1, %r1, 4; @%p1 bra A; bar.sync 0; ret;\nA:"
        "shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff; st.global.u32 [%rd3], %r2;",
        FaultKind::invalidSyncMask, 4, "never arrive");
    row("mask without itself",
        "mov.u32 %r2, 1; vote.sync.ballot.b32 %r3, 1, %r2;"
        "st.global.u32 [%rd3], %r3;",
        FaultKind::invalidSyncMask, 1, "does not name");
}

void TestOutcomes::faults() {
    QFETCH(QString, body);
    QFETCH(int, kind);
    QFETCH(unsigned, thread);
    QFETCH(QString, text);
    std::vector<unsigned> data(32);
    const LaunchOutcome outcome = m.launch(body.toStdString(), data);
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    const Fault& fault = outcome.faults.front();
    QVERIFY2(int(fault.kind) == kind, describe(outcome).c_str());
    if (fault.kind != FaultKind::invalidSyncMask || thread == 1)
        QCOMPARE(fault.thread[0], thread);
    QCOMPARE(fault.kernel, std::string("k"));
    QVERIFY(fault.ptxLine > 10);
    if (fault.kind != FaultKind::invalidSyncMask || thread == 1)
        QVERIFY2(QString::fromStdString(fault.text).contains(text), fault.text.c_str());
}

void TestOutcomes::correctTwins_data() {
    QTest::addColumn<QString>("body");
    const auto row = [](const char* name, const char* body) {
        QTest::newRow(name) << QString(body);
    };
    row("left lanes", "setp.lt.u32 %p1, %r1, 4; @%p1 ret;"
                      "shfl.sync.idx.b32 %r2, %r1, 7, 31, 0xffffffff; st.global.u32 [%rd3], %r2;");
    row("read to the end", "ld.global.u32 %r2, [%rd3]; st.global.u32 [%rd3], %r2;");
    row("inactive lanes do not count",
        "setp.lt.u32 %p1, %r1, 31; @%p1 bra READ; ret;\nREAD: ld.global.u32 %r2, [%rd3+4];"
        "st.global.u32 [%rd3], %r2;");
    row("early return before a barrier",
        "setp.ge.u32 %p1, %r1, 20; @%p1 ret; bar.sync 0; st.global.u32 [%rd3], %r1;");
    row("barrier reached apart", "setp.lt.u32 %p1, %r1, 7; @%p1 bra A; add.u32 %r2, %r1, 1;\n"
                                 "A: bar.sync 0; st.global.u32 [%rd3], %r1;");
    row("a mask of those who are there",
        "setp.lt.u32 %p1, %r1, 4; @%p1 ret; shfl.sync.idx.b32 %r2, %r1, 4, 31, 0xfffffff0;"
        "st.global.u32 [%rd3], %r2;");
}

void TestOutcomes::correctTwins() {
    QFETCH(QString, body);
    std::vector<unsigned> data(32);
    const LaunchOutcome outcome = m.launch(body.toStdString(), data);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
}

void TestOutcomes::unsupportedIsSaidAtLoad() {
    QVERIFY(!m.loadText(kernel("frobnicate.b32 %r1, %r2;")));
    QVERIFY2(QString::fromStdString(m.error).contains("frobnicate.b32"), m.error.c_str());
    QVERIFY(QString::fromStdString(m.error).contains("PTX line"));
    QVERIFY(!m.loadText("this is no PTX"));
}

void TestOutcomes::unsupportedIsTheKernelsOwn() {
    const std::string text =
        std::string(".version 8.6\n.target sm_90\n.address_size 64\n") +
        ".visible .entry one()\n{\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
        "multimem.ld_reduce.relaxed.sys.global.add.u32 %r1, [%rd1];\nret;\n}\n"
        ".visible .entry other(.param .u64 p)\n{\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [p];\n"
        "st.global.u32 [%rd1], 7;\nret;\n}\n";
    QVERIFY2(m.loadText(text), m.error.c_str());
    const auto& kernels = kernelsOf(*m.program);
    QVERIFY(QString::fromStdString(kernels[0].unsupported).contains("multimem"));
    QVERIFY(kernels[1].unsupported.empty());
    DeviceArray<unsigned> data(*m.memory, {0});
    const LaunchOutcome outcome =
        m.run("other", {1, 1, 1}, {1, 1, 1}, Parameters().add(data.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(data[0], 7u);
}

void TestOutcomes::waysToRunTheSame() {
    QTest::addColumn<int>("order"); // -1: not stepped
    QTest::newRow("deterministic") << -1;
    QTest::newRow("stepped, warps in turn") << int(TurnOrder::inTurn);
    QTest::newRow("stepped, warps interleaved") << int(TurnOrder::interleaved);
}

LaunchOutcome TestOutcomes::runTheSame(LaunchRequest request, int order) {
    DebugControl control;
    control.setPauseAtEntry(false);
    request.deterministic = order < 0;
    if (order >= 0) {
        control.setOrder(static_cast<TurnOrder>(order));
        request.control = &control;
    }
    return execute(request);
}

void TestOutcomes::clocksAreTheSameEveryTime() {
    QFETCH(int, order);
    QVERIFY2(m.loadText(kernel("mov.u64 %rd4, %clock64; mov.u32 %r2, 0;\n"
                               "L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 20000; @%p1 bra L;\n"
                               "mov.u64 %rd5, %clock64; sub.u64 %rd5, %rd5, %rd4;"
                               "mul.wide.u32 %rd6, %r1, 8; add.u64 %rd6, %rd6, %rd1;"
                               "st.global.u64 [%rd6], %rd5;")),
             m.error.c_str());
    DeviceArray<std::uint64_t> first(*m.memory, std::vector<std::uint64_t>(64));
    DeviceArray<std::uint64_t> second(*m.memory, std::vector<std::uint64_t>(64));
    for (const auto* out : {&first, &second}) {
        const LaunchRequest request =
            m.request("k", {1, 1, 1}, {64, 1, 1}, Parameters().add(out->address()).add(0ull));
        QVERIFY(runTheSame(request, order).ok());
    }
    QVERIFY(first[0] >= 16000); // the loop's time shows
    QCOMPARE(first.values(), second.values());
}

void TestOutcomes::mallocGivesTheSameEveryTime() {
    QFETCH(int, order);
    QVERIFY2(
        m.loadText(std::string(".version 8.6\n.target sm_90\n.address_size 64\n") +
                   ".extern .func (.param .b64 r) malloc(.param .b64 s);\n"
                   ".extern .func free(.param .b64 p);\n"
                   ".visible .entry k(.param .u64 out)\n{\n"
                   ".reg .b32 %r<4>;\n.reg .b64 %rd<8>;\n"
                   "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 8;\n"
                   "add.s64 %rd1, %rd1, %rd2;\n"
                   "{ .param .b64 s; .param .b64 r; st.param.b64 [s], 64;\n"
                   "call (r), malloc, (s); ld.param.b64 %rd3, [r]; }\n"
                   "st.global.u64 [%rd1], %rd3;\n"
                   "{ .param .b64 p; st.param.b64 [p], %rd3; call free, (p); }\n"
                   "ret;\n}\n"),
        m.error.c_str());
    DeviceArray<std::uint64_t> first(*m.memory, std::vector<std::uint64_t>(40));
    DeviceArray<std::uint64_t> second(*m.memory, std::vector<std::uint64_t>(40));
    for (const auto* out : {&first, &second}) {
        const LaunchRequest request =
            m.request("k", {1, 1, 1}, {40, 1, 1}, Parameters().add(out->address()));
        const LaunchOutcome outcome = runTheSame(request, order);
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
    }
    QVERIFY(first[0] != 0 && first[0] != first[1]);
    QCOMPARE(first.values(), second.values());
}

void TestOutcomes::cancelEndsAnEndlessKernel() {
    QVERIFY2(m.loadText(kernel("LOOP: bra LOOP;")), m.error.c_str());
    std::atomic<bool> cancel{false};
    LaunchRequest request =
        m.request("k", {64, 1, 1}, {128, 1, 1}, Parameters().add(0ull).add(0ull));
    request.cancel = &cancel;
    std::thread canceller([&] { cancel = true; });
    const LaunchOutcome outcome = execute(request);
    canceller.join();
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::cancelled));
}

void TestOutcomes::timeLimitEndsAnEndlessKernel() {
    QVERIFY2(m.loadText(kernel("LOOP: bra LOOP;")), m.error.c_str());
    LaunchRequest request = m.request("k", {3, 1, 1}, {64, 1, 1}, Parameters().add(0ull).add(0ull));
    request.timeLimitSeconds = 0.05;
    const LaunchOutcome outcome = execute(request);
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::timeout));
}

void TestOutcomes::metricsCountWhatHappens() {
    QVERIFY2(m.loadText(kernel("ld.global.u32 %r2, [%rd3];\n"
                               "mul.wide.u32 %rd5, %r1, 128; add.s64 %rd5, %rd1, %rd5;\n"
                               "ld.global.u32 %r3, [%rd5];\n"
                               "mov.u64 %rd6, buf; mul.wide.u32 %rd7, %r1, 8;\n"
                               "add.s64 %rd6, %rd6, %rd7; st.shared.u32 [%rd6], %r2;\n"
                               "setp.lt.u32 %p1, %r1, 3; @%p1 bra OUT; add.u32 %r4, %r2, %r3;\n"
                               "OUT: ")),
             m.error.c_str());
    DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(1024));
    LaunchRequest request =
        m.request("k", {2, 1, 1}, {32, 1, 1}, Parameters().add(data.address()).add(data.address()));
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    const Metrics& metrics = *outcome.metrics;
    // 5 in the frame (3 of them without records), 11 in the body, ret; the last add by 29 lanes.
    QCOMPARE(metrics.warpInstructions, 2u * 17);
    QCOMPARE(metrics.threadInstructions, 2u * (17 * 32 - 3));
    QCOMPARE(metrics.divergentBranches, 2u);
    QCOMPARE(metrics.globalSectors, 2u * (4 + 32));
    QCOMPARE(metrics.idealGlobalSectors, 2u * (4 + 4));
    QCOMPARE(metrics.sharedBankConflicts, 2u);
    QCOMPARE(metrics.bytesLoaded, 2u * 2 * 128);
}

void TestOutcomes::printfFormats() {
    const std::string text =
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".global .align 1 .b8 fmt[30] = {120,61,37,45,52,100,124,37,46,50,102,124,37,108,108,120,"
        "124,37,115,124,37,37,10,0};\n.global .align 1 .b8 word[4] = {97,98,99,0};\n";
    QVERIFY2(
        m.loadText(kHead + text +
                   ".visible .entry k()\n{\n.local .align 8 .b8 depot[32]; .reg .b64 %rd<9>;\n"
                   ".reg .b32 %r<9>;\nmov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;\n"
                   "mov.u32 %r1, %tid.x; st.local.u32 [%rd1], %r1;\n"
                   "st.local.f64 [%rd1+8], 0d3FF8000000000000; st.local.u64 [%rd1+16], "
                   "0x123456789a;\nmov.u64 %rd3, word; cvta.global.u64 %rd3, %rd3;\n"
                   "st.local.u64 [%rd1+24], %rd3; mov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4;\n"
                   "{ .param .b64 f; st.param.b64 [f], %rd4; .param .b64 a; st.param.b64 [a], %rd2;"
                   ".param .b32 r; call.uni (r), vprintf, (f, a); ld.param.b32 %r2, [r]; }\n"
                   "ret;\n}\n"),
        m.error.c_str());
    LaunchRequest request = m.request("k", {1, 1, 1}, {2, 1, 1}, Parameters());
    std::string printed;
    request.print = [&](std::string_view part) { printed += part; };
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(printed, std::string("x=0   |1.50|123456789a|abc|%\nx=1   |1.50|123456789a|abc|%\n"));
}

/// 32 bits on Windows, so that the arguments after it have other offsets.
void TestOutcomes::printfTakesAHostsLong() {
    const std::string bits = std::to_string(8 * sizeof(long));
    const std::string behind = std::to_string(sizeof(long));
    const std::string text =
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".global .align 1 .b8 fmt[8] = {37,108,100,32,37,100,10,0};\n"
        ".visible .entry k()\n{\n.local .align 8 .b8 depot[16]; .reg .b64 %rd<9>;\n"
        ".reg .b32 %r<9>;\nmov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;\n"
        "st.local.u" +
        bits + " [%rd1], -5; st.local.u32 [%rd1+" + behind +
        "], 7;\nmov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4;\n"
        "{ .param .b64 f; st.param.b64 [f], %rd4; .param .b64 a; st.param.b64 [a], %rd2;"
        ".param .b32 r; call.uni (r), vprintf, (f, a); ld.param.b32 %r2, [r]; }\nret;\n}\n";
    QVERIFY2(m.loadText(kHead + text), m.error.c_str());
    LaunchRequest request = m.request("k", {1, 1, 1}, {1, 1, 1}, Parameters());
    std::string printed;
    request.print = [&](std::string_view part) { printed += part; };
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(printed, std::string("-5 7\n"));
}

namespace {

/// A kernel that prints a format with arguments from its own buffer: a string of 100 bytes for each
/// 8 of them.
std::string printing(const std::string& format) {
    std::string bytes;
    for (const char c : format)
        bytes += std::to_string(int(c)) + ",";
    std::string arguments;
    for (int i = 0; i < 40; ++i)
        arguments += "st.local.u64 [%rd1+" + std::to_string(8 * i) + "], %rd3;\n";
    std::string word;
    for (int i = 0; i < 100; ++i)
        word += "120,";
    return ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
           ".global .align 1 .b8 fmt[" +
           std::to_string(format.size() + 1) + "] = {" + bytes +
           "0};\n.global .align 1 .b8 word[104] = {" + word +
           "0};\n.visible .entry k()\n{\n.local .align 8 .b8 depot[320]; .reg .b64 %rd<9>;\n"
           ".reg .b32 %r<9>;\nmov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;\n"
           "mov.u64 %rd3, word; cvta.global.u64 %rd3, %rd3;\n" +
           arguments +
           "mov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4;\n"
           "{ .param .b64 f; st.param.b64 [f], %rd4; .param .b64 a; st.param.b64 [a], %rd2;"
           ".param .b32 r; call.uni (r), vprintf, (f, a); ld.param.b32 %r2, [r]; }\nret;\n}\n";
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

void TestOutcomes::printfIsBounded_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("printed"); ///< empty: only that it ends
    const QString word(100, QLatin1Char('x'));
    QTest::newRow("32 specifiers are converted, further ones output as they are")
        << QString::fromStdString(repeated("%s", 32) + "%s%%d")
        << word.repeated(32) + QStringLiteral("%s%%d");
    QTest::newRow("a width") << QStringLiteral("%105s|") << QStringLiteral("     ") + word + "|";
    QTest::newRow("a width with zeros") << QStringLiteral("%-0103s|") << word + "   |";
    QTest::newRow("a precision") << QStringLiteral("%.3s|") << QStringLiteral("xxx|");
    QTest::newRow("a width of a thousand million") << QStringLiteral("%1000000000d") << QString();
    QTest::newRow("a precision of nines") << QStringLiteral("%.999999999f") << QString();
    QTest::newRow("more digits than a number has")
        << QStringLiteral("%99999999999999999999999d") << QString();
}

void TestOutcomes::printfIsBounded() {
    QFETCH(QString, format);
    QFETCH(QString, printed);
    QVERIFY2(m.loadText(kHead + printing(format.toStdString())), m.error.c_str());
    LaunchRequest request = m.request("k", {1, 1, 1}, {1, 1, 1}, Parameters());
    std::string text;
    request.print = [&](std::string_view part) { text += part; };
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    if (!printed.isEmpty())
        QCOMPARE(QString::fromStdString(text), printed);
    QVERIFY(!text.empty() && text.size() < 65536);
}

/// A library of the program may have set it so that subnormals vanish and sums are rounded up.
void TestOutcomes::theHostsFloatingModeDoesNotCount() {
    QVERIFY2(m.loadText(kernel("ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd1+4];\n"
                               "add.rn.f32 %f3, %f1, %f2; mul.wide.u32 %rd4, %r1, 4;\n"
                               "add.s64 %rd4, %rd2, %rd4; st.global.f32 [%rd4], %f3;")),
             m.error.c_str());
    const auto results = [&] {
        DeviceArray<float> in(*m.memory, {1e-39f, 2e-40f});
        DeviceArray<float> out(*m.memory, std::vector<float>(64));
        const LaunchOutcome outcome =
            m.run("k", {1, 1, 1}, {64, 1, 1}, Parameters().add(in.address()).add(out.address()));
        return outcome.ok() ? out.values() : std::vector<float>();
    };
    const std::vector<float> expected = results();
    QVERIFY(expected.at(5) > 0);
    std::fenv_t before;
    QCOMPARE(std::fegetenv(&before), 0);
    std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
    constexpr unsigned kFlush = 0x8040;
    _mm_setcsr(_mm_getcsr() | kFlush);
#endif
    const std::vector<float> got = results();
    const bool isKept = std::fegetround() == FE_UPWARD;
    std::fesetenv(&before);
    QVERIFY(isKept);
    QCOMPARE(got, expected);
}

void TestOutcomes::mallocsSmallestBlocksCount() {
    QVERIFY2(
        m.loadText(std::string(kHead) +
                   ".extern .func (.param .b64 r) malloc (.param .b64 n);\n"
                   ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<4>; .reg .b32 %r<3>; .reg "
                   ".pred %p<2>;\nld.param.u64 %rd1, [p]; mov.u32 %r1, 0;\n"
                   "L: { .param .b64 n; .param .b64 r; st.param.b64 [n], 1; call.uni (r), "
                   "malloc, (n); ld.param.b64 %rd2, [r]; }\nsetp.eq.u64 %p1, %rd2, 0; @%p1 bra "
                   "E;\nadd.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 2000; @%p1 bra L;\n"
                   "E: st.global.u32 [%rd1], %r1;\nret;\n}\n"),
        m.error.c_str());
    DeviceArray<unsigned> out(*m.memory, {0});
    LaunchRequest request = m.request("k", {1, 1, 1}, {1, 1, 1}, Parameters().add(out.address()));
    request.heapBytes = 3200;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(out[0], 100u);
}

void TestOutcomes::racesAreFollowedAsFarAsMemoryGoes_data() {
    QTest::addColumn<bool>("global");
    QTest::addColumn<unsigned>("blocks");
    QTest::addColumn<bool>("cutShort");
    QTest::newRow("few blocks") << true << 2u << false;
    QTest::newRow("more blocks than there is room for") << true << 4000u << true;
    QTest::newRow("shared memory alone") << false << 4000u << false;
}

/// The order of accesses takes memory for each warp and each barrier.
void TestOutcomes::racesAreFollowedAsFarAsMemoryGoes() {
    QFETCH(bool, global);
    QFETCH(unsigned, blocks);
    QFETCH(bool, cutShort);
    QVERIFY2(
        m.loadText(kernel("mov.u64 %rd4, buf; mul.wide.u32 %rd5, %r1, 4;"
                          "add.s64 %rd5, %rd4, %rd5; st.shared.u32 [%rd5], %r1; bar.sync 0;"
                          "ld.shared.u32 %r2, [%rd5]; bar.sync 0; st.shared.u32 [%rd5], %r2;")),
        m.error.c_str());
    DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(64));
    LaunchRequest request = m.request("k", {blocks, 1, 1}, {64, 1, 1},
                                      Parameters().add(data.address()).add(data.address()));
    request.checks.sharedRaces = true;
    request.checks.globalRaces = global;
    request.checks.raceMemory = 1u << 20;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(outcome.racesCutShort, cutShort);
}

/// However often the compiler has unrolled it.
void TestOutcomes::aLineIsReportedOnce() {
    std::string body = "mov.u64 %rd4, buf; mul.wide.u32 %rd5, %r1, 4; add.s64 %rd5, %rd4, %rd5;\n";
    for (int d = 0; d < 12; ++d)
        body += ".loc 1 7 0\nld.shared.u32 %r2, [%rd5+" + std::to_string(4 * d) +
                "];\nst.global.u32 [%rd3], %r2;\n";
    body += ".loc 1 8 0\nld.shared.u32 %r2, [%rd5+64];\nst.global.u32 [%rd3], %r2;\n";
    QVERIFY2(m.loadText(kernel(body) + "\n.file 1 \"a.cu\"\n"), m.error.c_str());
    DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(64));
    LaunchRequest request =
        m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(data.address()).add(data.address()));
    request.checks.uninitialized = true;
    const LaunchOutcome outcome = execute(request);
    QCOMPARE(outcome.faults.size(), std::size_t{2});
    QCOMPARE(outcome.faults[0].line, 7u);
    QCOMPARE(outcome.faults[0].count, std::uint64_t{12 * 32});
    QCOMPARE(outcome.faults[1].line, 8u);
}

void TestOutcomes::clusterBarrierThatSomeNeverReach() {
    m.model.ccMajor = 9;
    QVERIFY2(
        m.loadText(".version 8.0\n.target sm_90\n.address_size 64\n"
                   ".visible .entry k()\n{\n.reg .b32 %r<3>; .reg .pred %p<2>;\n"
                   "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra A;\n"
                   "barrier.cluster.arrive; barrier.cluster.wait; ret;\nA: bar.sync 0; ret;\n}\n"),
        m.error.c_str());
    LaunchRequest request = m.request("k", {2, 1, 1}, {64, 1, 1}, Parameters());
    request.cluster = {2, 1, 1};
    const LaunchOutcome outcome = execute(request);
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::barrierDivergence));
}

void TestOutcomes::ldmatrixNeedsAllAddressesBelowSm80() {
    for (const char* form : {"x1", "x2", "x4"}) {
        for (const int major : {7, 8}) {
            SmallMachine gpu;
            gpu.model.ccMajor = major;
            gpu.model.ccMinor = major == 7 ? 5 : 0;
            const int lanes = form[1] == '1' ? 8 : form[1] == '2' ? 16 : 32;
            const std::string registers = form[1] == '1'   ? "{%r4}"
                                          : form[1] == '2' ? "{%r4,%r5}"
                                                           : "{%r4,%r5,%r6,%r7}";
            QVERIFY2(
                gpu.loadText(std::string(".version 6.5\n.target sm_75\n.address_size 64\n") +
                             ".visible .entry k()\n{\n.shared .align 16 .b8 buf[512]; .reg .b32 "
                             "%r<9>; .reg .pred %p<2>;\nmov.u32 %r1, %tid.x; mov.u32 %r2, buf; "
                             "setp.lt.u32 %p1, %r1, " +
                             std::to_string(lanes) +
                             "; mad.lo.u32 %r3, %r1, 16, %r2; selp.u32 %r3, %r3, 0x7ffffff0, "
                             "%p1;\nldmatrix.sync.aligned.m8n8." +
                             form + ".shared.b16 " + registers + ", [%r3];\nret;\n}\n"),
                gpu.error.c_str());
            const LaunchOutcome outcome = gpu.run("k", {1, 1, 1}, {32, 1, 1}, Parameters());
            QCOMPARE(outcome.ok(), major == 8 || lanes == 32);
        }
    }
}

void TestOutcomes::sharedRacesAreFound() {
    // Each thread reads what another warp wrote: correct with a barrier, a race without one.
    for (const char* barrier : {"", "bar.sync 0;"}) {
        QVERIFY2(m.loadText(kernel(
                     std::string("mov.u64 %rd4, buf; mul.wide.u32 %rd5, %r1, 4;"
                                 "add.s64 %rd5, %rd4, %rd5; st.shared.u32 [%rd5], %r1;") +
                     barrier +
                     "xor.b32 %r2, %r1, 32; mul.wide.u32 %rd6, %r2, 4; add.s64 %rd6, %rd4, %rd6;"
                     "ld.shared.u32 %r3, [%rd6]; st.global.u32 [%rd3], %r3;")),
                 m.error.c_str());
        DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(64));
        LaunchRequest request = m.request("k", {1, 1, 1}, {64, 1, 1},
                                          Parameters().add(data.address()).add(data.address()));
        request.checks.sharedRaces = true;
        const LaunchOutcome outcome = execute(request);
        QCOMPARE(outcome.ok(), *barrier != 0);
        if (!outcome.ok())
            QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::sharedRace));
    }
}

void TestOutcomes::uninitializedReadsAreFound() {
    QVERIFY2(m.loadText(kernel("ld.global.u32 %r2, [%rd3]; st.global.u32 [%rd3], %r2;")),
             m.error.c_str());
    DeviceArray<unsigned> data(*m.memory, std::vector<unsigned>(32));
    LaunchRequest request =
        m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters().add(data.address()).add(data.address()));
    request.checks.uninitialized = true;
    QVERIFY(execute(request).ok());
    m.memory->markUninitialized(data.address() + 20, 8);
    const LaunchOutcome outcome = execute(request);
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::uninitialized));
    QCOMPARE(outcome.faults[0].thread[0], 5u);
    QCOMPARE(outcome.faults[0].count, std::uint64_t{2});
    // The kernel has written them now.
    QVERIFY(execute(request).ok());
}

WARPBENCH_TEST(TestOutcomes)
} // namespace tst_outcomes

#include "tst_outcomes.moc"
