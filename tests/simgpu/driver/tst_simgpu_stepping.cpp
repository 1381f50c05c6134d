// SPDX-License-Identifier: GPL-3.0-or-later
// Where launches pause, which lanes are active, and their values.
#include "printed_text.h"
#include "stepping_session.h"
#include "tests/main.h"

#include <numeric>

namespace tst_simgpu_stepping {

class TestStepping : public SteppingTest {
    Q_OBJECT

  private slots:
    void reductionInKnownOrder();
    void lanesOfADivergentIf();
    void aLaneIsSteppedThroughItsArm_data();
    void aLaneIsSteppedThroughItsArm();
    void inlinedFunction();
    void breakpointsOfPtxLinesAndFilters();
    void stepsByInstruction();
    void runsAWarpToItsBarrier();
    void runsABlockToItsEnd();
    void sameStepsToTheSameCountsComeToTheSamePlaces();
    void sameOrderEveryTime_data();
    void sameOrderEveryTime();
};

void TestStepping::reductionInKnownOrder() {
    SteppingSession s;
    std::vector<int> values(128);
    std::iota(values.begin(), values.end(), 1);
    CUdeviceptr in = s.array(values), out = s.array(std::vector<int>(2));
    s.control();
    s.breakAt(12); // sums[t] += sums[t + half];
    CHECK_OK(s.launch("reduce", 2, 64, {&out, &in}));

    wbsimPause pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_ENTRY));
    QCOMPARE(pause.kernel, "reduce");
    QCOMPARE(pause.grid[0], 2u);
    QCOMPARE(pause.blockSize[0], 64u);
    QCOMPARE(simApi()->blockCount(0), 1u);

    // In each block: warp 0 alone, with 32, 16, 8, 4, 2, 1 lanes.
    for (std::uint64_t block = 0; block < 2; ++block) {
        std::vector<std::int64_t> sums(values.begin() + std::ptrdiff_t(64 * block),
                                       values.begin() + std::ptrdiff_t(64 * block + 64));
        int round = 0;
        for (std::uint32_t half = 32; half > 0; half /= 2, ++round) {
            pause = s.step(WBSIM_STEP_CONTINUE);
            PAUSED(pause, WBSIM_PAUSE_BREAKPOINT, 12);
            QCOMPARE(pause.block, block);
            QCOMPARE(pause.blockIndex[0], std::uint32_t(block));
            QCOMPARE(pause.warp, 0u);
            QCOMPARE(pause.breakpoint, 0u);
            const std::uint32_t mask = half == 32 ? ~0u : (1u << half) - 1;
            QCOMPARE(pause.activeMask, mask);
            // Shared memory contains the sums of earlier rounds; its name does not need -G.
            const wbsimPlace place = placeOf(block, 0);
            VARIABLE(shared, place, "sums");
            QCOMPARE(shared.bytes, 64u * 4);
            QCOMPARE(shared.address, std::uint64_t(0));
            for (std::uint32_t t = 0; t < 2 * half; ++t) {
                std::int32_t sum = 0;
                CHECK_OK(check(simApi()->readMemory(0, &place, 0, WBSIM_SPACE_SHARED, 4 * t, &sum,
                                                    sizeof sum)));
                QCOMPARE(std::int64_t(sum), sums[t]);
            }
            // The line's end: the new sums are in the register that is stored, lane by lane.
            pause = s.step(WBSIM_STEP_LINE, block, 0);
            PAUSED(pause, WBSIM_PAUSE_STEP, 13);
            const std::string name = "%r" + std::to_string(8 + 3 * round);
            const auto added = registerOf(placeOf(block, 0), name.c_str());
            QVERIFY2(added.has_value(), name.c_str());
            QCOMPARE(added->bits, 32u);
            QCOMPARE(added->type, "b32");
            for (std::uint32_t t = 0; t < half; ++t) {
                sums[t] += sums[t + half];
                QCOMPARE(std::int64_t(added->values[t]), sums[t]);
            }
        }
    }
    pause = s.step(WBSIM_STEP_CONTINUE);
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 2), (std::vector<int>{64 * 65 / 2, 64 * 65 / 2 + 64 * 64}));
}

