// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through a launch of a project, in this process and in a child.
#include "core/session/step_checkpoints.h"
#include "session_bench.h"

#include <algorithm>

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

namespace {

// 1 to 22: lines count.
const char* const kSource = R"(
__device__ int calls;
extern "C" __global__ void first(int* data) {
    data[threadIdx.x] = threadIdx.x;
}
extern "C" __global__ void sums(int* out, const int* data, int n) {
    __shared__ int partial[64];
    int t = threadIdx.x;
    int mine = data[t];
    partial[t] = mine;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0] + atomicAdd(&calls, 1);
    }
    if (t == n)
        out[1 << 20] = 1;
}
)";

class Stepping : public Bench {
  public:
    using Bench::Bench;

    StepState start(StepRequest request) {
        return wait(
            [&](auto handlers) { return session.startStepping(std::move(request), handlers); });
    }
    StepState step(StepCommand command) {
        return wait([&](auto handlers) { return session.step(std::move(command), handlers); });
    }
    StepState step(StepMove move) {
        StepCommand command;
        command.move = move;
        return step(std::move(command));
    }
    StepState look(const std::string& print) {
        StepCommand command;
        command.print = print;
        return step(std::move(command));
    }

  private:
    template <class Start>
    StepState wait(Start start) {
        auto promise = std::make_shared<std::promise<StepState>>();
        Call<StepState> call;
        call.result = promise->get_future();
        start(handlersFor(promise));
        return call.get();
    }
};

StepRequest request(int n = -1) {
    StepRequest request;
    project::Project& project = request.run.project;
    project.name = "Sums";
    request.run.source = kSource;
    project.buffers = {buffer("out", "2", project::Init::Kind::zeros),
                       buffer("data", "64", project::Init::Kind::zeros)};
    project::Launch before;
    before.kernel = "first";
    before.grid = {{"1", {}}};
    before.block = {{"64", {}}};
    before.args = {{bufferArg("data", project::Access::inout), {}}};
    project::Launch launch;
    launch.kernel = "sums";
    launch.grid = {{"2", {}}};
    launch.block = {{"64", {}}};
    launch.args = {
        {bufferArg("out", project::Access::inout), {}},
        {bufferArg("data", project::Access::inout), {}},
        {project::ScalarArg{*memory::DType::parse("int32"), {{std::to_string(n), {}}}}, {}}};
    project.launches = {before, launch};
    request.run.device = "sim";
    request.launch = 1;
    return request;
}

StepCommand goTo(int line, const std::string& condition = {}) {
    StepCommand command;
    command.move = StepMove::go;
    command.breakpoints = {{{}, line, condition}};
    return command;
}

const StepVariable* variable(const StepState& state, const std::string& path) {
    const auto found = std::find_if(state.variables.begin(), state.variables.end(),
                                    [&](const StepVariable& v) { return v.path == path; });
    return found == state.variables.end() ? nullptr : &*found;
}

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

class TestSessionStepping : public SessionFixture {
    Q_OBJECT

  private slots:
    void startsAtTheFirstInstructionWithEarlierLaunchesDone_data() { homes(); }
    void startsAtTheFirstInstructionWithEarlierLaunchesDone();
    void linesVariablesAndSharedMemory();
    void conditions();
    void warpsAndWhatTheyWaitFor();
    void backLeadsToTheVerySameState();
    void backFromALateBlockDoesLittleAgain();
    void backToTheBeginningOfABlockDoesNothingAgain();
    void aLaneOfADivergentKernelIsStepped_data();
    void aLaneOfADivergentKernelIsStepped();
    void aLaneThatReturnsEndsItsStep();
    void registersOfTheLanes_data() { homes(); }
    void registersOfTheLanes();
    void checkpointsKeepWhatDiffers();
    void expressions();
    void stopsJustBeforeAFault();
    void endlessKernelsCanBePausedAndStopped_data() { homes(); }
    void endlessKernelsCanBePausedAndStopped();
    void whatCannotBeSteppedSaysWhy();
};

