// SPDX-License-Identifier: GPL-3.0-or-later
// Control flow of warps: divergence, barriers, calls, guards, waiting for others.
#include "tests/main.h"
#include "tests/simgpu/engine/small_kernels.h"

#include <QtTest/QTest>

namespace tst_machine {

using namespace warpbench::simgpu::engine;

class TestMachine : public QObject {
    Q_OBJECT

  private:
    SmallMachine m;

  private slots:
    void lanesMeetAgainAfterBranches();
    void loopsWithDifferentTripCounts();
    void spinLockInAWarp();
    void spinLockBetweenBlocks();
    void warpSyncGathersDivergedLanes();
    void syncMaskOfAbsentLanesIsFine();
    void barrierCountsArrivals();
    void barrierReductions();
    void recursion();
    void indirectCallsSplitByTarget();
    void manyKernelsAreDecodedAtOnce();
    void manyKernelsOfLargeFunctionsAreRefused();
    void guardsAroundAnyInstruction();
    void guardsAroundWaits_data();
    void guardsAroundWaits();
    void pollingLetsOthersRun_data();
    void pollingLetsOthersRun();
    void pollingThroughAFunctionLetsOthersRun();
    void loopsWithBarriersLetOthersRun();
    void waitingInOtherLoopsTakesLittleTime();
    void blocksThatComputeForLongRunOneAfterTheOther_data();
    void blocksThatComputeForLongRunOneAfterTheOther();
    void builtInsAreHeldToTheirPrototypes_data();
    void builtInsAreHeldToTheirPrototypes();
    void localVariablesFarApartAreRefused();
    void localVariablesAreAligned();
    void allocaNeedsNoCall();
    void parametersEndWhereTheyEnd();
    void constantMemoryIsNotGlobal();
};

#define RUN_OK(...)                                                                                \
    do {                                                                                           \
        const LaunchOutcome outcome = m.launch(__VA_ARGS__);                                       \
        QVERIFY2(outcome.ok(), describe(outcome).c_str());                                         \
    } while (false)

void TestMachine::lanesMeetAgainAfterBranches() {
    std::vector<unsigned> data(32);
    // After the if all lanes must run together again: activemask says so.
    RUN_OK("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra EVEN;\n"
           "mov.u32 %r3, 7; bra JOIN;\nEVEN: mov.u32 %r3, 9;\nJOIN: activemask.b32 %r4;\n"
           "setp.eq.u32 %p2, %r4, 0xffffffff; selp.u32 %r5, 100, 0, %p2; add.u32 %r3, %r3, %r5;\n"
           "st.global.u32 [%rd3], %r3;",
           data);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], (i % 2 ? 7u : 9u) + 100u);
}

void TestMachine::loopsWithDifferentTripCounts() {
    std::vector<unsigned> data(64);
    RUN_OK("mov.u32 %r2, 0; mov.u32 %r3, 0;\nLOOP: setp.ge.u32 %p1, %r2, %r1; @%p1 bra DONE;\n"
           "add.u32 %r3, %r3, %r2; add.u32 %r2, %r2, 1; bra LOOP;\n"
           "DONE: activemask.b32 %r4; setp.ne.u32 %p2, %r4, 0xffffffff; @%p2 trap;\n"
           "st.global.u32 [%rd3], %r3;",
           data, {64, 1, 1});
    for (unsigned i = 0; i < 64; ++i)
        QCOMPARE(data[i], i * (i ? i - 1 : 0) / 2);
}

void TestMachine::spinLockInAWarp() {
    // The lock is data[0], the counter data[1]: every lane takes the lock in turn.
    std::vector<unsigned> data(2);
    RUN_OK("SPIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra SPIN;\n"
           "ld.volatile.global.u32 %r3, [%rd1+4]; add.u32 %r3, %r3, 1;\n"
           "st.volatile.global.u32 [%rd1+4], %r3; membar.gl; atom.global.exch.b32 %r4, [%rd1], 0;",
           data);
    QCOMPARE(data[1], 32u);
    QCOMPARE(data[0], 0u);
}

