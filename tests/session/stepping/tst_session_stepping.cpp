// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through a launch of a project, in this process and in a child.
#include "core/executor/step_checkpoints.h"
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace tst_session_stepping {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class TestSessionStepping : public SessionFixture {
    Q_OBJECT

  private slots:
    void startsAtTheFirstInstructionWithEarlierLaunchesDone_data() { homes(); }
    void startsAtTheFirstInstructionWithEarlierLaunchesDone();
    void linesVariablesAndSharedMemory();
    void buffersAreReadAtEveryPause_data() { homes(); }
    void buffersAreReadAtEveryPause();
    void buffersOfEveryKindOfMemoryAreRead_data();
    void buffersOfEveryKindOfMemoryAreRead();
    void conditions();
    void warpsAndWhatTheyWaitFor();
    void backLeadsToTheVerySameState();
    void backFromALateBlockDoesLittleAgain();
    void backToTheBeginningOfABlockDoesLittleAgain();
    void checkpointsKeepWhatDiffers();
    void checkpointsLieFurtherApartTheLongerAgoTheyAre();
    void expressions();
    void ofSeveralExpressionsEachHasWhatChanged_data() { homes(); }
    void ofSeveralExpressionsEachHasWhatChanged();
    void partsOfElements();
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
    for (std::size_t lane = 0; lane < kStepLanes; ++lane) // values written by the previous launch
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
    // Lane 0's new value may equal the old one by chance.
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

/// The contents of a buffer in a state.
static std::vector<int> contents(Stepping& bench, const StepState& state, const std::string& name) {
    for (const StepBuffer& buffer : state.buffers) {
        if (buffer.name != name)
            continue;
        const arrays::HostArray array = bench.read(buffer.ref, 0, buffer.ref.elements);
        std::vector<int> values(array.sizeBytes() / sizeof(int));
        std::memcpy(values.data(), array.bytes().data(), array.sizeBytes());
        return values;
    }
    return {};
}

void TestSessionStepping::buffersAreReadAtEveryPause() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    StepState state = s.start(request());
    QCOMPARE(state.buffers.size(), std::size_t(2));
    QVERIFY(state.buffers[0].given && state.buffers[0].written);
    std::vector<int> counted(64);
    std::iota(counted.begin(), counted.end(), 0);
    QCOMPARE(contents(s, state, "data"), counted); // by the launch before
    QCOMPARE(contents(s, state, "out"), (std::vector<int>{0, 0}));
    const std::uint64_t generation = state.buffers[0].ref.generation;
    state = s.step(goTo(8, "blockIdx.x == 1")); // blocks run one after the other
    QCOMPARE(state.blockIndex[0], 1u);
    QVERIFY(state.buffers[0].ref.generation != generation);
    QCOMPARE(contents(s, state, "out"), (std::vector<int>{2016, 0}));
    state = s.step(goTo(1));
    QVERIFY(state.ended);
    QCOMPARE(contents(s, state, "out"), (std::vector<int>{2016, 2017}));
    const StepBuffer out = state.buffers[0];
    state = s.step(StepMove::back);
    QCOMPARE(contents(s, state, "out"), (std::vector<int>{2016, 0}));
    s.session.stopStepping();
    try {
        s.read(out.ref, 0, 2);
        QFAIL("there was something to read after the end");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::device);
    }
}

void TestSessionStepping::buffersOfEveryKindOfMemoryAreRead_data() {
    QTest::addColumn<project::MemoryKind>("kind");
    QTest::addColumn<bool>("gaps");
    using project::MemoryKind;
    QTest::newRow("device") << MemoryKind::device << false;
    QTest::newRow("managed") << MemoryKind::managed << false;
    QTest::newRow("mapped") << MemoryKind::mapped << false;
    QTest::newRow("pitched") << MemoryKind::pitched << true;
}

void TestSessionStepping::buffersOfEveryKindOfMemoryAreRead() {
    QFETCH(project::MemoryKind, kind);
    QFETCH(bool, gaps);
    Stepping s(WorkerHome::this_process);
    StepRequest wanted = request();
    project::Buffer& data = wanted.run.project.buffers[1];
    data.memory = kind;
    data.shape = {{"2", {}}, {"32", {}}};
    const StepState state = s.start(wanted);
    // The kernel fills 64 elements in a row; where lines have gaps the second is not reached.
    std::vector<int> expected(64);
    std::iota(expected.begin(), expected.begin() + (gaps ? 32 : 64), 0);
    QCOMPARE(contents(s, state, "data"), expected);
    QCOMPARE(state.buffers[1].shape, (std::vector<std::int64_t>{2, 32}));
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
    // One step forward is one step back.
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
    commands[3].warp = 1; // overtakes warp 0
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
            // Unwritten elements keep their previous contents.
            if (then.variables[v].parameter)
                QCOMPARE(state.variables[v].values, then.variables[v].values);
        }
    }
    // And forwards again, with the same results: memory and variables are as before the launch.
    StepState state = s.step(goTo(18, "blockIdx.x == 1"));
    QCOMPARE(s.look("calls").prints.at(0).values[0], std::string("1"));
    state = s.step(StepMove::over);
    QCOMPARE(s.look("calls").prints.at(0).values[0], std::string("2"));
    QCOMPARE(s.look("out[1]").prints.at(0).values[0], std::string("2017"));
    QCOMPARE(s.step(StepMove::back).line, 18);
    QCOMPARE(s.look("calls").prints.at(0).values[0], std::string("1"));
    QCOMPARE(s.look("out[1]").prints.at(0).values[0], std::string("0"));
}