void TestSessionStepping::startsAtTheFirstInstructionWithEarlierLaunchesDone() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    StepState state = s.start(request());
    QCOMPARE(state.reason, std::string("entry"));
    QCOMPARE(state.kernel, std::string("sums"));
    QCOMPARE(state.instructions, std::uint64_t(0));
    QCOMPARE(state.warps.size(), std::size_t(2));
    QVERIFY(!state.ended);
    state = s.step(goTo(10)); // partial[t] = mine
    QCOMPARE(state.reason, std::string("breakpoint"));
    QCOMPARE(state.line, 10);
    const StepVariable* mine = variable(state, "mine");
    QVERIFY(mine);
    QCOMPARE(mine->type, std::string("int"));
    for (std::size_t lane = 0; lane < kStepLanes; ++lane) // what the launch before has written
        QCOMPARE(mine->values[lane], std::to_string(lane));
    StepCommand go = goTo(1);
    go.breakpoints->clear();
    state = s.step(go);
    QVERIFY(state.ended);
    QCOMPARE(state.text, std::string());
}

void TestSessionStepping::linesVariablesAndSharedMemory() {
    Stepping s(WorkerHome::this_process);
    s.start(request());
    StepState state = s.step(goTo(8));
    QCOMPARE(state.line, 8);
    state = s.step(StepMove::over);
    QCOMPARE(state.line, 9);
    const std::uint64_t before = state.instructions;
    QCOMPARE(s.step(StepMove::instruction).instructions, before + 1);
    const StepVariable* t = variable(state, "t");
    QVERIFY(t);
    QCOMPARE(t->values[7], std::string("7"));
    // Lane 0 had what the memory held by chance: its value need not have changed.
    QCOMPARE(t->changed | 1u, ~0u);
    const StepVariable* n = variable(state, "n");
    QVERIFY(n && n->parameter);
    QCOMPARE(n->changed, 0u);
    state = s.step(StepMove::over);
    state = s.step(StepMove::over);
    QCOMPARE(state.line, 11);
    QCOMPARE(state.shared.size(), std::size_t(1));
    QCOMPARE(state.shared[0].name, std::string("partial"));
    QCOMPARE(state.shared[0].type, std::string("int"));
    QCOMPARE(state.shared[0].values.size(), std::size_t(64));
    QCOMPARE(state.shared[0].values[31], std::string("31"));
    QVERIFY(std::find(state.shared[0].changed.begin(), state.shared[0].changed.end(), 31u) !=
            state.shared[0].changed.end());
    QCOMPARE(state.frames.front().function, std::string("sums"));
}

void TestSessionStepping::conditions() {
    Stepping s(WorkerHome::this_process);
    s.start(request());
    // partial[t] += …: of block 1 alone, where half is 4.
    StepState state = s.step(goTo(14, "blockIdx.x == 1 && half == 4"));
    QCOMPARE(state.reason, std::string("breakpoint"));
    QCOMPARE(state.breakpoint, 0);
    QCOMPARE(state.block, std::uint64_t(1));
    QCOMPARE(state.activeMask, 0xfu);
    QCOMPARE(variable(state, "half")->values[0], std::string("4"));
    // One step of the user's is one step back.
    QCOMPARE(s.step(StepMove::back).reason, std::string("entry"));
    QVERIFY_EXCEPTION_THROWN(s.step(goTo(14, "there_is_no_such_thing > 3")), Error);
    QVERIFY_EXCEPTION_THROWN(s.step(goTo(14, "half >")), Error);
}