void TestMachine::spinLockBetweenBlocks() {
    // Block 0 waits for a flag that the last block sets.
    std::vector<unsigned> data(2);
    RUN_OK("mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; @%p1 bra OTHERS;\n"
           "WAIT: ld.acquire.gpu.u32 %r3, [%rd1]; setp.eq.u32 %p2, %r3, 0; nanosleep.u32 20;\n"
           "@%p2 bra WAIT; st.global.u32 [%rd1+4], 5; ret;\n"
           "OTHERS: setp.ne.u32 %p3, %r2, 19; @%p3 ret; st.release.gpu.u32 [%rd1], 1;",
           data, {32, 1, 1}, {20, 1, 1});
    QCOMPARE(data[1], 5u);
}

void TestMachine::warpSyncGathersDivergedLanes() {
    std::vector<unsigned> data(32);
    // Two halves reach the same shuffle one after the other.
    RUN_OK("setp.lt.u32 %p1, %r1, 16; mov.u32 %r2, %r1; @%p1 bra SHUFFLE;\n"
           "mov.u32 %r5, 0;\nSLOW: add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 50; @%p2 bra SLOW;\n"
           "add.u32 %r2, %r2, 1000;\n"
           "SHUFFLE: shfl.sync.bfly.b32 %r3|%p3, %r2, 16, 31, 0xffffffff;\n"
           "st.global.u32 [%rd3], %r3;",
           data);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], i < 16 ? i + 16 + 1000 : i - 16);
}

void TestMachine::syncMaskOfAbsentLanesIsFine() {
    std::vector<unsigned> data(20);
    RUN_OK("vote.sync.ballot.b32 %r2, 1, 0xffffffff;\nst.global.u32 [%rd3], %r2;", data,
           {20, 1, 1});
    QCOMPARE(data[3], 0xfffffu);
}

void TestMachine::barrierCountsArrivals() {
    std::vector<unsigned> data(64);
    // Warp 0 produces before bar.arrive, warp 1 consumes after bar.sync: a named barrier.
    RUN_OK("mov.u64 %rd4, buf; setp.ge.u32 %p1, %r1, 32; @%p1 bra CONSUME;\n"
           "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd5, %rd4, %rd5; st.shared.u32 [%rd5], %r1;\n"
           "bar.arrive 1, 64; ret;\n"
           "CONSUME: bar.sync 1, 64; sub.u32 %r2, 63, %r1; mul.wide.u32 %rd5, %r2, 4;\n"
           "add.s64 %rd5, %rd4, %rd5; ld.shared.u32 %r3, [%rd5]; st.global.u32 [%rd3], %r3;",
           data, {64, 1, 1});
    for (unsigned i = 32; i < 64; ++i)
        QCOMPARE(data[i], 63 - i);
}

void TestMachine::barrierReductions() {
    std::vector<unsigned> data(96);
    RUN_OK("setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1;\n"
           "bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, !%p1;\n"
           "selp.u32 %r3, 1000, 0, %p2; selp.u32 %r4, 500, 0, %p3; add.u32 %r2, %r2, %r3;\n"
           "add.u32 %r2, %r2, %r4; st.global.u32 [%rd3], %r2;",
           data, {96, 1, 1});
    for (const unsigned value : data)
        QCOMPARE(value, 540u);
}

