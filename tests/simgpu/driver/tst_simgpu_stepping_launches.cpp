// SPDX-License-Identifier: GPL-3.0-or-later
// The fate of the launch: faults, cancelling, requested pauses, and rejected calls.
#include "stepping_session.h"
#include "tests/main.h"

#include <memory>
#include <thread>
#include <vector>

namespace tst_simgpu_stepping_launches {

class TestSteppingLaunches : public SteppingTest {
    Q_OBJECT

  private slots:
    void faultsAreSeenBeforeTheLaunchEnds();
    void cancelEndsAPause();
    void cancelInsideCallsLosesNoMemory();
    void pauseStopsAnEndlessLoop();
    void freeLaunchesAreNotHeld();
    void questionsWithoutAPauseAreRefused();
    void metricsAndChecksGoOn();
    void aLaunchBeginsWhereItWasKept();
    void pausesToKeepALaunchEndNoStep();
};

void TestSteppingLaunches::faultsAreSeenBeforeTheLaunchEnds() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(8));
    s.control(false);
    CHECK_OK(s.launch("wrong", 1, 32, {&out}));
    const wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_FAULT, 51);
    QVERIFY2(QByteArray(pause.text).contains("out of bounds"), pause.text);
    QVERIFY(pause.fault && pause.fault->kind == WBSIM_FAULT_OUT_OF_BOUNDS);
    QCOMPARE(QByteArray(pause.fault->text), QByteArray(pause.text));
    QCOMPARE(pause.activeMask, ~0u);
    QCOMPARE(registerOf(placeOf(0, 0), "%r1")->values[6], std::uint64_t(6));
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    QCOMPARE(simApi()->faultCount(0), 1u);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    CHECK_OK(check(simApi()->getFault(0, 0, &fault)));
    QCOMPARE(int(fault.kind), int(WBSIM_FAULT_OUT_OF_BOUNDS));
    QCOMPARE(fault.line, 51u);
    QCOMPARE(fault.thread[0], 5u);
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

void TestSteppingLaunches::cancelEndsAPause() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    CHECK_OK(check(simApi()->cancel(0)));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_FAILED);
    wbsimFault fault{};
    fault.structSize = sizeof fault;
    CHECK_OK(check(simApi()->getFault(0, 0, &fault)));
    QCOMPARE(int(fault.kind), int(WBSIM_FAULT_CANCELLED));
}

/// Leaks are found by the leak sanitizer when the program ends.
void TestSteppingLaunches::cancelInsideCallsLosesNoMemory() {
    SteppingSession s("stepping_debug.90.ptx");
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {}}};
    s.control(false);
    s.breakAt(81); // factorial's return: some lanes are three calls deep, others wait on the way
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 81);
    QCOMPARE(lanesOf(0, 0, 0).frames, 4u);
    QVERIFY(warpOf(0, 0).groups > 1);
    CHECK_OK(check(simApi()->cancel(0)));
    CHECK_RESULT(DRV(cuCtxSynchronize)(), CUDA_ERROR_LAUNCH_FAILED);
}

void TestSteppingLaunches::pauseStopsAnEndlessLoop() {
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(2));
    s.control(false);
    CHECK_OK(s.launch("endless", 1, 1, {&out}));
    CHECK_OK(check(simApi()->pause(0)));
    wbsimPause pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_REQUESTED));
    // Again, from another thread, while it runs.
    const wbsimStep go = {sizeof go, WBSIM_STEP_CONTINUE, 0, 0, 0, 0};
    CHECK_OK(check(simApi()->resume(0, &go)));
    std::thread([] { simApi()->pause(0); }).join();
    pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_REQUESTED));
    QVERIFY(pause.line == 55 || pause.line == 56);
    CHECK_OK(check(simApi()->resume(0, &go)));
    CHECK_OK(check(simApi()->cancel(0)));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
}

void TestSteppingLaunches::freeLaunchesAreNotHeld() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(64, 1)), out = s.array(std::vector<int>(1));
    s.breakAt(12);
    CHECK_OK(s.launch("reduce", 1, 64, {&out, &in}));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 1)[0], 64);
    wbsimPause pause{};
    pause.structSize = sizeof pause;
    CHECK_RESULT(check(simApi()->waitForPause(0, 0, &pause)), CUDA_ERROR_NOT_READY);
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_NONE));
}