void TestSessionStepping::warpsAndWhatTheyWaitFor() {
    Stepping s(WorkerHome::this_process);
    s.start(request());
    StepState state = s.step(StepMove::barrier);
    QCOMPARE(state.warps[0].groups.size(), std::size_t(1));
    QCOMPARE(state.warps[0].groups[0].state, std::string("barrier"));
    QCOMPARE(state.warps[0].groups[0].barrier, 0);
    QCOMPARE(state.warps[0].groups[0].missingWarps, std::vector<std::uint32_t>{1});
    StepCommand other;
    other.warp = 1;
    state = s.step(other);
    QCOMPARE(state.warp, 1u);
    QVERIFY(state.warps[1].groups[0].missingWarps.empty());
    other.warp = 2;
    QVERIFY_EXCEPTION_THROWN(s.step(other), Error);
    state = s.step(goTo(14));
    QCOMPARE(state.activeMask, ~0u);
    StepCommand block;
    block.move = StepMove::block;
    block.breakpoints.emplace();
    state = s.step(block);
    QCOMPARE(state.warps[0].exitedMask, ~0u);
    QCOMPARE(state.warps[1].exitedMask, ~0u);
}

void TestSessionStepping::backLeadsToTheVerySameState() {
    Stepping s(WorkerHome::this_process);
    std::vector<StepState> states = {s.start(request())};
    std::vector<StepCommand> commands = {
        goTo(9), {}, {}, {}, goTo(14), {}, goTo(18, "blockIdx.x == 1"), {}, {}};
    commands[1].move = StepMove::over;
    commands[2].move = StepMove::barrier;
    commands[3].move = StepMove::instruction;
    commands[3].warp = 1; // goes ahead of warp 0
    commands[5].move = StepMove::over;
    commands[7].move = StepMove::over; // behind the atomicAdd: `calls` has changed
    commands[8].move = StepMove::go;
    for (const StepCommand& command : commands)
        states.push_back(s.step(command));
    QVERIFY(states.back().ended);
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        const StepState state = s.step(StepMove::back);
        const StepState& then = states[i];
        QCOMPARE(state.instructions, then.instructions);
        QCOMPARE(state.block, then.block);
        QCOMPARE(state.warp, then.warp);
        QCOMPARE(state.line, then.line);
        QCOMPARE(state.activeMask, then.activeMask);
        QCOMPARE(state.moves, i);
        QCOMPARE(state.variables.size(), then.variables.size());
        for (std::size_t v = 0; v < then.variables.size(); ++v) {
            // What nothing has been written to yet holds what was there before.
            if (then.variables[v].parameter)
                QCOMPARE(state.variables[v].values, then.variables[v].values);
        }
    }
    // And forwards again, with the same results: memory and variables are as before the launch.
    StepState state = s.step(goTo(18, "blockIdx.x == 1"));
    QCOMPARE(s.look("calls").print->values[0], std::string("1"));
    state = s.step(StepMove::over);
    QCOMPARE(s.look("calls").print->values[0], std::string("2"));
    QCOMPARE(s.look("out[1]").print->values[0], std::string("2017"));
    QCOMPARE(s.step(StepMove::back).line, 18);
    QCOMPARE(s.look("calls").print->values[0], std::string("1"));
    QCOMPARE(s.look("out[1]").print->values[0], std::string("0"));
}