void TestStepping::lanesOfADivergentIf() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control(false);
    s.breakAt(22);
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 22);
    QCOMPARE(warpOf(0, 0).activeMask, ~0u);
    QCOMPARE(warpOf(0, 0).groups, 1u);
    // First one side, then the other, then all: which side goes first is the machine's choice, and
    // always the same.
    std::vector<std::uint32_t> lines, masks;
    wbsimPause pause;
    while ((pause = s.step(WBSIM_STEP_LINE)).line != 27) {
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
        lines.push_back(pause.line);
        masks.push_back(pause.activeMask);
        const wbsimWarp warp = warpOf(0, 0);
        QCOMPARE(warp.groups, 2u);
        QCOMPARE(warp.activeMask, pause.activeMask);
        QCOMPARE(int(lanesOf(0, 0, 0).state), int(WBSIM_LANES_NEXT));
        QCOMPARE(lanesOf(0, 0, 0).mask | lanesOf(0, 0, 1).mask, ~0u);
        QCOMPARE(int(lanesOf(0, 0, 1).state), int(WBSIM_LANES_READY));
    }
    QCOMPARE(lines.size(), std::size_t(2));
    for (std::size_t i = 0; i < 2; ++i)
        QCOMPARE(masks[i], lines[i] == 23 ? 0xaaaaaaaau : 0x55555555u);
    QVERIFY(lines[0] != lines[1]);
    QCOMPARE(pause.activeMask, ~0u);
    QCOMPARE(warpOf(0, 0).groups, 1u);
    // Reading many at once equals reading them one by one.
    const wbsimPlace here = placeOf(0, 0);
    std::vector<wbsimRegister> all(simApi()->registerCount(0, &here));
    QVERIFY(all.size() > 3);
    for (wbsimRegister& one : all)
        one.structSize = sizeof one;
    const auto count = static_cast<std::uint32_t>(all.size());
    CHECK_OK(check(simApi()->getRegisters(0, &here, 1, all.data() + 1, count - 1)));
    for (std::uint32_t i = 1; i < count; ++i) {
        wbsimRegister one{};
        one.structSize = sizeof one;
        CHECK_OK(check(simApi()->getRegister(0, &here, i, &one)));
        QCOMPARE(all[i].name, one.name);
        QVERIFY(std::equal(one.values, one.values + 32, all[i].values));
    }
    CHECK_RESULT(check(simApi()->getRegisters(0, &here, 1, all.data(), count)),
                 CUDA_ERROR_INVALID_VALUE);
    // The atomics went lane by lane.
    const auto v = registerOf(placeOf(0, 0), "%r6");
    QVERIFY(v.has_value());
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        QCOMPARE(v->values[lane], std::uint64_t(lane % 2 ? lane / 2 : 2 * (lane / 2)));
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
}

void TestStepping::aLaneIsSteppedThroughItsArm_data() {
    QTest::addColumn<std::uint32_t>("lane");
    QTest::addColumn<std::uint32_t>("arm");
    QTest::newRow("odd") << 5u << 23u;
    QTest::newRow("even") << 4u << 25u;
}

/// Whichever arm goes first: a step of a lane never ends in the other one.
void TestStepping::aLaneIsSteppedThroughItsArm() {
    QFETCH(std::uint32_t, lane);
    QFETCH(std::uint32_t, arm);
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control(false);
    s.breakAt(22);
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 22);
    wbsimPause pause = s.step(WBSIM_STEP_LANE_LINE, 0, 0, lane);
    PAUSED(pause, WBSIM_PAUSE_STEP, arm);
    QCOMPARE(pause.activeMask, lane % 2 ? 0xaaaaaaaau : 0x55555555u);
    pause = s.step(WBSIM_STEP_LANE_LINE, 0, 0, lane);
    PAUSED(pause, WBSIM_PAUSE_STEP, 27);
    QCOMPARE(pause.activeMask, ~0u);
    const wbsimStep none = {sizeof none, WBSIM_STEP_LANE_LINE, 0, 0, 0, 32};
    CHECK_RESULT(check(simApi()->resume(0, &none)), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
}

