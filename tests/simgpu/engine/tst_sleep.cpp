// SPDX-License-Identifier: GPL-3.0-or-later
// nanosleep: its effect on clocks, and that others do not wait for sleeping lanes.
#include "core/simgpu/engine/debug/debug_control.h"
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_sleep {

using namespace warpbench::simgpu::engine;

namespace {

constexpr std::uint64_t kMs = 1000000; ///< nanoseconds

/// A kernel `k(.u64 p)`; %rd1 is p, %r1 tid.x, %r2 ctaid.x.
std::string kernel(const std::string& body) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n"
           ".visible .entry k(.param .u64 p)\n{\n"
           ".reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n"
           ".shared .align 16 .b8 buf[1024];\n"
           "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n" +
           body + "\nret;\n}\n";
}

/// Stores the 64-bit register at p[index], `index` in a 32-bit register.
std::string storeAt(const std::string& index, const std::string& value) {
    return "mul.wide.u32 %rd15, " + index + ", 8; add.s64 %rd15, %rd15, %rd1;\n" +
           "st.global.u64 [%rd15], " + value + ";\n";
}

} // namespace

class TestSleep : public QObject {
    Q_OBJECT

  private:
    Machine m;
    std::vector<std::uint64_t> run(const std::string& body, Dim3 grid, Dim3 block,
                                   bool deterministic, DebugControl* control = nullptr);

  private slots:
    void clocksMove_data();
    void clocksMove();
    void noSleepIsLongerThanAMillisecond();
    void otherLanesGoOn_data();
    void otherLanesGoOn();
    void blocksSleepAtTheSameTime();
    void whoSleepsDoesNotSpin();
    void barriersAndMasksWaitForSleepers();
    void sleepersInFunctionsAndClusters();
    void sameEveryTimeUnderControl();
    void aLimitNamesTheSleepersPlace();
};

/// \return the first 256 words written by the kernel; empty after a fault
std::vector<std::uint64_t> TestSleep::run(const std::string& body, Dim3 grid, Dim3 block,
                                          bool deterministic, DebugControl* control) {
    if (!m.loadText(kernel(body))) {
        qWarning("%s", m.error.c_str());
        return {};
    }
    const DeviceArray<std::uint64_t> out(*m.memory, std::vector<std::uint64_t>(256));
    LaunchRequest request = m.request("k", grid, block, Parameters().add(out.address()));
    request.deterministic = deterministic;
    request.control = control;
    const LaunchOutcome outcome = execute(request);
    if (!outcome.ok()) {
        qWarning("%s", describe(outcome).c_str());
        return {};
    }
    return out.values();
}

void TestSleep::clocksMove_data() {
    QTest::addColumn<bool>("deterministic");
    QTest::addRow("the host's time") << false;
    QTest::addRow("ticks") << true;
}

void TestSleep::clocksMove() {
    QFETCH(bool, deterministic);
    const auto out = run("mov.u64 %rd2, %globaltimer; mov.u64 %rd3, %clock64; mov.u32 %r3, 0;\n"
                         "L: nanosleep.u32 300000; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 5;\n"
                         "@%p1 bra L; mov.u64 %rd4, %globaltimer; mov.u64 %rd5, %clock64;\n"
                         "sub.u64 %rd4, %rd4, %rd2; sub.u64 %rd5, %rd5, %rd3;\n" +
                             storeAt("0", "%rd4") + storeAt("1", "%rd5"),
                         {1, 1, 1}, {32, 1, 1}, deterministic);
    QVERIFY(!out.empty());
    constexpr std::uint64_t kSlept = 5 * 300000;
    QVERIFY2(out[0] >= kSlept, std::to_string(out[0]).c_str());
    // Cycles of a GPU: more than one a nanosecond.
    const std::uint64_t cycles = kSlept * m.model.clockKHz / kMs;
    QVERIFY2(out[1] + 32 >= cycles, std::to_string(out[1]).c_str());
    if (deterministic) // only the program itself takes time
        QVERIFY2(out[0] < kSlept + 10000, std::to_string(out[0]).c_str());
}