/// Each block adds to what the ones before have left behind, by memory and by a variable.
void TestSessionStepping::backFromALateBlockDoesLittleAgain() {
    constexpr int kBlocks = 300;
    StepRequest late;
    late.run.source = "__device__ unsigned calls;\n"
                      "extern \"C\" __global__ void chain(unsigned* data) {\n"
                      "    unsigned mine = data[threadIdx.x];\n"
                      "    for (int i = 0; i < 200; ++i)\n"
                      "        mine = mine * 1664525u + 1013904223u;\n"
                      "    data[threadIdx.x] = mine;\n"
                      "    if (threadIdx.x == 0)\n"
                      "        atomicAdd(&calls, mine);\n"
                      "}\n";
    late.run.project.buffers = {buffer("data", "64", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = "chain";
    launch.grid = {{std::to_string(kBlocks), {}}};
    launch.block = {{"64", {}}};
    launch.args = {{bufferArg("data", project::Access::inout), {}}};
    late.run.project.launches = {launch};
    late.run.device = "sim";
    Stepping s(WorkerHome::this_process);
    s.start(late);
    const auto to = [&](int line, int block) {
        return s.step(goTo(line, "blockIdx.x == " + std::to_string(block)));
    };
    const auto memory = [&] {
        return s.look("data[lane]").print->values[5] + " " + s.look("calls").print->values[0];
    };
    to(3, 150);
    const std::string middle = memory();
    to(6, kBlocks - 1);
    const StepState state = s.look("mine");
    const std::string end = memory();
    QVERIFY(state.instructions > 500'000);
    s.step(StepMove::over);
    s.step(StepMove::over);
    StepState back = s.step(StepMove::back);
    back = s.step(StepMove::back);
    QCOMPARE(back.instructions, state.instructions);
    QCOMPARE(back.block, std::uint64_t(kBlocks - 1));
    QCOMPARE(back.line, 6);
    QCOMPARE(s.look("mine").print->values, state.print->values);
    QCOMPARE(memory(), end);
    QVERIFY2(back.redone < state.instructions / 4, std::to_string(back.redone).c_str());
    // Further back, and forwards again to the same.
    back = s.step(StepMove::back);
    QCOMPARE(back.block, std::uint64_t(150));
    QCOMPARE(memory(), middle);
    to(6, kBlocks - 1);
    QCOMPARE(memory(), end);
    s.step(StepMove::block);
    back = s.step(StepMove::back);
    QCOMPARE(memory(), end);
    StepCommand on = goTo(1);
    on.breakpoints->clear();
    QVERIFY(s.step(on).ended);
    QCOMPARE(s.step(StepMove::back).instructions, state.instructions);
    QCOMPARE(memory(), end);
}

void TestSessionStepping::aLaneOfADivergentKernelIsStepped_data() {
    QTest::addColumn<std::uint32_t>("lane");
    QTest::addColumn<int>("arm");
    QTest::newRow("odd") << 1u << 7;
    QTest::newRow("even") << 2u << 9;
}

void TestSessionStepping::aLaneOfADivergentKernelIsStepped() {
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
    QCOMPARE(s.look("out[t]").print->values[lane], std::string(lane % 2 ? "1" : "2"));
    state = s.step(StepMove::back);
    QCOMPARE(state.line, arm);
    QCOMPARE(state.activeMask, inArm.activeMask);
    QCOMPARE(state.instructions, inArm.instructions);
    QCOMPARE(s.look("out[t]").print->values[lane], std::string("0"));
    state = s.step(StepMove::back);
    QCOMPARE(state.line, 6);
    QCOMPARE(state.instructions, fork.instructions);
    QCOMPARE(s.step(laneStep(lane)).instructions, inArm.instructions);
}

void TestSessionStepping::aLaneThatReturnsEndsItsStep() {
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

void TestSessionStepping::registersOfTheLanes() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    s.start(request());
    StepState state = s.step(goTo(9)); // int mine = data[t]
    QVERIFY(state.registers.empty());  // nobody asked
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

/// Of a launch of few and long blocks, the block before is not done again.
void TestSessionStepping::backToTheBeginningOfABlockDoesNothingAgain() {
    StepRequest longBlocks;
    longBlocks.run.source = "extern \"C\" __global__ void chain(unsigned* data) {\n"
                            "    unsigned mine = data[threadIdx.x];\n"
                            "    for (int i = 0; i < 5000; ++i)\n"
                            "        mine = mine * 1664525u + 1013904223u;\n"
                            "    data[threadIdx.x] = mine;\n"
                            "}\n";
    longBlocks.run.project.buffers = {buffer("data", "64", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = "chain";
    launch.grid = {{"4", {}}};
    launch.block = {{"64", {}}};
    launch.args = {{bufferArg("data", project::Access::inout), {}}};
    longBlocks.run.project.launches = {launch};
    longBlocks.run.device = "sim";
    Stepping s(WorkerHome::this_process);
    const int line = s.start(longBlocks).line;
    const StepState begun = s.step(goTo(line, "blockIdx.x == 3"));
    QCOMPARE(begun.block, std::uint64_t(3));
    const std::string memory = s.look("data[lane]").print->values[5];
    QVERIFY(s.step(StepMove::over).instructions > begun.instructions);
    const StepState back = s.step(StepMove::back);
    QCOMPARE(back.instructions, begun.instructions);
    QCOMPARE(back.block, std::uint64_t(3));
    QCOMPARE(back.line, line);
    QCOMPARE(back.redone, std::uint64_t(0));
    QCOMPARE(s.look("data[lane]").print->values[5], memory);
    // From there on as before: the breakpoint stops the other warp, and not this one once more.
    QCOMPARE(s.step(goTo(line, "blockIdx.x == 3")).warp, 1u);
    // The end of the block before lies at the same count, and is another place.
    s.step(StepMove::back);
    s.step(StepMove::back);
    s.step(goTo(line, "blockIdx.x == 2"));
    StepCommand toTheEnd;
    toTheEnd.move = StepMove::block;
    toTheEnd.breakpoints.emplace();
    const StepState end = s.step(toTheEnd);
    QCOMPARE(end.warps[0].exitedMask, ~0u);
    s.step(StepMove::over);
    const StepState again = s.step(StepMove::back);
    QCOMPARE(again.block, std::uint64_t(2));
    QCOMPARE(again.instructions, end.instructions);
    QCOMPARE(again.warps[0].exitedMask, ~0u);
}

void TestSessionStepping::checkpointsKeepWhatDiffers() {
    StepCheckpoints checkpoints;
    const std::vector<std::byte> base(10'000, std::byte(1));
    const std::vector<const std::vector<std::byte>*> regions{&base, &base};
    const auto add = [&](std::uint64_t instructions) {
        checkpoints.add(instructions, instructions / 1000, regions,
                        [&](std::size_t region, std::vector<std::byte>& now) {
                            now = base;
                            if (region == 1)
                                now[9'999] = std::byte(instructions % 251 + 2);
                        });
    };
    QVERIFY(!checkpoints.before(~std::uint64_t(0)));
    QVERIFY(!checkpoints.wanted(checkpoints.interval() - 1));
    QVERIFY(checkpoints.wanted(checkpoints.interval()));
    add(100'000);
    add(200'000);
    QVERIFY(!checkpoints.before(100'000)); // only what lies before
    const StepCheckpoints::Checkpoint* first = checkpoints.before(200'000);
    QVERIFY(first);
    QCOMPARE(first->instructions, std::uint64_t(100'000));
    QCOMPARE(first->pages.size(), std::size_t(1));
    QCOMPARE(first->pages[0].region, std::size_t(1));
    QCOMPARE(first->pages[0].offset + first->pages[0].bytes.size(), base.size());
    checkpoints.forgetAfter(150'000);
    QCOMPARE(checkpoints.before(~std::uint64_t(0))->instructions, std::uint64_t(100'000));
    // There are never more than so many, and they reach from the beginning to the end.
    std::uint64_t last = 0;
    for (std::uint64_t at = 200'000; at < 100'000'000; at += 10'000)
        if (checkpoints.wanted(at))
            add(last = at);
    std::size_t count = 0;
    std::uint64_t widest = 0;
    for (const StepCheckpoints::Checkpoint* one = checkpoints.before(~std::uint64_t(0)); one;) {
        const StepCheckpoints::Checkpoint* before = checkpoints.before(one->instructions);
        widest = std::max(widest, one->instructions - (before ? before->instructions : 0));
        one = before;
        ++count;
    }
    QVERIFY(count <= StepCheckpoints::kMostCheckpoints && count > 16);
    QVERIFY2(widest < 100'000'000 / 8, std::to_string(widest).c_str());
}

void TestSessionStepping::expressions() {
    Stepping s(WorkerHome::this_process);
    s.start(request());
    s.step(goTo(11));
    const auto values = [&](const char* text) {
        const StepState state = s.look(text);
        return state.print && state.print->error.empty() ? state.print->values : StepValues();
    };
    QCOMPARE(values("data[t + 1]").at(5), std::string("6"));
    QCOMPARE(values("partial[t] * 2").at(5), std::string("10"));
    QCOMPARE(values("threadIdx.x >= 3 && !(t == 4)").at(4), std::string("0"));
    QCOMPARE(values("warp * 32 + lane").at(9), std::string("9"));
    QCOMPARE(values("data[1073741824]").at(0), std::string()); // nothing is there
    QVERIFY(!s.look("nobody").print->error.empty());
    QVERIFY(!s.look("t +").print->error.empty());
}

void TestSessionStepping::stopsJustBeforeAFault() {
    Stepping s(WorkerHome::this_process);
    StepRequest faulty = request(37);
    faulty.first.move = StepMove::fault;
    StepState state = s.start(faulty);
    QVERIFY(!state.ended);
    QCOMPARE(state.line, 21);
    QCOMPARE(state.warp, 1u);
    QCOMPARE(state.activeMask, 1u << 5);
    QVERIFY2(state.text.find("out") != std::string::npos, state.text.c_str());
    QCOMPARE(s.look("t").print->values[5], std::string("37"));
    state = s.step(StepMove::instruction);
    QCOMPARE(state.reason, std::string("fault"));
    QVERIFY(!state.text.empty());
    state = s.step(StepMove::go);
    QVERIFY(state.ended);
    QVERIFY(!state.text.empty());
    QVERIFY(!s.step(StepMove::back).ended);
}

void TestSessionStepping::endlessKernelsCanBePausedAndStopped() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    StepRequest endless;
    endless.run.source = "extern \"C\" __global__ void spin(volatile int* p) {\n"
                         "    while (*p == 0)\n        ;\n}\n";
    endless.run.project.buffers = {buffer("p", "1", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = "spin";
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.args = {{bufferArg("p", project::Access::inout), {}}};
    endless.run.project.launches = {launch};
    endless.run.device = "sim";
    s.start(endless);
    // Goes on, and asks for a pause or the end until it is there. \returns whether it ended
    const auto interrupt = [&](bool stop) {
        auto promise = std::make_shared<std::promise<StepState>>();
        auto future = promise->get_future();
        StepCommand go;
        go.move = StepMove::go;
        s.session.step(go, Stepping::handlersFor(promise));
        while (future.wait_for(0s) != std::future_status::ready) {
            if (stop)
                s.session.stopStepping();
            else
                s.session.pauseStepping();
            future.wait_for(1ms);
        }
        try {
            return future.get().reason != "requested";
        } catch (const Error&) {
            return true;
        }
    };
    QVERIFY(!interrupt(false));
    // A pause that was asked for once too often may still be on its way to the child.
    for (bool ended = false; !ended;)
        ended = interrupt(true);
    QVERIFY_EXCEPTION_THROWN(s.step(StepMove::go), Error); // it is over
    QCOMPARE(s.start(request()).reason, std::string("entry"));
}

void TestSessionStepping::whatCannotBeSteppedSaysWhy() {
    Stepping s(WorkerHome::this_process);
    QVERIFY_EXCEPTION_THROWN(s.step(StepMove::go), Error);
    StepRequest wrong = request();
    wrong.launch = 2;
    QVERIFY_EXCEPTION_THROWN(s.start(wrong), Error);
    wrong = request();
    wrong.run.source = "not C++";
    QVERIFY_EXCEPTION_THROWN(s.start(wrong), Error);
}

QTEST_GUILESS_MAIN(TestSessionStepping)
#include "tst_session_stepping.moc"