void TestSteppingLaunches::questionsWithoutAPauseAreRefused() {
    wbsimWarp warp{};
    warp.structSize = sizeof warp;
    CHECK_RESULT(check(simApi()->getWarp(0, 0, 0, &warp)), CUDA_ERROR_NOT_READY);
    const wbsimStep go = {sizeof go, WBSIM_STEP_CONTINUE, 0, 0, 0, 0};
    CHECK_RESULT(check(simApi()->resume(0, &go)), CUDA_ERROR_NOT_READY);
    SteppingSession s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    s.wait();
    CHECK_RESULT(check(simApi()->getWarp(0, 0, 1, &warp)), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(check(simApi()->getWarp(0, 1, 0, &warp)), CUDA_ERROR_INVALID_VALUE);
    const wbsimStep wrong = {sizeof wrong, WBSIM_STEP_LINE, 0, 7, 0, 0};
    CHECK_RESULT(check(simApi()->resume(0, &wrong)), CUDA_ERROR_INVALID_VALUE);
    const wbsimPlace place = placeOf(0, 0, 1);
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    CHECK_RESULT(check(simApi()->getFrame(0, &place, &frame)), CUDA_ERROR_INVALID_VALUE);
}

/// From wherever a launch was kept, the same follows: the pauses of a step that was under way, the
/// sums in memory, registers and shared memory.
void TestSteppingLaunches::aLaunchBeginsWhereItWasKept() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(192, 1)), out = s.array(std::vector<int>(3));
    const auto begin = [&](std::uint64_t every, const wbsimSavedLaunch* from) {
        const wbsimStepping how = {sizeof how, 1, 0, WBSIM_ORDER_IN_TURN, every, from};
        simApi()->setStepping(0, &how);
        return s.launch("reduce", 3, 64, {&out, &in});
    };
    struct Kept {
        std::shared_ptr<wbsimSavedLaunch> launch;
        wbsimPause pause{};
        std::vector<std::uint64_t> registers;
        std::vector<int> shared = std::vector<int>(64), memory = std::vector<int>(3);
    };
    const auto look = [&](const wbsimPause& pause) {
        Kept kept;
        kept.pause = pause;
        const wbsimPlace place = placeOf(pause.block, pause.warp);
        for (std::uint32_t i = 0; i < simApi()->registerCount(0, &place); ++i) {
            wbsimRegister value{};
            value.structSize = sizeof value;
            simApi()->getRegister(0, &place, i, &value);
            kept.registers.insert(kept.registers.end(), value.values, value.values + 32);
        }
        simApi()->readMemory(0, &place, 0, WBSIM_SPACE_SHARED, 0, kept.shared.data(), 256);
        simApi()->readMemory(0, &place, 0, WBSIM_SPACE_GLOBAL, out, kept.memory.data(), 12);
        return kept;
    };
    std::vector<Kept> all;
    CHECK_OK(begin(7, nullptr));
    for (wbsimPause pause = s.wait(); pause.reason != WBSIM_PAUSE_ENDED;
         pause = s.step(WBSIM_STEP_CONTINUE)) {
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_KEEP));
        all.push_back(look(pause));
        wbsimSavedLaunch* saved = nullptr;
        std::uint64_t bytes = 0;
        CHECK_OK(check(simApi()->saveLaunch(0, &saved, &bytes)));
        all.back().launch.reset(saved, simApi()->forgetLaunch);
        QVERIFY(bytes > 256);
    }
    CHECK_OK(DRV(cuCtxSynchronize)());
    QVERIFY(all.size() > 20);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<int>& memory = all[i].memory;
        DRV(cuMemcpyHtoD)(out, memory.data(), 12);
        CHECK_OK(begin(7, all[i].launch.get()));
        wbsimPause pause = s.wait();
        for (std::size_t later = i; later < all.size(); ++later) {
            QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_KEEP));
            const Kept now = look(pause);
            QCOMPARE(pause.instructions, all[later].pause.instructions);
            QCOMPARE(pause.block, all[later].pause.block);
            QCOMPARE(pause.warp, all[later].pause.warp);
            QCOMPARE(pause.activeMask, all[later].pause.activeMask);
            QCOMPARE(pause.ptxLine, all[later].pause.ptxLine);
            QCOMPARE(now.registers, all[later].registers);
            QCOMPARE(now.shared, all[later].shared);
            QCOMPARE(now.memory, all[later].memory);
            pause = s.step(WBSIM_STEP_CONTINUE);
        }
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_ENDED));
        CHECK_OK(DRV(cuCtxSynchronize)());
        QCOMPARE(s.read<int>(out, 3), (std::vector<int>{64, 64, 64}));
    }
}