void TestMachine::recursion() {
    std::vector<unsigned> data(32);
    const std::string fib =
        ".func (.param .b32 out) fib(.param .b32 n)\n{\n.reg .pred %p<2>; .reg .b32 %r<9>;\n"
        "ld.param.u32 %r8, [n]; setp.lt.s32 %p1, %r8, 2; @%p1 bra END; add.s32 %r4, %r8, -1;\n"
        "{ .param .b32 a; st.param.b32 [a], %r4; .param .b32 b; call.uni (b), fib, (a);\n"
        "ld.param.b32 %r5, [b]; }\nadd.s32 %r6, %r8, -2;\n"
        "{ .param .b32 a; st.param.b32 [a], %r6; .param .b32 b; call.uni (b), fib, (a);\n"
        "ld.param.b32 %r7, [b]; }\nadd.s32 %r8, %r7, %r5;\n"
        "END: st.param.b32 [out], %r8; ret;\n}\n";
    RUN_OK("rem.u32 %r2, %r1, 13;\n{ .param .b32 a; st.param.b32 [a], %r2; .param .b32 b;\n"
           "call.uni (b), fib, (a); ld.param.b32 %r3, [b]; }\nst.global.u32 [%rd3], %r3;",
           data, {32, 1, 1}, {1, 1, 1}, fib);
    const unsigned want[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], want[i % 13]);
}

void TestMachine::indirectCallsSplitByTarget() {
    std::vector<unsigned> data(32);
    const std::string functions =
        ".func (.param .b32 r) f0(.param .b32 x)\n{\n.reg .b32 %a; ld.param.u32 %a, [x];\n"
        "add.u32 %a, %a, 1; st.param.b32 [r], %a; ret;\n}\n"
        ".func (.param .b32 r) f1(.param .b32 x)\n{\n.reg .b32 %a; ld.param.u32 %a, [x];\n"
        "mul.lo.u32 %a, %a, %a; st.param.b32 [r], %a; ret;\n}\n"
        ".global .align 8 .u64 table[2] = {f0, f1};\n";
    RUN_OK("and.b32 %r2, %r1, 1; mul.wide.u32 %rd4, %r2, 8; mov.u64 %rd5, table;\n"
           "add.s64 %rd5, %rd5, %rd4; ld.global.u64 %rd6, [%rd5];\n"
           "{ .param .b32 a; st.param.b32 [a], %r1; .param .b32 b;\n"
           "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
           "call (b), %rd6, (a), proto; ld.param.b32 %r3, [b]; }\n"
           "activemask.b32 %r4; setp.ne.u32 %p1, %r4, 0xffffffff; @%p1 trap;\n"
           "st.global.u32 [%rd3], %r3;",
           data, {32, 1, 1}, {1, 1, 1}, functions);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], i % 2 ? i * i : i + 1);
}

/// By several threads; the first of several errors in the text is reported.
void TestMachine::manyKernelsAreDecodedAtOnce() {
    constexpr unsigned kKernels = 200;
    const auto module = [](unsigned firstBad) {
        std::string text = kHead;
        for (unsigned k = 0; k < kKernels; ++k)
            text += ".visible .entry k" + std::to_string(k) +
                    "(.param .u64 p)\n{\n.reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
                    "ld.param.u64 %rd1, [p]; mov.u32 %r1, " +
                    std::to_string(k) + "; st.global.u32 [%rd1], %r1;" +
                    (k >= firstBad && k % 7 == 0 ? "tcgen05.wait::ld.sync.aligned;" : "") +
                    "\nret;\n}\n";
        return text;
    };
    QVERIFY2(m.loadText(module(kKernels)), m.error.c_str());
    std::vector<unsigned> data(1);
    for (const unsigned k : {0u, 1u, 99u, kKernels - 1}) {
        const DeviceArray<unsigned> out(*m.memory, data);
        QVERIFY(execute(m.request("k" + std::to_string(k), {1, 1, 1}, {1, 1, 1},
                                  Parameters().add(out.address())))
                    .ok());
        QCOMPARE(out.values()[0], k);
    }
    QVERIFY(!m.loadText(module(50)));
    QVERIFY2(m.error.find(" in k56, PTX line") != std::string::npos, m.error.c_str());
}

