// SPDX-License-Identifier: GPL-3.0-or-later
// The participants of warp-wide operations: the lanes in a mask that have not exited, at any place
// of the code.
#include "tests/main.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtTest/QTest>

namespace tst_warpwide {

using namespace warpbench::simgpu::engine;

class TestWarpwide : public QObject {
    Q_OBJECT

  private:
    Machine m;
    std::vector<unsigned> run(const std::string& body, unsigned threads = 32,
                              const std::string& before = {});

  private slots:
    void lanesThatLeftAreNotWaitedFor();
    void lanesThatLeaveLetGo();
    void scanInAPartialWarp();
    void bothArmsExchange();
    void bothArmsVote();
    void bothArmsCompareAndReduce();
    void bothArmsSynchronise();
    void disjointMasksDoNotWaitForEachOther();
    void lanesPassTheBarrierOfAClusterByThemselves();
    void oneFunctionFromTwoPlaces();
    void oneFunctionAfterALongLoop();
    void othersRegistersAreLeftAlone();
    void metricsCountEachPlace();
};

/// Out of p[0 .. 64), one word per thread, which begin as 0xdead. %r1 is tid.x, %r9 the result.
std::vector<unsigned> TestWarpwide::run(const std::string& body, unsigned threads,
                                        const std::string& before) {
    const std::string text =
        ".version 8.6\n.target sm_90\n.address_size 64\n" + before +
        ".visible .entry k(.param .u64 p)\n{\n"
        ".reg .pred %p<16>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\n"
        ".shared .align 16 .b8 buf[1024];\n"
        "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
        "add.s64 %rd3, %rd1, %rd2;\nmov.u64 %rd4, buf;\nadd.s64 %rd4, %rd4, %rd2;\n" +
        body + "\nst.global.u32 [%rd3], %r9;\nret;\n}\n";
    if (!m.loadText(text)) {
        QTest::qFail(m.error.c_str(), __FILE__, __LINE__);
        return {};
    }
    DeviceArray<unsigned> array(*m.memory, std::vector<unsigned>(64, 0xdead));
    const LaunchOutcome outcome =
        m.run("k", {1, 1, 1}, {threads, 1, 1}, Parameters().add(array.address()));
    if (!outcome.ok())
        QTest::qFail(describe(outcome).c_str(), __FILE__, __LINE__);
    return array.values();
}

namespace {

/// Lanes 0 to 9 go to A, the others on.
const char* const kTwoArms = "setp.lt.u32 %p1, %r1, 10; @%p1 bra A;\n";

} // namespace

void TestWarpwide::lanesThatLeftAreNotWaitedFor() {
    const auto out = run("setp.ge.u32 %p1, %r1, 40; @%p1 ret;\nand.b32 %r2, %r1, 1;"
                         "setp.ne.u32 %p2, %r2, 0; vote.sync.ballot.b32 %r9, %p2, 0xffffffff;",
                         64);
    for (unsigned i = 0; i < 64; ++i)
        QCOMPARE(out[i], i < 32 ? 0xaaaaaaaau : i < 40 ? 0xaau : 0xdeadu);
}

void TestWarpwide::lanesThatLeaveLetGo() {
    // Lanes 0 to 9 wait first; the others leave after a loop.
    const auto out = run(std::string("mov.u32 %r9, 0;") + kTwoArms +
                         "mov.u32 %r3, 0;\nL: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, %r1;"
                         "@%p2 bra L;\nret;\n"
                         "A: redux.sync.add.u32 %r9, %r1, 0xffffffff;");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i < 10 ? 45u : 0xdeadu);
}

void TestWarpwide::scanInAPartialWarp() {
    const auto out =
        run("setp.ge.u32 %p1, %r1, 45; @%p1 ret;\nadd.u32 %r9, %r1, 1; and.b32 %r2, %r1, 31;"
            "mov.u32 %r3, 1;\nL: shfl.sync.up.b32 %r4, %r9, %r3, 0, 0xffffffff;"
            "setp.ge.u32 %p2, %r2, %r3; @%p2 add.u32 %r9, %r9, %r4;"
            "shl.b32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 32; @%p3 bra L;",
            64);
    unsigned sum = 0;
    for (unsigned i = 0; i < 45; ++i) {
        sum = i % 32 == 0 ? i + 1 : sum + i + 1;
        QCOMPARE(out[i], sum);
    }
}