/// Each block adds to the results of earlier blocks, in memory and in a variable.
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
        return s.look("data[lane]").prints.at(0).values[5] + " " +
               s.look("calls").prints.at(0).values[0];
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
    QCOMPARE(s.look("mine").prints.at(0).values, state.prints.at(0).values);
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

/// Of a launch of few and long blocks, the block before is not done again.
void TestSessionStepping::backToTheBeginningOfABlockDoesLittleAgain() {
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
    const std::string memory = s.look("data[lane]").prints.at(0).values[5];
    QVERIFY(s.step(StepMove::over).instructions > begun.instructions);
    const StepState back = s.step(StepMove::back);
    QCOMPARE(back.instructions, begun.instructions);
    QCOMPARE(back.block, std::uint64_t(3));
    QCOMPARE(back.line, line);
    QVERIFY2(back.redone <= StepCheckpoints::kInterval, std::to_string(back.redone).c_str());
    QCOMPARE(s.look("data[lane]").prints.at(0).values[5], memory);
    // Continuing as before: the breakpoint stops the other warp, but not this one again.
    QCOMPARE(s.step(goTo(line, "blockIdx.x == 3")).warp, 1u);
    // The end of the previous block has the same count, but is a different place.
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
    const auto add = [&](std::uint64_t instructions, std::size_t move) {
        checkpoints.add(instructions, move, {}, regions,
                        [&](std::size_t region, std::vector<std::byte>& now) {
                            now = base;
                            if (region == 1) {
                                now[0] = std::byte(7);
                                now[9'999] = std::byte(instructions / 100'000);
                            }
                        });
    };
    QVERIFY(!checkpoints.last());
    QVERIFY(!checkpoints.wanted(StepCheckpoints::kInterval - 1));
    QVERIFY(checkpoints.wanted(StepCheckpoints::kInterval));
    add(200'000, 3);
    add(300'000, 5);
    const StepCheckpoints::Checkpoint* last = checkpoints.last();
    QVERIFY(last);
    QCOMPARE(last->instructions, std::uint64_t(300'000));
    QCOMPARE(last->pages.size(), std::size_t(2));
    QCOMPARE(last->pages[1].region, std::size_t(1));
    QCOMPARE(last->pages[1].offset + last->pages[1].bytes->size(), base.size());
    QCOMPARE(last->pages[1].bytes->back(), std::byte(3));
    // What both have alike is there once.
    QCOMPARE(last->pages[0].bytes, checkpoints.all()[0].pages[0].bytes);
    checkpoints.forgetFrom(6);
    QCOMPARE(checkpoints.all().size(), std::size_t(2));
    checkpoints.forgetFrom(5);
    QCOMPARE(checkpoints.last()->instructions, std::uint64_t(200'000));
    QCOMPARE(checkpoints.last()->pages[1].bytes->back(), std::byte(2));
    checkpoints.forgetFrom(0);
    QVERIFY(!checkpoints.last());
}

void TestSessionStepping::checkpointsLieFurtherApartTheLongerAgoTheyAre() {
    StepCheckpoints checkpoints;
    const std::vector<std::byte> base(4'096, std::byte(1));
    constexpr std::uint64_t kStop = 20'010'000, kEnd = 100'000'000;
    std::size_t move = 0;
    for (std::uint64_t at = 0; at < kEnd; at += 10'000) {
        if (checkpoints.wanted(at))
            checkpoints.add(at, move, {}, {&base},
                            [&](std::size_t, std::vector<std::byte>& now) { now = base; });
        if (at == kStop) {
            checkpoints.noteStop();
            ++move;
        }
    }
    const auto& all = checkpoints.all();
    QVERIFY(all.size() <= StepCheckpoints::kMostCheckpoints && all.size() > 32);
    std::uint64_t next = kEnd;
    bool isNearStop = false;
    for (std::size_t i = all.size(); i-- > 0;) {
        const std::uint64_t at = all[i].instructions;
        const std::uint64_t allowed = StepCheckpoints::kInterval + (kEnd - at) / 4;
        QVERIFY2(next - at <= allowed, std::to_string(at).c_str());
        isNearStop |= at <= kStop && kStop - at <= StepCheckpoints::kInterval;
        next = at;
    }
    QVERIFY(isNearStop);
    // Limits hold for bytes as well: these are all of launches.
    StepCheckpoints large;
    constexpr std::size_t kLaunch = StepCheckpoints::kMostBytes / 10;
    for (std::uint64_t at = 0; at < 50; ++at)
        large.add(at * 1'000'000, 0, {nullptr, kLaunch}, {}, {});
    QVERIFY(large.all().size() >= 9 && large.all().size() <= 10);
    QVERIFY(!large.wanted(49'000'000 + StepCheckpoints::kInterval)); // they take their time
}

void TestSessionStepping::expressions() {
    Stepping s(WorkerHome::this_process);
    s.start(request());
    s.step(goTo(11));
    // The value in a lane, or why it has none.
    const auto value = [&](const char* text, std::size_t lane) {
        const StepState state = s.look(text);
        if (state.prints.empty())
            return std::string("nothing printed");
        const StepPrint& print = state.prints.front();
        return lane < print.values.size() ? print.values[lane] : print.error.whole();
    };
    QCOMPARE(value("data[t + 1]", 5), std::string("6"));
    QCOMPARE(value("partial[t] * 2", 5), std::string("10"));
    QCOMPARE(value("threadIdx.x >= 3 && !(t == 4)", 4), std::string("0"));
    QCOMPARE(value("warp * 32 + lane", 9), std::string("9"));
    QCOMPARE(value("data[1073741824]", 0), std::string()); // nothing is there
    QVERIFY(!s.look("nobody").prints.at(0).error.empty());
    QVERIFY(!s.look("t +").prints.at(0).error.empty());
    // Errors quote the expression as written.
    for (const char* written : {"threadIdx.x / (t - t)", "partial[t] / (t - t)",
                                "t > 0 && threadIdx.y % 0 == 1", "threadIdx.x +* partial[t]"}) {
        const std::string error = s.look(written).prints.at(0).error.whole();
        QVERIFY2(error.find(written) != std::string::npos, error.c_str());
        QVERIFY2(error.find("Idx_") == std::string::npos, error.c_str());
        QVERIFY2(error.find("__term") == std::string::npos, error.c_str());
    }
}

void TestSessionStepping::ofSeveralExpressionsEachHasWhatChanged() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    s.start(request());
    StepCommand command = goTo(10); // partial[t] = mine
    command.prints = {"t * 2", "partial[t]", "nobody"};
    StepState state = s.step(command);
    QCOMPARE(state.prints.size(), std::size_t(3));
    QCOMPARE(state.prints[0].values[5], std::string("10"));
    QCOMPARE(state.prints[1].changed, 0u); // never seen before
    command.move = StepMove::over;
    state = s.step(command);
    QCOMPARE(state.prints[0].expression, std::string("t * 2"));
    QCOMPARE(state.prints[0].changed, 0u);
    QCOMPARE(state.prints[1].values[5], std::string("5"));
    QCOMPARE(state.prints[1].changed, ~0u); // not written before in any lane
    QVERIFY(!state.prints[2].error.empty());
    QVERIFY(state.prints[2].values.empty());
}

void TestSessionStepping::partsOfElements() {
    Stepping s(WorkerHome::this_process);
    StepRequest pairs;
    pairs.run.device = "sim";
    pairs.run.source = "extern \"C\" __global__ void pairs(int (*p)[2]) {\n"
                       "    p[threadIdx.x][1] = threadIdx.x + 7;\n"
                       "    __syncthreads();\n"
                       "    p[0][0] = 1;\n}\n";
    pairs.run.project.buffers = {buffer("p", "64", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = "pairs";
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.args = {{bufferArg("p", project::Access::inout), {}}};
    pairs.run.project.launches = {launch};
    s.start(pairs);
    s.step(goTo(4));
    QCOMPARE(s.look("p[0][1]").prints.at(0).values[3], std::string("7"));
    QCOMPARE(s.look("p[5][1]").prints.at(0).values[3], std::string("12"));
    // A number that 32 bits do not hold is not that of the first one.
    QVERIFY(!s.look("p[4294967296][1]").prints.at(0).error.empty());
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
    QVERIFY(state.fault && state.fault->kind == "out_of_bounds");
    QCOMPARE(state.fault->text, state.text);
    QCOMPARE(state.fault->thread.value()[0], 37u);
    QVERIFY(!state.fault->buffer.empty() && state.fault->access != FaultAccess::none);
    const auto isAtItsElement = [](const StepState& at) { // as a run's faults
        return at.fault->offset && at.fault->elementBytes == 4 &&
               at.fault->elements == (at.fault->buffer == "out" ? 2u : 64u);
    };
    QVERIFY(isAtItsElement(state));
    QCOMPARE(s.look("t").prints.at(0).values[5], std::string("37"));
    state = s.step(StepMove::instruction);
    QCOMPARE(state.reason, std::string("fault"));
    QVERIFY(!state.text.empty() && state.fault);
    QVERIFY(isAtItsElement(state));
    state = s.step(StepMove::go);
    QVERIFY(state.ended);
    QVERIFY(!state.text.empty() && state.fault);
    QVERIFY(isAtItsElement(state));
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

WARPBENCH_TEST(TestSessionStepping)
} // namespace tst_session_stepping

#include "tst_session_stepping.moc"