/// Each kernel has its own code of its callees: few lines can need more memory than any host has.
void TestMachine::manyKernelsOfLargeFunctionsAreRefused() {
    constexpr int kKernels = 100'000, kInstructions = 100'000;
    std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n.func large() {\n"
                       ".reg .b32 %r<2>;\n";
    for (int i = 0; i < kInstructions; ++i)
        text += "mov.u32 %r1, 1;\n";
    text += "ret;\n}\n";
    for (int i = 0; i < kKernels; ++i)
        text += ".entry k" + std::to_string(i) + "() { call large; ret; }\n";
    QVERIFY(!m.loadText(text));
    QVERIFY2(m.error.find("100000 kernels reach more instructions") != std::string::npos,
             m.error.c_str());
}

void TestMachine::guardsAroundAnyInstruction() {
    std::vector<unsigned> data(32, 77);
    RUN_OK("setp.lt.u32 %p1, %r1, 10; mov.u32 %r2, 1; @%p1 add.u32 %r2, %r2, 4;\n"
           "@!%p1 st.global.u32 [%rd3], %r2; setp.gt.u32 %p2, %r1, 99; @%p2 trap;",
           data);
    for (unsigned i = 0; i < 32; ++i)
        QCOMPARE(data[i], i < 10 ? 77u : 1u);
}

void TestMachine::guardsAroundWaits_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<unsigned>("below10"); ///< the value stored by thread 5, one of those with %p1
    QTest::addColumn<unsigned>("others");
    const auto row = [](const char* name, const char* body, unsigned below10, unsigned others) {
        QTest::newRow(name) << QString(body) << below10 << others;
    };
    row("shuffle", "@%p1 shfl.sync.idx.b32 %r2, %r1, 3, 31, 0x3ff;", 3, 77);
    row("negated", "@!%p1 shfl.sync.idx.b32 %r2, %r1, 30, 31, 0xfffffc00;", 77, 30);
    row("vote", "@%p1 vote.sync.ballot.b32 %r2, 1, 0x3ff;", 0x3ff, 77);
    row("match", "@%p1 match.any.sync.b32 %r2, 4, 0x3ff;", 0x3ff, 77);
    row("redux", "@%p1 redux.sync.add.u32 %r2, %r1, 0x3ff;", 45, 77);
    row("elect", "@%p1 elect.sync %r2|%p2, 0x3ff;", 0, 77);
    row("warp barrier", "@%p1 bar.warp.sync 0x3ff; @%p1 mov.u32 %r2, 1;", 1, 77);
    row("barrier for nobody", "setp.gt.u32 %p2, %r1, 99; @%p2 bar.sync 1; @!%p2 bar.sync 0;", 77,
        77);
    row("indexed branch",
        "targets: .branchtargets B; mov.u32 %r3, 0; @%p1 brx.idx %r3, targets;\n"
        "mov.u32 %r2, 8; B:",
        77, 8);
    row("call",
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; @%p1 call (b), twice, (a);\n"
        "@%p1 ld.param.b32 %r2, [b]; }",
        10, 77);
    row("several",
        "@%p1 shfl.sync.idx.b32 %r2, %r1, 3, 31, 0x3ff; L: @%p1 vote.sync.ballot.b32 %r3, 1, 0x3ff;"
        "@%p1 add.u32 %r2, %r2, %r3; mov.u32 %r4, 0; setp.lt.u32 %p2, %r2, 2000; and.pred %p1, %p1,"
        "%p2; setp.ne.u32 %p3, %r4, 0; @%p3 bra L;",
        3 + 0x3ff, 77);
}

/// Lanes with a false guard skip the instruction in which the others wait.
void TestMachine::guardsAroundWaits() {
    QFETCH(QString, body);
    QFETCH(unsigned, below10);
    QFETCH(unsigned, others);
    std::vector<unsigned> data(32);
    RUN_OK("setp.lt.u32 %p1, %r1, 10; mov.u32 %r2, 77;\n" + body.toStdString() +
               "\nst.global.u32 [%rd3], %r2;",
           data, {32, 1, 1}, {1, 1, 1},
           ".func (.param .b32 r) twice(.param .b32 x)\n{\n.reg .b32 %a;\n"
           "ld.param.u32 %a, [x]; add.u32 %a, %a, %a; st.param.b32 [r], %a; ret;\n}\n");
    QCOMPARE(data[5], below10);
    QCOMPARE(data[20], others);
}