void TestSleep::noSleepIsLongerThanAMillisecond() {
    const auto out = run("mov.u64 %rd2, %globaltimer; mov.u32 %r3, 0xffffffff;\n"
                         "nanosleep.u32 %r3; mov.u64 %rd4, %globaltimer;\n"
                         "sub.u64 %rd4, %rd4, %rd2;\n" +
                             storeAt("0", "%rd4"),
                         {1, 1, 1}, {32, 1, 1}, true);
    QVERIFY(!out.empty());
    QVERIFY2(out[0] >= kMs && out[0] < 2 * kMs, std::to_string(out[0]).c_str());
}

void TestSleep::otherLanesGoOn_data() {
    QTest::addColumn<QString>("sleep");
    QTest::addRow("branch") << "@!%p1 bra ON; nanosleep.u32 500000; ON:";
    QTest::addRow("guard") << "@%p1 nanosleep.u32 500000;";
    QTest::addRow("own time") << "selp.u32 %r4, 500000, 0, %p1; @%p1 bra A; nanosleep.u32 %r4;"
                                 "bra ON; A: nanosleep.u32 %r4; ON:";
}

void TestSleep::otherLanesGoOn() {
    QFETCH(QString, sleep);
    const auto out = run(
        "mov.u64 %rd2, %globaltimer; setp.lt.u32 %p1, %r1, 16;\n" + sleep.toStdString() +
            "\nmov.u64 %rd4, %globaltimer; sub.u64 %rd4, %rd4, %rd2;\n" + storeAt("%r1", "%rd4"),
        {1, 1, 1}, {32, 1, 1}, true);
    QVERIFY(!out.empty());
    for (unsigned i = 0; i < 32; ++i)
        QVERIFY2(i < 16 ? out[i] >= 500000 : out[i] < 500000, std::to_string(out[i]).c_str());
}

void TestSleep::blocksSleepAtTheSameTime() {
    // With counting clocks, all start at once: 200 sleep for no longer than one.
    const auto out = run("nanosleep.u32 1000000; nanosleep.u32 1000000;\n"
                         "mov.u64 %rd4, %globaltimer;\n" +
                             storeAt("%r2", "%rd4"),
                         {200, 1, 1}, {32, 1, 1}, true);
    QVERIFY(!out.empty());
    const std::uint64_t last = *std::max_element(out.begin(), out.end());
    QVERIFY2(last >= 2 * kMs && last < 3 * kMs, std::to_string(last).c_str());
}

void TestSleep::whoSleepsDoesNotSpin() {
    // Block 0 looks at a flag each 0.1 ms, which block 1 sets after some 2 ms of work.
    const auto out =
        run("setp.ne.u32 %p1, %r2, 0; @%p1 bra WORK; mov.u32 %r5, 0;\n"
            "WAIT: ld.acquire.gpu.u64 %rd3, [%rd1]; setp.ne.u64 %p2, %rd3, 0; @%p2 bra DONE;\n"
            "add.u32 %r5, %r5, 1; nanosleep.u32 100000; bra WAIT;\n"
            "DONE: cvt.u64.u32 %rd4, %r5;\n" +
                storeAt("1", "%rd4") +
                "ret;\n"
                "WORK: mov.u32 %r3, 0; L: add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 4000000;\n"
                "@%p3 bra L; mov.u64 %rd5, 1; st.release.gpu.u64 [%rd1], %rd5;",
            {2, 1, 1}, {32, 1, 1}, true);
    QVERIFY(!out.empty());
    QVERIFY2(out[1] > 2 && out[1] < 40, std::to_string(out[1]).c_str());
}