void TestStepping::inlinedFunction() {
    SteppingSession s;
    std::vector<float> values(32);
    std::iota(values.begin(), values.end(), 0.5f);
    CUdeviceptr in = s.array(values), out = s.array(std::vector<float>(32));
    s.control(false);
    s.breakAt(31); // float x = in[i]; of scaled, which was inlined
    CHECK_OK(s.launch("inlined", 1, 32, {&out, &in}));
    wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_BREAKPOINT, 31);
    QCOMPARE(lanesOf(0, 0, 0).frames, 2u);
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    const wbsimPlace inner = placeOf(0, 0, 0), outer = placeOf(0, 0, 1);
    CHECK_OK(check(simApi()->getFrame(0, &inner, &frame)));
    QVERIFY2(QByteArray(frame.function).contains("scaled"), frame.function);
    QCOMPARE(frame.inlined, 1u);
    QCOMPARE(frame.line, 31u);
    QVERIFY(QByteArray(frame.file).endsWith("stepping.cu"));
    CHECK_OK(check(simApi()->getFrame(0, &outer, &frame)));
    QCOMPARE(frame.function, "inlined");
    QCOMPARE(frame.inlined, 0u);
    QCOMPARE(frame.line, 37u);
    pause = s.step(WBSIM_STEP_OUT);
    PAUSED(pause, WBSIM_PAUSE_STEP, 38);
    const auto x = registerOf(placeOf(0, 0), "%f1");
    QVERIFY(x.has_value());
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        float value = 0;
        std::memcpy(&value, &x->values[lane], sizeof value);
        QCOMPARE(value, values[lane]);
    }
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));

    // From the line before, over it: not into the function.
    s.breakpoints().clear();
    s.breakAt(36);
    CHECK_OK(s.launch("inlined", 1, 32, {&out, &in}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 36);
    PAUSED(s.step(WBSIM_STEP_OVER), WBSIM_PAUSE_STEP, 38);
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<float>(out, 2)[1], values[1] * 3 + 1);
}

void TestStepping::breakpointsOfPtxLinesAndFilters() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(192, 1)), out = s.array(std::vector<int>(3));
    s.control(false);
    s.breakAt(10); // a line without code: the next one with some is 11
    s.breakpoints()[0].block = 1;
    s.breakpoints()[0].warp = 1;
    s.breakpoints()[0].skip = 2;
    s.setBreakpoints();
    CHECK_OK(s.launch("reduce", 3, 64, {&out, &in}));
    wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_BREAKPOINT, 11);
    QCOMPARE(pause.block, std::uint64_t(1));
    QCOMPARE(pause.warp, 1u);
    // The third round of line 11: its comparison with 7 has not been made yet.
    const std::uint32_t ptxLine = pause.ptxLine;
    s.breakpoints().clear();
    s.breakAt(ptxLine + 1, nullptr);
    pause = s.step(WBSIM_STEP_CONTINUE);
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_BREAKPOINT));
    QCOMPARE(pause.ptxLine, ptxLine + 1);
    QCOMPARE(pause.warp, 1u); // it went on with this warp
    // Lane 40 of the block is lane 8 of warp 1; no other warp has such lanes at line 12.
    s.breakpoints().clear();
    s.setBreakpoints();
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 3), (std::vector<int>{64, 64, 64}));
}