/// A step continues as if it had not been interrupted, and so does a restored one.
void TestSteppingLaunches::pausesToKeepALaunchEndNoStep() {
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(64, 1)), out = s.array(std::vector<int>(1));
    std::vector<std::uint64_t> lines[2];
    for (const std::uint64_t every : {0, 1}) {
        const wbsimStepping how = {sizeof how, 1, 1, WBSIM_ORDER_IN_TURN, every, nullptr};
        simApi()->setStepping(0, &how);
        CHECK_OK(s.launch("reduce", 1, 64, {&out, &in}));
        wbsimPause pause = s.wait();
        std::shared_ptr<wbsimSavedLaunch> saved;
        while (pause.reason != WBSIM_PAUSE_ENDED) {
            lines[every].push_back(pause.line);
            saved.reset();
            pause = s.step(WBSIM_STEP_OVER, 0, 1);
            while (pause.reason == WBSIM_PAUSE_KEEP) {
                wbsimSavedLaunch* one = nullptr;
                std::uint64_t bytes = 0;
                CHECK_OK(check(simApi()->saveLaunch(0, &one, &bytes)));
                saved.reset(one, simApi()->forgetLaunch);
                pause = s.step(WBSIM_STEP_CONTINUE); // this step is ignored
            }
            if (!saved || pause.reason == WBSIM_PAUSE_ENDED)
                continue;
            // Another launch ends the step where this one did.
            const std::uint64_t line = pause.line, instructions = pause.instructions;
            simApi()->cancel(0);
            QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
            DRV(cuCtxSynchronize)();
            simApi()->resetError(0);
            simApi()->clearFaults(0);
            const wbsimStepping again = {sizeof again, 1, 1, WBSIM_ORDER_IN_TURN, 1, saved.get()};
            simApi()->setStepping(0, &again);
            CHECK_OK(s.launch("reduce", 1, 64, {&out, &in}));
            QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_KEEP));
            pause = s.step(WBSIM_STEP_CONTINUE);
            QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_STEP));
            QCOMPARE(std::uint64_t(pause.line), line);
            QCOMPARE(pause.instructions, instructions);
        }
        CHECK_OK(DRV(cuCtxSynchronize)());
        QCOMPARE(s.read<int>(out, 1)[0], 64);
    }
    QCOMPARE(lines[1], lines[0]);
    QVERIFY(lines[0].size() > 10);
}

void TestSteppingLaunches::metricsAndChecksGoOn() {
    // The same counters as in a free launch, though the code was decoded otherwise.
    SteppingSession s;
    CUdeviceptr in = s.array(std::vector<int>(128, 1)), out = s.array(std::vector<int>(2));
    simApi()->setMetrics(0, 1);
    simApi()->setChecks(0, WBSIM_CHECK_ALL);
    wbsimMetrics metrics[2] = {};
    for (wbsimMetrics& each : metrics) {
        simApi()->clearMetrics(0);
        CHECK_OK(s.launch("reduce", 2, 64, {&out, &in}));
        CHECK_OK(DRV(cuCtxSynchronize)());
        each.structSize = sizeof each;
        CHECK_OK(check(simApi()->getMetrics(0, 0, &each)));
        s.control(false);
    }
    simApi()->setMetrics(0, 0);
    simApi()->setChecks(0, WBSIM_CHECK_BASIC);
    simApi()->clearMetrics(0);
    QVERIFY(metrics[0].counters.warpInstructions > 0);
    QCOMPARE(metrics[0].counters.warpInstructions, metrics[1].counters.warpInstructions);
    QCOMPARE(metrics[0].counters.threadInstructions, metrics[1].counters.threadInstructions);
    QCOMPARE(metrics[0].counters.globalSectors, metrics[1].counters.globalSectors);
    QCOMPARE(metrics[0].counters.barriers, metrics[1].counters.barriers);
    QCOMPARE(metrics[0].counters.barriers, std::uint64_t(2 * 2 * 7));
    QCOMPARE(simApi()->faultCount(0), 0u);
}

WARPBENCH_TEST(TestSteppingLaunches)
} // namespace tst_simgpu_stepping_launches

#include "tst_simgpu_stepping_launches.moc"