// Two blocks on one thread, the first of which waits for the second; and the same within one
// warp.
void TestMachine::pollingLetsOthersRun_data() {
    QTest::addColumn<QString>("look"); ///< reads the flag into %r4
    QTest::newRow("volatile load") << QString("ld.volatile.global.u32 %r4, [%rd1];");
    QTest::newRow("atomicAdd of 0") << QString("atom.global.add.u32 %r4, [%rd1], 0;");
    QTest::newRow("atomicOr of 0") << QString("atom.global.or.b32 %r4, [%rd1], 0;");
    QTest::newRow("atomicCAS") << QString("atom.global.cas.b32 %r4, [%rd1], 2, 2;");
    QTest::newRow("atomicMax") << QString("atom.global.max.u32 %r4, [%rd1], 0;");
}

void TestMachine::pollingLetsOthersRun() {
    QFETCH(QString, look);
    QVERIFY2(m.loadText(kernel("mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x; sub.u32 %r3, %r3, 1;"
                               "setp.eq.u32 %p1, %r2, %r3; @%p1 bra SET;\nW: " +
                               look.toStdString() +
                               " setp.eq.u32 %p2, %r4, 0;"
                               "@%p2 bra W; ret;\nSET: mov.u32 %r4, 1; st.volatile.global.u32"
                               " [%rd1], %r4;")),
             m.error.c_str());
    DeviceArray<unsigned> flag(*m.memory, {0});
    LaunchRequest request =
        m.request("k", {200, 1, 1}, {64, 1, 1}, Parameters().add(flag.address()).add(0ull));
    request.deterministic = true;
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(flag[0], 1u);
    // The two warps of each of 200 blocks look some times before others have their turn.
    QVERIFY(outcome.metrics.has_value());
    const std::uint64_t executed = outcome.metrics->warpInstructions;
    QVERIFY2(executed < 2 * 200 * 16 * 40, std::to_string(executed).c_str());
}

/// Each round of the loop looks at a flag, and has a barrier of the block. Only the last block sets
/// the flag.
void TestMachine::loopsWithBarriersLetOthersRun() {
    QVERIFY2(m.loadText(kernel("mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x; sub.u32 %r3, %r3, 1;"
                               "setp.eq.u32 %p1, %r2, %r3; @%p1 bra SET;\n"
                               "W: ld.volatile.global.u32 %r4, [%rd1]; bar.sync 0;"
                               "setp.eq.u32 %p2, %r4, 0; @%p2 bra W; ret;\n"
                               "SET: mov.u32 %r4, 1; st.volatile.global.u32 [%rd1], %r4;")),
             m.error.c_str());
    DeviceArray<unsigned> flag(*m.memory, {0});
    LaunchRequest request =
        m.request("k", {20, 1, 1}, {64, 1, 1}, Parameters().add(flag.address()).add(0ull));
    request.deterministic = true;
    request.timeLimitSeconds = 20;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(flag[0], 1u);
}

/// Each block waits for the next one's flag, in a loop that also stores: whether it waits is not
/// clear.
void TestMachine::waitingInOtherLoopsTakesLittleTime() {
    QVERIFY2(m.loadText(kernel("mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd4, %r2, 4;"
                               "add.s64 %rd5, %rd1, %rd4; mov.u64 %rd6, buf;\n"
                               "W: ld.volatile.global.u32 %r4, [%rd5+4]; st.shared.u32 [%rd6], %r4;"
                               "setp.eq.u32 %p2, %r4, 0; @%p2 bra W;\n"
                               "st.volatile.global.u32 [%rd5], %r4;")),
             m.error.c_str());
    std::vector<unsigned> values(21);
    values[20] = 1;
    DeviceArray<unsigned> flags(*m.memory, values);
    LaunchRequest request =
        m.request("k", {20, 1, 1}, {64, 1, 1}, Parameters().add(flags.address()).add(0ull));
    request.deterministic = true;
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(flags[0], 1u);
    QVERIFY(outcome.metrics.has_value());
    const std::uint64_t executed = outcome.metrics->warpInstructions;
    QVERIFY2(executed < 10'000'000, std::to_string(executed).c_str());
}