void TestStepping::stepsByInstruction() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 40, {&out}));
    wbsimPause pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_ENTRY));
    QCOMPARE(warpOf(0, 1).absentMask, 0xffffff00u);
    QCOMPARE(warpOf(0, 1).activeMask, 0xffu);
    // ld.param, cvta, mov, and: every instruction pauses, also those without cost otherwise.
    std::uint32_t line = pause.ptxLine;
    for (int i = 0; i < 4; ++i) {
        pause = s.step(WBSIM_STEP_INSTRUCTION, 0, 1);
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
        QCOMPARE(pause.warp, 1u);
        QVERIFY(pause.ptxLine > line);
        line = pause.ptxLine;
    }
    // Warp 1 has made its index, warp 0 has not begun.
    const auto one = registerOf(placeOf(0, 1), "%r1"), zero = registerOf(placeOf(0, 0), "%r1");
    QVERIFY(one && zero);
    QCOMPARE(one->mask, 0xffu);
    QCOMPARE(one->values[7], std::uint64_t(39));
    QCOMPARE(zero->values[7], std::uint64_t(0));
    const auto pointer = registerOf(placeOf(0, 1), "%rd1");
    QVERIFY(pointer.has_value());
    QCOMPARE(pointer->bits, 64u);
    QCOMPARE(CUdeviceptr(pointer->values[0]), out);
    const auto odd = registerOf(placeOf(0, 1), "%p1");
    QVERIFY(odd.has_value());
    QCOMPARE(odd->bits, 1u);
    QCOMPARE(odd->values[1], std::uint64_t(0)); // setp comes next
    s.step(WBSIM_STEP_INSTRUCTION, 0, 1);
    QCOMPARE(registerOf(placeOf(0, 1), "%p1")->values[1], std::uint64_t(1));
    QCOMPARE(registerOf(placeOf(0, 1), "%p1")->values[2], std::uint64_t(0));
    // Parameters are also memory.
    CUdeviceptr parameter = 0;
    const wbsimPlace place = placeOf(0, 1);
    CHECK_OK(check(simApi()->readMemory(0, &place, 0, WBSIM_SPACE_PARAM, 0, &parameter, 8)));
    QCOMPARE(parameter, out);
    CHECK_RESULT(check(simApi()->readMemory(0, &place, 0, WBSIM_SPACE_PARAM, 4, &parameter, 8)),
                 CUDA_ERROR_ILLEGAL_ADDRESS);
}

void TestStepping::runsAWarpToItsBarrier() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(64, 1)), out = s.array(std::vector<int>(1));
    s.control();
    CHECK_OK(s.launch("reduce", 1, 64, {&out, &in}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    wbsimPause pause = s.step(WBSIM_STEP_TO_BARRIER, 0, 1);
    PAUSED(pause, WBSIM_PAUSE_STEP, 9);
    QCOMPARE(pause.activeMask, 0u);
    QCOMPARE(pause.warp, 1u);
    QCOMPARE(int(lanesOf(0, 1, 0).state), int(WBSIM_LANES_AT_BARRIER));
    QCOMPARE(lanesOf(0, 1, 0).mask, ~0u);
    QCOMPARE(lanesOf(0, 1, 0).barrier, 0u);
    QCOMPARE(warpOf(0, 0).activeMask, ~0u); // has not begun
    // A step of the waiting warp takes warp 0 to the barrier first.
    pause = s.step(WBSIM_STEP_LINE, 0, 1);
    PAUSED(pause, WBSIM_PAUSE_STEP, 11);
    QCOMPARE(pause.warp, 1u);
    // Warp 0 is the last to reach the next barrier, and continues after it.
    pause = s.step(WBSIM_STEP_TO_BARRIER, 0, 1);
    QCOMPARE(pause.activeMask, 0u);
    pause = s.step(WBSIM_STEP_TO_BARRIER, 0, 0);
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
    QCOMPARE(pause.warp, 0u);
    QCOMPARE(pause.activeMask, ~0u);
    // To the end of the warp: nothing is left of it.
    for (int barrier = 0; barrier < 20 && warpOf(0, 1).exitedMask == 0; ++barrier) {
        s.step(WBSIM_STEP_TO_BARRIER, 0, 0);
        pause = s.step(WBSIM_STEP_TO_BARRIER, 0, 1);
    }
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
    QCOMPARE(warpOf(0, 1).exitedMask, ~0u);
    QCOMPARE(warpOf(0, 1).groups, 0u);
    while (pause.reason == WBSIM_PAUSE_STEP)
        pause = s.step(WBSIM_STEP_CONTINUE);
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 1)[0], 64);
}