void TestSleep::barriersAndMasksWaitForSleepers() {
    for (const bool deterministic : {false, true}) {
        // Warp 0 sleeps before the barrier, half of warp 1 before a shuffle.
        const auto out =
            run("setp.lt.u32 %p1, %r1, 32; @%p1 nanosleep.u32 200000; bar.sync 0;\n"
                "mov.u64 %rd4, %globaltimer; setp.gt.u32 %p2, %r1, 47; mov.u32 %r4, %r1;\n"
                "@%p2 nanosleep.u32 200000; @%p2 add.u32 %r4, %r4, 1000;\n"
                "shfl.sync.bfly.b32 %r5, %r4, 16, 31, 0xffffffff; cvt.u64.u32 %rd5, %r5;\n" +
                    storeAt("%r1", "%rd5"),
                {1, 1, 1}, {64, 1, 1}, deterministic);
        QVERIFY(!out.empty());
        for (unsigned i = 0; i < 64; ++i)
            QCOMPARE(out[i], std::uint64_t((i ^ 16) + ((i ^ 16) > 47 ? 1000 : 0)));
    }
}

void TestSleep::sleepersInFunctionsAndClusters() {
    const std::string ptx =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".func nap(.param .b32 t) { .reg .b32 %r<2>; ld.param.b32 %r1, [t];\n"
        "nanosleep.u32 %r1; ret; }\n"
        ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<8>;\n"
        ".reg .b64 %rd<8>;\nld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
        "and.b32 %r3, %r1, 3; add.u32 %r3, %r3, %r2; mul.lo.u32 %r3, %r3, 1000;\n"
        "and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0; @%p1 bra ON;\n"
        "{ .param .b32 t; st.param.b32 [t], %r3; call nap, (t); }\n"
        "ON: barrier.cluster.arrive; barrier.cluster.wait; mov.u32 %r5, %nctaid.x;\n"
        "mad.lo.u32 %r5, %r2, 32, %r1; mul.wide.u32 %rd2, %r5, 8; add.s64 %rd2, %rd1, %rd2;\n"
        "mov.u64 %rd3, 7; st.global.u64 [%rd2], %rd3; ret;\n}\n";
    QVERIFY2(m.loadText(ptx), m.error.c_str());
    for (const bool deterministic : {false, true}) {
        const DeviceArray<std::uint64_t> out(*m.memory, std::vector<std::uint64_t>(8 * 32));
        LaunchRequest request =
            m.request("k", {8, 1, 1}, {32, 1, 1}, Parameters().add(out.address()));
        request.cluster = {4, 1, 1};
        request.deterministic = deterministic;
        const LaunchOutcome outcome = execute(request);
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
        QCOMPARE(out.values(), std::vector<std::uint64_t>(8 * 32, 7));
    }
}

void TestSleep::sameEveryTimeUnderControl() {
    // Blocks take their sleeps in turn, warps of each; the clocks at the end say in which order.
    const std::string body = "mad.lo.u32 %r3, %r2, 7, %r1; and.b32 %r3, %r3, 31;\n"
                             "mul.lo.u32 %r3, %r3, 3000; nanosleep.u32 %r3; bar.sync 0;\n"
                             "mov.u64 %rd4, %globaltimer; mad.lo.u32 %r4, %r2, 64, %r1;\n" +
                             storeAt("%r4", "%rd4");
    for (const TurnOrder order : {TurnOrder::inTurn, TurnOrder::interleaved}) {
        std::vector<std::uint64_t> first;
        for (int time = 0; time < 2; ++time) {
            DebugControl control;
            control.setPauseAtEntry(false);
            control.setOrder(order);
            const auto out = run(body, {4, 1, 1}, {64, 1, 1}, false, &control);
            QVERIFY(!out.empty());
            QVERIFY(out[0] >= 31 * 3000);
            if (first.empty())
                first = out;
            QCOMPARE(out, first);
        }
    }
}

void TestSleep::aLimitNamesTheSleepersPlace() {
    QVERIFY2(m.loadText(kernel("L: nanosleep.u32 1000000;\nbra L;")), m.error.c_str());
    LaunchRequest request = m.request("k", {3, 1, 1}, {32, 1, 1}, Parameters().add(0ull));
    request.timeLimitSeconds = 0.02;
    const LaunchOutcome outcome = execute(request);
    QCOMPARE(outcome.faults.size(), std::size_t{1});
    QCOMPARE(int(outcome.faults[0].kind), int(FaultKind::timeout));
    QCOMPARE(outcome.faults[0].ptxLine, 13u);
}

WARPBENCH_TEST(TestSleep)
} // namespace tst_sleep

#include "tst_sleep.moc"