// nvcc -G's code for `while (load(flag) == 0);`: a call per read, branches around branches.
void TestMachine::pollingThroughAFunctionLetsOthersRun() {
    QVERIFY2(
        m.loadText(std::string(".version 8.6\n.target sm_90\n.address_size 64\n") +
                   ".visible .func (.param .b32 result) look(.param .b64 place)\n{\n"
                   ".reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n"
                   "ld.param.u64 %rd1, [place]; ld.volatile.u32 %r1, [%rd1];\n"
                   "st.param.b32 [result], %r1; ret;\n}\n"
                   ".visible .entry k(.param .u64 flag)\n{\n"
                   ".reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<2>;\n"
                   "ld.param.u64 %rd1, [flag]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;\n"
                   "sub.u32 %r3, %r3, 1; setp.eq.u32 %p1, %r2, %r3; @%p1 bra SET;\n"
                   "WAIT: { .param .b64 a; .param .b32 v; st.param.b64 [a], %rd1;\n"
                   "call.uni (v), look, (a); ld.param.b32 %r4, [v]; }\n"
                   "setp.eq.s32 %p2, %r4, 0; not.pred %p3, %p2; @%p3 bra DONE; bra.uni AGAIN;\n"
                   "AGAIN: bra.uni WAIT;\n"
                   "SET: mov.u32 %r4, 1; st.volatile.global.u32 [%rd1], %r4;\n"
                   "DONE: ret;\n}\n"),
        m.error.c_str());
    DeviceArray<unsigned> flag(*m.memory, {0});
    LaunchRequest request =
        m.request("k", {200, 1, 1}, {32, 1, 1}, Parameters().add(flag.address()));
    request.deterministic = true;
    request.metrics = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(flag[0], 1u);
    // Each of 200 blocks looks some times before the next one has its turn, not thousands.
    QVERIFY(outcome.metrics.has_value());
    const std::uint64_t executed = outcome.metrics->warpInstructions;
    QVERIFY2(executed < 200 * 16 * 40, std::to_string(executed).c_str());
}

void TestMachine::blocksThatComputeForLongRunOneAfterTheOther_data() {
    QTest::addColumn<QString>("between"); ///< iterations
    QTest::newRow("nothing else") << QString();
    QTest::newRow("barriers of the block") << QString("bar.sync 0;");
    QTest::newRow("shared atomics") << QString("atom.shared.add.u32 %r6, [buf], 1;");
}

/// A block that computes for long does not wait for others: starting more blocks beside it would
/// only take memory. Clocks that count the only worker's steps show each block's start and end.
void TestMachine::blocksThatComputeForLongRunOneAfterTheOther() {
    QFETCH(QString, between);
    constexpr unsigned kBlocks = 6;
    QVERIFY2(m.loadText(kernel(
                 "mov.u64 %rd4, %clock64; mov.u32 %r2, 0;\nL: add.u32 %r2, %r2, 1;" +
                 between.toStdString() +
                 "setp.lt.u32 %p1, %r2, 100000; @%p1 bra L;\nmov.u64 %rd5, %clock64;\n"
                 "mov.u32 %r3, %ctaid.x; mul.wide.u32 %rd6, %r3, 16; add.u64 %rd6, %rd6, %rd1;\n"
                 "st.global.u64 [%rd6], %rd4; st.global.u64 [%rd6+8], %rd5;")),
             m.error.c_str());
    const DeviceArray<std::uint64_t> times(*m.memory, std::vector<std::uint64_t>(2 * kBlocks));
    LaunchRequest request =
        m.request("k", {kBlocks, 1, 1}, {32, 1, 1}, Parameters().add(times.address()).add(0ull));
    request.deterministic = true;
    const LaunchOutcome outcome = execute(request);
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    for (unsigned block = 0; block < kBlocks; ++block) {
        const std::uint64_t begin = times[2 * block], end = times[2 * block + 1];
        QVERIFY2(end - begin > 90000, std::to_string(end - begin).c_str());
        QVERIFY(block == 0 || begin >= times[2 * block - 1]);
    }
}