void TestStepping::runsABlockToItsEnd() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(192, 2)), out = s.array(std::vector<int>(3));
    s.control();
    CHECK_OK(s.launch("reduce", 3, 64, {&out, &in}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    const wbsimPause pause = s.step(WBSIM_STEP_BLOCK, 0);
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
    QCOMPARE(pause.block, std::uint64_t(0));
    wbsimBlock block{};
    block.structSize = sizeof block;
    CHECK_OK(check(simApi()->getBlock(0, 0, &block)));
    QCOMPARE(block.warps, 2u);
    QCOMPARE(block.warpsLeft, 0u);
    QCOMPARE(warpOf(0, 0).exitedMask, ~0u);
    // The next one has not begun.
    QCOMPARE(simApi()->blockCount(0), 1u);
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 3), (std::vector<int>{128, 128, 128}));
}

void TestStepping::sameStepsToTheSameCountsComeToTheSamePlaces() {
    std::vector<int> values(128);
    std::iota(values.begin(), values.end(), 1);
    struct Seen {
        wbsimStep step;
        std::uint64_t instructions;
        std::uint32_t line, ptxLine, warp;
    };
    std::vector<Seen> seen;
    {
        SteppingSession s;
        CUdeviceptr in = s.array(values), out = s.array(std::vector<int>(2));
        s.control();
        CHECK_OK(s.launch("reduce", 2, 64, {&out, &in}));
        QCOMPARE(s.wait().instructions, std::uint64_t(0));
        s.breakAt(12);
        // A warp that is stepped goes ahead of the others, which a breakpoint then stops.
        const wbsimStepKind kinds[] = {WBSIM_STEP_LINE, WBSIM_STEP_INSTRUCTION, WBSIM_STEP_CONTINUE,
                                       WBSIM_STEP_OVER, WBSIM_STEP_CONTINUE};
        for (const wbsimStepKind kind : kinds) {
            const wbsimPause pause = s.step(kind, 0, seen.size() < 2 ? 1 : 0);
            seen.push_back({{sizeof(wbsimStep), kind, 0, seen.size() < 2 ? 1u : 0u, 0, 0},
                            pause.instructions,
                            pause.line,
                            pause.ptxLine,
                            pause.warp});
        }
        QVERIFY(seen.back().instructions > seen.front().instructions);
    }
    SteppingSession s;
    CUdeviceptr in = s.array(values), out = s.array(std::vector<int>(2));
    s.control();
    CHECK_OK(s.launch("reduce", 2, 64, {&out, &in}));
    s.wait();
    for (Seen& before : seen) { // without a breakpoint: the count alone stops it there
        before.step.untilInstructions = before.instructions;
        CHECK_OK(check(simApi()->resume(0, &before.step)));
        const wbsimPause pause = s.wait();
        QCOMPARE(pause.instructions, before.instructions);
        QCOMPARE(pause.line, before.line);
        QCOMPARE(pause.ptxLine, before.ptxLine);
        QCOMPARE(pause.warp, before.warp);
    }
}

void TestStepping::sameOrderEveryTime_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<QByteArray>("expected");
    // Warp 1 is the last at the barrier. In turn it continues at once; interleaved, warp 0 is next.
    QByteArray inTurn, interleaved;
    for (int block = 0; block < 3; ++block) {
        const QByteArray name = "block " + QByteArray::number(block) + " warp ";
        const QByteArray before = name + "0\n" + name + "1\n";
        inTurn += before + name + "1 again\n" + name + "0 again\n";
        interleaved += before + name + "0 again\n" + name + "1 again\n";
    }
    QTest::newRow("in turn") << int(WBSIM_ORDER_IN_TURN) << inTurn;
    QTest::newRow("interleaved") << int(WBSIM_ORDER_INTERLEAVED) << interleaved;
}

void TestStepping::sameOrderEveryTime() {
    QFETCH(int, order);
    QFETCH(QByteArray, expected);
    SteppingSession s;
    s.control(false, wbsimOrder(order));
    for (int time = 0; time < 2; ++time) {
        const QByteArray text = printedText([&] {
            s.launch("talk", 3, 64, {});
            DRV(cuCtxSynchronize)();
        });
        QCOMPARE(text, expected);
        QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
    }
}

WARPBENCH_TEST(TestStepping)
} // namespace tst_simgpu_stepping

#include "tst_simgpu_stepping.moc"