void TestWarpwide::bothArmsExchange() {
    const auto out = run("setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\n"
                         "mul.lo.u32 %r2, %r1, 3; shfl.sync.bfly.b32 %r9, %r2, 16, 31, 0xffffffff;"
                         "add.u32 %r9, %r9, 1000; bra E;\n"
                         "A: add.u32 %r3, %r1, 100;"
                         "shfl.sync.bfly.b32 %r9|%p2, %r3, 16, 31, 0xffffffff;"
                         "@%p2 add.u32 %r9, %r9, 5000;\nE:");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i < 16 ? 3 * (i + 16) + 5000 : i - 16 + 100 + 1000);
}

void TestWarpwide::bothArmsVote() {
    const auto out = run(std::string("and.b32 %r2, %r1, 1; setp.ne.u32 %p3, %r2, 0;\n") + kTwoArms +
                         "vote.sync.ballot.b32 %r9, %p3, 0xffffffff; bra E;\n"
                         "A: vote.sync.ballot.b32 %r9, !%p3, 0xffffffff;\nE:");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], (0xaaaaaaaau & ~0x3ffu) | (0x55555555u & 0x3ffu));
    const auto any =
        run(std::string("setp.eq.u32 %p3, %r1, 3;\n") + kTwoArms +
            "vote.sync.any.pred %p4, %p3, 0xffffffff; selp.u32 %r9, 1, 0, %p4; bra E;\n"
            "A: vote.sync.any.pred %p5, %p3, 0xffffffff; selp.u32 %r9, 1, 0, %p5;\nE:");
    QCOMPARE(any[0], 1u);
    QCOMPARE(any[31], 1u);
}

void TestWarpwide::bothArmsCompareAndReduce() {
    const auto same = run(std::string("rem.u32 %r2, %r1, 3; mov.u32 %r3, %r2;\n") + kTwoArms +
                          "match.any.sync.b32 %r9, %r2, 0xffffffff; bra E;\n"
                          "A: match.any.sync.b32 %r9, %r3, 0xffffffff;\nE:");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(same[i], (i % 3 == 0 ? 0x49249249u : i % 3 == 1 ? 0x92492492u : 0x24924924u));
    const auto wide = run(std::string("cvt.u64.u32 %rd5, %r1; shl.b64 %rd5, %rd5, 33;"
                                      "and.b64 %rd6, %rd5, 0x200000000;\n") +
                          kTwoArms +
                          "match.any.sync.b64 %r9, %rd6, 0xffffffff; bra E;\n"
                          "A: match.any.sync.b64 %r9, %rd6, 0xffffffff;\nE:");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(wide[i], i & 1 ? 0xaaaaaaaau : 0x55555555u);
    const auto sum = run(std::string(kTwoArms) +
                         "redux.sync.add.u32 %r9, %r1, 0xffffffff; bra E;\n"
                         "A: redux.sync.add.u32 %r9, %r1, 0xffffffff; add.u32 %r9, %r9, 1;\nE:");
    QCOMPARE(sum[0], 497u);
    QCOMPARE(sum[31], 496u);
    const auto leader = run(std::string(kTwoArms) +
                            "elect.sync %r9|%p4, 0xffffffff; bra E;\n"
                            "A: elect.sync %r9|%p4, 0xffffffff; @%p4 add.u32 %r9, %r9, 70;\nE:");
    QCOMPARE(leader[0], 70u);
    QCOMPARE(leader[1], 0u);
    QCOMPARE(leader[31], 0u);
}

void TestWarpwide::bothArmsSynchronise() {
    const auto out = run("setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\n"
                         "add.u32 %r2, %r1, 20; st.shared.u32 [%rd4], %r2;"
                         "bar.warp.sync 0xffffffff; ld.shared.u32 %r9, [%rd4+-64]; bra E;\n"
                         "A: add.u32 %r2, %r1, 10; st.shared.u32 [%rd4], %r2;"
                         "bar.warp.sync 0xffffffff; ld.shared.u32 %r9, [%rd4+64];\nE:");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i < 16 ? i + 36 : i - 6);
}

void TestWarpwide::disjointMasksDoNotWaitForEachOther() {
    // The upper half polls memory for the lower half's store after its own exchange.
    const auto out =
        run("mov.u64 %rd5, buf; mov.u32 %r5, 0; st.volatile.shared.u32 [%rd5], %r5;"
            "bar.warp.sync 0xffffffff; setp.lt.u32 %p1, %r1, 16; selp.u32 %r4, 0xffff, 0xffff0000,"
            "%p1; @%p1 bra M;\n"
            "W: ld.volatile.shared.u32 %r5, [%rd5]; setp.eq.u32 %p2, %r5, 0; @%p2 bra W;\n"
            "M: shfl.sync.bfly.b32 %r9, %r1, 1, 31, %r4; mov.u32 %r5, 1;"
            "st.volatile.shared.u32 [%rd5], %r5;");
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i ^ 1);
}