void TestMachine::builtInsAreHeldToTheirPrototypes_data() {
    QTest::addColumn<QString>("declaration");
    QTest::addColumn<QString>("call");
    QTest::newRow("vprintf without parameters") << ".extern .func (.param .b32 r) vprintf ();"
                                                << "call (r), vprintf, ();";
    QTest::newRow("vprintf with one") << ".extern .func (.param .b32 r) vprintf (.param .b64 f);"
                                      << "call (r), vprintf, (a);";
    QTest::newRow("vprintf with a short one")
        << ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b32 g);"
        << "call (r), vprintf, (a, s);";
    QTest::newRow("malloc without a size") << ".extern .func (.param .b64 r) malloc ();"
                                           << "call (w), malloc, ();";
    QTest::newRow("free of nothing") << ".extern .func free ();"
                                     << "call free;";
    QTest::newRow("assertion without a text") << ".extern .func __assertfail (.param .b64 a);"
                                              << "call __assertfail, (a);";
    QTest::newRow("condition without a value")
        << ".extern .func cudaGraphSetConditional (.param .b64 a);"
        << "call cudaGraphSetConditional, (a);";
}

void TestMachine::builtInsAreHeldToTheirPrototypes() {
    QFETCH(QString, declaration);
    QFETCH(QString, call);
    const std::string text = kHead + declaration.toStdString() +
                             "\n.visible .entry k()\n{\n.param .b32 r; .param .b64 w; .param .b64 "
                             "a; .param .b32 s;\n" +
                             call.toStdString() + "\nret;\n}\n";
    QVERIFY(!m.loadText(text));
    QVERIFY2(m.error.find("declared with other parameters") != std::string::npos, m.error.c_str());
}

void TestMachine::localVariablesFarApartAreRefused() {
    for (const char* alignment : {"2147483648", "268435456", "1048576"}) {
        QVERIFY(
            !m.loadText(std::string(kHead) + ".visible .entry k()\n{\n.local .align " + alignment +
                        " .b8 a[4], b[4], c[4]; .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
                        "mov.u64 %rd1, c; mov.u32 %r1, 1; st.local.u32 [%rd1], %r1;\nret;\n}\n"));
        QVERIFY2(m.error.find("bytes of local memory") != std::string::npos, m.error.c_str());
    }
    // One alone is as far as it is large.
    QVERIFY2(m.loadText(std::string(kHead) +
                        ".visible .entry k()\n{\n.local .align 1048576 .b8 a[4]; .reg .b64 %rd<3>; "
                        ".reg .b32 %r<2>;\nmov.u64 %rd1, a; mov.u32 %r1, 1; st.local.u32 [%rd1], "
                        "%r1;\nret;\n}\n"),
             m.error.c_str());
    QVERIFY(m.run("k", {1, 1, 1}, {32, 1, 1}, Parameters()).ok());
}

