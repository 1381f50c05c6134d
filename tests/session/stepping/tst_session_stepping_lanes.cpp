// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping of a single lane, and the registers of all lanes.
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"

namespace tst_session_stepping_lanes {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

/// Lanes 24 to 31 leave at once; the others go two ways.
StepRequest divergent() {
    StepRequest request;
    request.run.source = R"(
extern "C" __global__ void arms(int* out) {
    int t = threadIdx.x;
    if (t >= 24)
        asm volatile("exit;");
    if (t % 2) {
        out[t] = 1;
    } else {
        out[t] = 2;
    }
    for (int i = 0; i < 100; ++i)
        out[t] += i;
}
)";
    request.run.project.buffers = {buffer("out", "32", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = "arms";
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.args = {{bufferArg("out", project::Access::inout), {}}};
    request.run.project.launches = {launch};
    request.run.device = "sim";
    return request;
}

StepCommand laneStep(std::uint32_t lane) {
    StepCommand command;
    command.move = StepMove::lane;
    command.lane = lane;
    return command;
}

} // namespace

class TestSessionSteppingLanes : public SessionFixture {
    Q_OBJECT

  private slots:
    void aLaneOfADivergentKernelIsStepped_data();
    void aLaneOfADivergentKernelIsStepped();
    void aLaneThatReturnsEndsItsStep();
    void registersOfTheLanes_data() { homes(); }
    void registersOfTheLanes();
};

void TestSessionSteppingLanes::aLaneOfADivergentKernelIsStepped_data() {
    QTest::addColumn<std::uint32_t>("lane");
    QTest::addColumn<int>("arm");
    QTest::newRow("odd") << 1u << 7;
    QTest::newRow("even") << 2u << 9;
}

void TestSessionSteppingLanes::aLaneOfADivergentKernelIsStepped() {
    QFETCH(std::uint32_t, lane);
    QFETCH(int, arm);
    Stepping s(WorkerHome::child_process);
    s.start(divergent());
    const StepState fork = s.step(goTo(6));
    QCOMPARE(fork.activeMask, 0xffffffu);
    // A breakpoint in its arm whose condition does not hold takes nothing from the step.
    StepCommand move = laneStep(lane);
    move.breakpoints = {{{}, arm, "t == 3 && t == 4"}};
    const StepState inArm = s.step(move);
    QCOMPARE(inArm.reason, std::string("step"));
    QCOMPARE(inArm.line, arm);
    QCOMPARE(inArm.activeMask, lane % 2 ? 0xaaaaaau : 0x555555u);
    StepState state = s.step(laneStep(lane));
    QCOMPARE(state.line, 11);
    QCOMPARE(state.activeMask >> lane & 1, 1u);
    QCOMPARE(s.look("out[t]").prints.at(0).values[lane], std::string(lane % 2 ? "1" : "2"));
    state = s.step(StepMove::back);
    QCOMPARE(state.line, arm);
    QCOMPARE(state.activeMask, inArm.activeMask);
    QCOMPARE(state.instructions, inArm.instructions);
    QCOMPARE(s.look("out[t]").prints.at(0).values[lane], std::string("0"));
    state = s.step(StepMove::back);
    QCOMPARE(state.line, 6);
    QCOMPARE(state.instructions, fork.instructions);
    QCOMPARE(s.step(laneStep(lane)).instructions, inArm.instructions);
}

void TestSessionSteppingLanes::aLaneThatReturnsEndsItsStep() {
    Stepping s(WorkerHome::this_process);
    s.start(divergent());
    s.step(goTo(4));
    const StepState leaving = s.step(laneStep(30));
    QCOMPARE(leaving.line, 5);
    QCOMPARE(leaving.activeMask, 0xff000000u);
    const StepState left = s.step(laneStep(30));
    QVERIFY(!left.ended);
    QCOMPARE(left.reason, std::string("step"));
    QCOMPARE(left.warps[0].exitedMask, 0xff000000u);
    QVERIFY(left.warps[0].groups[0].line <= 6); // the others have all before them
    QVERIFY_EXCEPTION_THROWN(s.step(laneStep(30)), Error);
    QVERIFY_EXCEPTION_THROWN(s.step(laneStep(32)), Error);
    QCOMPARE(s.look("t").moves, left.moves);
    const StepState back = s.step(StepMove::back);
    QCOMPARE(back.line, 5);
    QCOMPARE(back.instructions, leaving.instructions);
    QCOMPARE(back.warps[0].exitedMask, 0u);
    // The warp's own end ends the step of its last lane too.
    StepState state = s.step(goTo(13));
    state = s.step(laneStep(0));
    QVERIFY(!state.ended);
    QCOMPARE(state.warps[0].exitedMask, ~0u);
}

void TestSessionSteppingLanes::registersOfTheLanes() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    s.start(request());
    StepState state = s.step(goTo(9)); // int mine = data[t]
    QVERIFY(state.registers.empty());  // not requested
    StepCommand look;
    look.registers = true;
    state = s.step(look);
    QVERIFY(!state.registers.empty());
    QVERIFY(std::all_of(state.registers.begin(), state.registers.end(),
                        [](const StepRegister& one) { return one.changed == 0; }));
    // On to the load: it names the register that it fills, and behind it that one has changed.
    StepCommand one;
    one.move = StepMove::instruction;
    one.registers = true;
    while (state.ptx.find("ld.") == std::string::npos ||
           state.ptx.find("[%rd") == std::string::npos)
        state = s.step(one);
    const std::size_t at = state.ptx.find('%');
    const std::string target = state.ptx.substr(at, state.ptx.find(',') - at);
    const auto find = [&](const StepState& in) {
        return *std::find_if(in.registers.begin(), in.registers.end(),
                             [&](const StepRegister& r) { return r.name == target; });
    };
    QVERIFY2(find(state).named, state.ptx.c_str());
    QCOMPARE(find(state).type, std::string("b32"));
    state = s.step(one);
    const StepRegister filled = find(state);
    QCOMPARE(filled.values[31], std::string("0x1f"));
    QCOMPARE(filled.changed & 0xfffffffeu, 0xfffffffeu); // of lane 0 it may have been 0 before
    QVERIFY(state.ptx.find("ld.") != 0);
}

WARPBENCH_TEST(TestSessionSteppingLanes)
} // namespace tst_session_stepping_lanes

#include "tst_session_stepping_lanes.moc"