namespace {

const char* const kNeighbour =
    ".func (.param .b32 r) neighbour(.param .b32 x)\n{\n.reg .b32 %a;\nld.param.u32 %a, [x];\n"
    "shfl.sync.bfly.b32 %a, %a, 1, 31, 0xffffffff;\nst.param.b32 [r], %a; ret;\n}\n";

std::string callNeighbour(const char* of) {
    return std::string("{ .param .b32 x; .param .b32 r; st.param.b32 [x], ") + of +
           "; call (r), neighbour, (x); ld.param.b32 %r9, [r]; }\n";
}

} // namespace

/// Even lanes have arrived for the second time before odd ones look whether the first phase is
/// over.
void TestWarpwide::lanesPassTheBarrierOfAClusterByThemselves() {
    const auto got = run("and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; mov.u32 %r9, 7;\n"
                         "@%p1 bra ODD;\n"
                         "barrier.cluster.arrive; barrier.cluster.wait;\n"
                         "barrier.cluster.arrive; barrier.cluster.wait;\n"
                         "bra.uni DONE;\n"
                         "ODD: barrier.cluster.arrive; nanosleep.u32 1;\n"
                         "barrier.cluster.wait; barrier.cluster.arrive; barrier.cluster.wait;\n"
                         "DONE:");
    QCOMPARE(std::vector<unsigned>(got.begin(), got.begin() + 32), std::vector<unsigned>(32, 7));
}

void TestWarpwide::oneFunctionFromTwoPlaces() {
    const auto out =
        run("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra A;\n"
            "mul.lo.u32 %r2, %r1, 2;" +
                callNeighbour("%r2") + "add.u32 %r9, %r9, 1000; bra E;\n" +
                "A: mul.lo.u32 %r2, %r1, 3;" + callNeighbour("%r2") + "add.u32 %r9, %r9, 2000;\nE:",
            32, kNeighbour);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i & 1 ? (i ^ 1) * 3 + 1000 : (i ^ 1) * 2 + 2000);
}

void TestWarpwide::oneFunctionAfterALongLoop() {
    // The lanes reach one call at very different times.
    const auto out = run("mul.lo.u32 %r3, %r1, 1000; mov.u32 %r4, 0;\n"
                         "L: add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, %r3; @%p1 bra L;\n" +
                             callNeighbour("%r1"),
                         32, kNeighbour);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(out[i], i ^ 1);
}

void TestWarpwide::othersRegistersAreLeftAlone() {
    // The other branch keeps another value in the row that one branch exchanges.
    std::string body = "add.u32 %r10, %r1, 11; add.u32 %r11, %r1, 22; add.u32 %r12, %r1, 33;\n";
    body += "setp.lt.u32 %p1, %r1, 16; @%p1 bra A;\n"
            "shfl.sync.bfly.b32 %r10, %r11, 16, 31, 0xffffffff; bra E;\n"
            "A: shfl.sync.bfly.b32 %r11, %r12, 16, 31, 0xffffffff;\n"
            "E: mul.lo.u32 %r10, %r10, 1000000; mad.lo.u32 %r10, %r11, 1000, %r10;"
            "add.u32 %r9, %r10, %r12;";
    const auto out = run(body);
    for (unsigned i = 0; i < 32; ++i) {
        const unsigned r10 = i < 16 ? i + 11 : i - 16 + 33, r11 = i < 16 ? i + 16 + 22 : i + 22;
        QCOMPARE(out[i], r10 * 1000000 + r11 * 1000 + i + 33);
    }
}

void TestWarpwide::metricsCountEachPlace() {
    QVERIFY(m.loadText(".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
                       ".reg .pred %p1; .reg .b32 %r<4>;\nmov.u32 %r1, %tid.x;\n"
                       "setp.lt.u32 %p1, %r1, 10; @%p1 bra A;\n"
                       "redux.sync.add.u32 %r2, %r1, 0xffffffff; ret;\n"
                       "A: redux.sync.add.u32 %r2, %r1, 0xffffffff; ret;\n}\n"));
    LaunchRequest request = m.request("k", {1, 1, 1}, {32, 1, 1}, Parameters());
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    // mov, setp, bra by all; each arm: redux and ret.
    QCOMPARE(outcome.metrics->warpInstructions, std::uint64_t{7});
    QCOMPARE(outcome.metrics->threadInstructions, std::uint64_t{3 * 32 + 2 * 22 + 2 * 10});
}

WARPBENCH_TEST(TestWarpwide)
} // namespace tst_warpwide

#include "tst_warpwide.moc"