/// In a function that is called from frames of any size.
void TestMachine::localVariablesAreAligned() {
    QVERIFY2(
        m.loadText(std::string(kHead) +
                   ".func (.param .b64 r) f()\n{\n.local .align 64 .b8 v[64]; .reg .b64 %rd<3>;\n"
                   "mov.u64 %rd1, v; and.b64 %rd2, %rd1, 63; st.param.b64 [r], %rd2; ret;\n}\n"
                   ".visible .entry k(.param .u64 p)\n{\n.local .align 4 .b8 d[20]; .reg .b64 "
                   "%rd<6>; .reg .b32 %r<2>;\nld.param.u64 %rd1, [p];\nmov.u64 %rd4, d; mov.u32 "
                   "%r1, 0; st.local.u32 [%rd4], %r1;\n{ .param .b64 r; call.uni (r), f, (); "
                   "ld.param.b64 %rd2, [r]; }\nst.global.u64 [%rd1], %rd2;\nret;\n}\n"),
        m.error.c_str());
    DeviceArray<std::uint64_t> out(*m.memory, {1});
    const LaunchOutcome outcome = m.run("k", {1, 1, 1}, {1, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(out[0], std::uint64_t{0});
}

void TestMachine::allocaNeedsNoCall() {
    QVERIFY2(
        m.loadText(std::string(kHead) +
                   ".visible .entry k(.param .u64 p)\n{\n.local .align 4 .b8 d[20]; .reg .b64 "
                   "%rd<9>; .reg .b32 %r<4>;\nld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n"
                   "mov.u64 %rd2, 40; alloca.u64 %rd3, %rd2; st.local.u32 [%rd3+36], %r1;\n"
                   "mov.u64 %rd4, d; st.local.u32 [%rd4+16], 5; ld.local.u32 %r2, [%rd3+36];\n"
                   "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd5, %rd1, %rd5; st.global.u32 [%rd5], "
                   "%r2;\nret;\n}\n"),
        m.error.c_str());
    DeviceArray<unsigned> out(*m.memory, std::vector<unsigned>(64));
    for (const bool checked : {false, true}) {
        LaunchRequest request =
            m.request("k", {1, 1, 1}, {64, 1, 1}, Parameters().add(out.address()));
        request.checks.uninitialized = checked;
        const LaunchOutcome outcome = execute(request);
        QVERIFY2(outcome.ok(), describe(outcome).c_str());
        QCOMPARE(out[45], 45u);
    }
}

void TestMachine::parametersEndWhereTheyEnd() {
    QVERIFY2(
        m.loadText(std::string(kHead) +
                   ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<4>; .reg .b32 %r<3>;\n"
                   "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [p+-4]; ld.param.u64 %rd2, "
                   "[p+400];\nst.global.u32 [%rd1], %r1; st.global.u64 [%rd1+8], %rd2;\nret;\n}\n"),
        m.error.c_str());
    DeviceArray<std::uint64_t> out(*m.memory, {1, 1});
    const LaunchOutcome outcome = m.run("k", {1, 1, 1}, {1, 1, 1}, Parameters().add(out.address()));
    QVERIFY2(outcome.ok(), describe(outcome).c_str());
    QCOMPARE(out.values(), (std::vector<std::uint64_t>{0, 0}));
}

void TestMachine::constantMemoryIsNotGlobal() {
    QVERIFY2(
        m.loadText(std::string(kHead) +
                   ".const .align 4 .u32 c = 3;\n.global .align 4 .u32 g;\n"
                   ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<4>; .reg .b32 %r<5>; .reg "
                   ".pred %p<5>;\nld.param.u64 %rd1, [p]; mov.u64 %rd2, c; cvta.const.u64 %rd2, "
                   "%rd2; mov.u64 %rd3, g; cvta.global.u64 %rd3, %rd3;\n"
                   "isspacep.global %p1, %rd2; isspacep.const %p2, %rd2; isspacep.global %p3, "
                   "%rd3; isspacep.const %p4, %rd3;\nselp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, "
                   "0, %p2; selp.u32 %r3, 4, 0, %p3; selp.u32 %r4, 8, 0, %p4;\n"
                   "add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4; "
                   "st.global.u32 [%rd1], %r1;\nret;\n}\n"),
        m.error.c_str());
    DeviceArray<unsigned> out(*m.memory, {0});
    QVERIFY(m.run("k", {1, 1, 1}, {1, 1, 1}, Parameters().add(out.address())).ok());
    QCOMPARE(out[0], 6u);
}

WARPBENCH_TEST(TestMachine)
} // namespace tst_machine

#include "tst_machine.moc"
