// SPDX-License-Identifier: GPL-3.0-or-later
// Steps back restore exactly the earlier state from any point, and repeat little work.
#include "core/executor/step_checkpoints.h"
#include "core/project/project_file.h"
#include "tests/main.h"
#include "tests/session/stepping/stepping_bench.h"
#include "tests/source_path.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <random>

namespace tst_session_stepping_back {

using namespace warpbench;
using namespace warpbench::session;
using namespace warpbench::session::testing;

class TestSessionSteppingBack : public SessionFixture {
    Q_OBJECT

  private slots:
    void aWalkThroughALessonAndBack_data();
    void aWalkThroughALessonAndBack();
    void insideALongBlockLittleIsDoneAgain();
    void clocksAndTextsComeAgain();
    void callsAndDivergedLanesComeBack();
    void afterAFaultBeforeTheLaunchSteppingWorks_data() { homes(); }
    void afterAFaultBeforeTheLaunchSteppingWorks();
    void variablesOfAllSourcesComeBack();
    void whatMallocGaveComesBack();
    void stepsBackDoNotUseUpTheHeap();
    void backFromAFaultIsTheLineBefore_data();
    void backFromAFaultIsTheLineBefore();
};

namespace {

/// Everything in a state about the launch itself, as one text.
QByteArray textOf(const StepState& state) {
    std::string text = std::to_string(state.instructions) + " block " +
                       std::to_string(state.block) + " warp " + std::to_string(state.warp) +
                       " line " + std::to_string(state.line) + " mask " +
                       std::to_string(state.activeMask) + "\n";
    for (const StepWarp& warp : state.warps) {
        text += "warp " + std::to_string(warp.warp) + " " + std::to_string(warp.activeMask) + " " +
                std::to_string(warp.exitedMask);
        for (const StepLanes& group : warp.groups)
            text += " | " + group.state + " " + std::to_string(group.mask) + " at " +
                    std::to_string(group.ptxLine) + " barrier " + std::to_string(group.barrier) +
                    " lacks " + std::to_string(group.missingWarps.size());
        text += "\n";
    }
    for (const StepFrame& frame : state.frames)
        text += "in " + frame.function + ":" + std::to_string(frame.line) + "\n";
    const auto add = [&](const std::string& name, const StepValues& values) {
        text += name;
        for (const std::string& value : values)
            text += " " + value;
        text += "\n";
    };
    for (const StepVariable& variable : state.variables)
        add(variable.path, variable.values);
    for (const StepRegister& one : state.registers)
        add(one.name, one.values);
    for (const StepShared& shared : state.shared)
        add(shared.name, shared.values);
    for (const StepPrint& one : state.prints)
        add("print " + one.error.whole(), one.values);
    return QByteArray::fromStdString(text);
}

/// The values behind a kernel's pointers, per lane, as texts to print.
std::vector<std::string> memoryOf(const StepState& state) {
    std::vector<std::string> all;
    for (const StepVariable& variable : state.variables) {
        if (variable.parameter && !variable.type.empty() && variable.type.back() == '*')
            all.push_back(variable.path + "[blockIdx.x * blockDim.x + threadIdx.x]");
    }
    return all;
}

StepRequest lesson(const char* name, std::size_t launch) {
    StepRequest request;
    const std::string file = test::sourcePath("examples/") + name + "/" + name + ".warpbench";
    request.run.project = project::readProject(file).project;
    request.run.device = "sim";
    request.launch = launch;
    return request;
}

class Walk {
  public:
    explicit Walk(Stepping& stepping, std::uint32_t seed)
        : m_stepping(stepping)
        , m_random(seed) {}

    StepState next(const StepState& state) {
        static constexpr StepMove kMoves[] = {
            StepMove::line,    StepMove::over, StepMove::over,        StepMove::out,
            StepMove::barrier, StepMove::over, StepMove::instruction, StepMove::instruction};
        if (state.line > 0)
            m_lines.push_back(state.line);
        const unsigned which = below(12);
        StepCommand command;
        if (which < std::size(kMoves)) {
            command.move = kMoves[which];
            command.warp = below(std::uint32_t(state.warps.size()));
        } else if (which == 8) {
            command.move = StepMove::block;
        } else if (!m_lines.empty()) {
            // To a line seen before, in some block and thread.
            command = goTo(m_lines[below(std::uint32_t(m_lines.size()))],
                           "blockIdx.x == " + std::to_string(below(state.grid[0])) +
                               (which == 9 ? "" : " && threadIdx.x % 32 == 3"));
        }
        if (!command.breakpoints)
            command.breakpoints.emplace();
        return withEverything(command);
    }
    StepState back() {
        StepCommand command;
        command.move = StepMove::back;
        return withEverything(command);
    }
    StepState withEverything(StepCommand command) {
        command.registers = true;
        if (!m_print.empty())
            command.prints = {m_print};
        return m_stepping.step(command);
    }
    void setPrint(const std::string& print) { m_print = print; }
    std::uint32_t below(std::uint32_t limit) {
        return limit ? std::uint32_t(m_random() % limit) : 0;
    }

  private:
    Stepping& m_stepping;
    std::mt19937 m_random;
    std::vector<int> m_lines;
    std::string m_print;
};

} // namespace

void TestSessionSteppingBack::aWalkThroughALessonAndBack_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("launch");
    QTest::addColumn<quint32>("seed");
    quint32 seed = 1;
    for (const auto& [name, launch] :
         {std::pair("vector_multiply", 0), std::pair("transpose", 1), std::pair("reduction", 0),
          std::pair("reduction", 4), std::pair("histogram", 1), std::pair("matrix_multiply", 1),
          std::pair("mandelbrot", 1), std::pair("heat", 0), std::pair("generated", 3)})
        QTest::addRow("%s %d", name, launch) << QByteArray(name) << launch << seed++;
}

/// Random steps forward and back, finally to the start: each state is reproduced.
void TestSessionSteppingBack::aWalkThroughALessonAndBack() {
    QFETCH(QByteArray, name);
    QFETCH(int, launch);
    QFETCH(quint32, seed);
    Stepping s(WorkerHome::this_process);
    StepState state = s.start(lesson(name.constData(), std::size_t(launch)));
    Walk walk(s, seed);
    const std::vector<std::string> memory = memoryOf(state);
    if (!memory.empty())
        walk.setPrint(memory[seed % memory.size()]);
    state = walk.withEverything({});
    std::vector<QByteArray> way = {textOf(state)};
#ifdef __SANITIZE_ADDRESS__
    constexpr int kMoves = 20; // each way back repeats the launch, which is slow here
#else
    constexpr int kMoves = 60;
#endif
    const auto isBack = [&] {
        way.pop_back();
        state = walk.back();
        return textOf(state) == way.back() && !state.ended;
    };
    for (int i = 0; i < kMoves; ++i) {
        const bool goesBack = way.size() > 1 && (state.ended || walk.below(3) == 0);
        if (goesBack) {
            QVERIFY2(isBack(), (way.back() + "\nis now\n" + textOf(state)).constData());
            continue;
        }
        state = walk.next(state);
        way.push_back(textOf(state));
    }
    while (way.size() > 1)
        QVERIFY2(isBack(), (way.back() + "\nis now\n" + textOf(state)).constData());
    QCOMPARE(state.instructions, std::uint64_t(0));
}

namespace {

StepRequest ofOneBlock(const char* source, const char* kernel) {
    StepRequest request;
    request.run.source = source;
    request.run.project.buffers = {buffer("data", "64", project::Init::Kind::zeros)};
    project::Launch launch;
    launch.kernel = kernel;
    launch.grid = {{"1", {}}};
    launch.block = {{"64", {}}};
    launch.args = {{bufferArg("data", project::Access::inout), {}}};
    request.run.project.launches = {launch};
    request.run.device = "sim";
    return request;
}

} // namespace

void TestSessionSteppingBack::insideALongBlockLittleIsDoneAgain() {
    Stepping s(WorkerHome::this_process);
    s.start(ofOneBlock("extern \"C\" __global__ void chain(unsigned* data) {\n"
                       "    unsigned mine = data[threadIdx.x];\n"
                       "    for (int i = 0; i < 60000; ++i) {\n"
                       "        mine = mine * 1664525u + 1013904223u;\n"
                       "        if (i % 1000 == 0)\n"
                       "            data[threadIdx.x] += mine;\n"
                       "    }\n"
                       "    data[threadIdx.x] = mine;\n"
                       "}\n",
                       "chain"));
    Walk walk(s, 1);
    walk.setPrint("data[threadIdx.x]");
    const StepState early = walk.withEverything(goTo(6, "i == 20000"));
    const StepState late = walk.withEverything(goTo(6, "i == 59000"));
    QVERIFY(late.instructions > 10 * StepCheckpoints::kInterval);
    for (int i = 0; i < 3; ++i)
        s.step(StepMove::over);
    StepState back;
    for (int i = 0; i < 3; ++i) {
        back = walk.back();
        QVERIFY2(back.redone <= StepCheckpoints::kInterval, std::to_string(back.redone).c_str());
    }
    const auto isAs = [](const StepState& a, const StepState& b) { return textOf(a) == textOf(b); };
    QVERIFY2(isAs(back, late), textOf(back) + textOf(late));
    // A long way back leads to a place that was kept as well, for a move began there.
    back = walk.back();
    QVERIFY2(isAs(back, early), textOf(back) + textOf(early));
    QVERIFY2(back.redone <= StepCheckpoints::kInterval, std::to_string(back.redone).c_str());
    // And from the end.
    walk.withEverything(goTo(6, "i == 59000"));
    StepCommand on = goTo(1);
    on.breakpoints->clear();
    QVERIFY(s.step(on).ended);
    back = walk.back();
    QVERIFY2(isAs(back, late), textOf(back) + textOf(late));
    QVERIFY2(back.redone <= StepCheckpoints::kInterval, std::to_string(back.redone).c_str());
}

void TestSessionSteppingBack::clocksAndTextsComeAgain() {
    Stepping s(WorkerHome::this_process);
    s.start(ofOneBlock("extern \"C\" __global__ void timed(unsigned* data) {\n"
                       "    long long before = clock64();\n"
                       "    unsigned mine = threadIdx.x;\n"
                       "    for (int i = 0; i < 20000; ++i)\n"
                       "        mine = mine * 1664525u + 1013904223u;\n"
                       "    long long after = clock64();\n"
                       "    if (threadIdx.x % 32 == 0)\n"
                       "        printf(\"%d took %lld\\n\", int(threadIdx.x), after - before);\n"
                       "    data[threadIdx.x] = unsigned(after - before);\n"
                       "}\n",
                       "timed"));
    Walk walk(s, 1);
    const StepState before = walk.withEverything(goTo(7));
    const StepVariable* after = variable(before, "after");
    QVERIFY(after && after->values[0] != "0");
    StepCommand block;
    block.move = StepMove::block;
    block.breakpoints.emplace();
    const StepState printed = s.step(block);
    QVERIFY2(printed.output.find("0 took ") == 0, printed.output.c_str());
    const StepState back = walk.back();
    QCOMPARE(textOf(back), textOf(before));
    QVERIFY(back.output.empty());
    QVERIFY2(back.redone <= StepCheckpoints::kInterval, std::to_string(back.redone).c_str());
    QCOMPARE(s.step(block).output, printed.output);
}

/// Frames of recursive functions, lanes that wait for others, and shared memory.
void TestSessionSteppingBack::callsAndDivergedLanesComeBack() {
    Stepping s(WorkerHome::this_process);
    StepState state =
        s.start(ofOneBlock("__device__ __noinline__ unsigned down(unsigned n, unsigned sum) {\n"
                           "    if (n == 0)\n"
                           "        return sum;\n"
                           "    return down(n - 1, sum * 3 + n) + n;\n"
                           "}\n"
                           "extern \"C\" __global__ void deep(unsigned* data) {\n"
                           "    __shared__ unsigned sums[64];\n"
                           "    for (int i = 0; i < 3000; ++i) {\n"
                           "        sums[threadIdx.x] = down(threadIdx.x % 5, i);\n"
                           "        __syncthreads();\n"
                           "        data[threadIdx.x] += sums[63 - threadIdx.x];\n"
                           "        __syncthreads();\n"
                           "    }\n"
                           "}\n",
                           "deep"));
    Walk walk(s, 3);
    walk.setPrint("data[threadIdx.x]");
    state = walk.withEverything(goTo(3, "sum > 100000"));
    std::vector<QByteArray> way = {textOf(state)};
    static constexpr StepMove kMoves[] = {StepMove::instruction, StepMove::line, StepMove::over,
                                          StepMove::barrier, StepMove::out};
    for (int i = 0; i < 25; ++i) {
        StepCommand command =
            i % 8 == 3 ? goTo(3, "sum > " + std::to_string(100'000 + i * 1000)) : StepCommand();
        if (!command.breakpoints) {
            // Out of the kernel it would go to the end.
            command.move = kMoves[walk.below(state.frames.size() > 1 ? 5 : 4)];
            if (command.move != StepMove::out)
                command.warp = walk.below(2);
            command.breakpoints.emplace();
        }
        state = walk.withEverything(command);
        QVERIFY(!state.ended);
        way.push_back(textOf(state));
    }
    QVERIFY(state.instructions > 4 * StepCheckpoints::kInterval);
    for (std::size_t i = way.size() - 1; i-- > 0;) {
        state = walk.back();
        QVERIFY2(textOf(state) == way[i], (way[i] + "\nis now\n" + textOf(state)).constData());
        QVERIFY2(state.redone <= StepCheckpoints::kInterval, std::to_string(state.redone).c_str());
    }
}

/// An error before the launch is reported and does not affect later steps.
void TestSessionSteppingBack::afterAFaultBeforeTheLaunchSteppingWorks() {
    QFETCH(WorkerHome, home);
    Stepping s(home);
    StepRequest broken = ofOneBlock("extern \"C\" __global__ void wild(int* data) {\n"
                                    "    data[threadIdx.x + (1 << 20)] = 1;\n"
                                    "}\n"
                                    "extern \"C\" __global__ void good(int* data) {\n"
                                    "    data[threadIdx.x] = 1;\n"
                                    "}\n",
                                    "wild");
    broken.run.project.launches.push_back(broken.run.project.launches.front());
    broken.run.project.launches.back().kernel = "good";
    broken.launch = 1;
    for (int i = 0; i < 2; ++i) {
        try {
            s.start(broken);
            QFAIL("the launch before cannot have gone well");
        } catch (const Error& error) {
            QVERIFY2(error.text().find("the launch of wild before this one failed: ") == 0,
                     error.what());
        }
    }
    StepRequest right = broken;
    right.run.project.launches.erase(right.run.project.launches.begin());
    right.launch = 0;
    QCOMPARE(s.start(right).reason, std::string("entry"));
    QCOMPARE(s.step(StepMove::over).line, 5);
    QVERIFY(s.step(goTo(1)).ended);
    QCOMPARE(s.start(request()).kernel, std::string("sums"));
}

namespace {

std::vector<int> numbersOf(Stepping& s, const StepState& state) {
    const BufferRef& ref = state.buffers.front().ref;
    const arrays::HostArray values = s.read(ref, 0, ref.elements);
    std::vector<int> all(std::size_t(ref.elements));
    std::memcpy(all.data(), values.bytes().data(), all.size() * sizeof(int));
    return all;
}

} // namespace

/// Counters in a linked source, in an anonymous namespace, and in the main source.
void TestSessionSteppingBack::variablesOfAllSourcesComeBack() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    };
    write("helper.cu", "__device__ int calls = 5;\n"
                       "static __device__ int secret = 7;\n"
                       "__device__ int bump() { return atomicAdd(&calls, 1) + ++secret; }\n");
    StepRequest request = ofOneBlock("static __device__ int secret = 100;\n"
                                     "extern __device__ int bump();\n"
                                     "extern \"C\" __global__ void count(int* data) {\n"
                                     "    data[0] = bump() + secret++;\n"
                                     "    data[1] = bump() + secret++;\n"
                                     "    data[2] = bump() + secret++;\n"
                                     "}\n",
                                     "count");
    request.run.project.buffers[0].dtype = *arrays::DType::parse("int32");
    request.run.project.launches[0].block = {{"1", {}}};
    request.run.project.file = folder.filePath("p.warpbench").toStdString();
    request.run.project.link.push_back({"helper.cu"});
    Stepping s(WorkerHome::this_process);
    s.start(request);
    std::vector<int> first;
    for (int round = 0; round < 3; ++round) {
        s.step(StepMove::over);
        s.step(StepMove::over);
        s.step(StepMove::over);
        const std::vector<int> now = numbersOf(s, s.step(StepMove::over));
        QCOMPARE(now[0], 5 + 8 + 100);
        QCOMPARE(now[2], 7 + 10 + 102);
        for (int i = 0; i < 4; ++i)
            s.step(StepMove::back);
    }
}

namespace {

const char* const kList = R"(
struct Node { int count; Node* next; };
__device__ Node* head;
extern "C" __global__ void make(int* data) {
    head = (Node*)malloc(sizeof(Node));
    head->count = 10;
    head->next = (Node*)malloc(sizeof(Node));
    head->next->count = 20;
}
extern "C" __global__ void change(int* data) {
    data[0] = ++head->count + head->next->count;
    free(head->next);
    head->next = (Node*)malloc(64);
    head->next->count = 1000;
    data[1] = head->count + head->next->count;
}
)";

StepRequest ofList() {
    StepRequest request = ofOneBlock(kList, "make");
    request.run.project.buffers[0].dtype = *arrays::DType::parse("int32");
    request.run.project.launches[0].block = {{"1", {}}};
    request.run.project.launches.push_back(request.run.project.launches.front());
    request.run.project.launches.back().kernel = "change";
    request.launch = 1;
    return request;
}

} // namespace

void TestSessionSteppingBack::whatMallocGaveComesBack() {
    Stepping s(WorkerHome::this_process);
    s.start(ofList());
    std::string place;
    for (int round = 0; round < 3; ++round) {
        StepState state;
        for (int i = 0; i < 6; ++i) {
            state = s.step(StepMove::over);
            QVERIFY(!state.ended || i == 5);
            if (i == 4) {
                const std::string now = s.look("head->next").prints.front().values[0];
                QVERIFY(place.empty() || place == now);
                place = now;
            }
        }
        const std::vector<int> now = numbersOf(s, state);
        QCOMPARE(now[0], 11 + 20);
        QCOMPARE(now[1], 11 + 1000);
        for (int i = 0; i < 6; ++i)
            state = s.step(StepMove::back);
        QCOMPARE(state.instructions, std::uint64_t(0));
    }
}

/// Each time, the launch finds as much room as the first time.
void TestSessionSteppingBack::stepsBackDoNotUseUpTheHeap() {
    Stepping s(WorkerHome::this_process);
    StepRequest request = ofOneBlock("extern \"C\" __global__ void large(int* data) {\n"
                                     "    char* all = (char*)malloc(5 << 20);\n"
                                     "    data[0] = all != nullptr;\n"
                                     "}\n",
                                     "large");
    request.run.project.buffers[0].dtype = *arrays::DType::parse("int32");
    request.run.project.launches[0].block = {{"1", {}}};
    for (int session = 0; session < 2; ++session) {
        s.start(request);
        for (int round = 0; round < 3; ++round) {
            StepState state = s.step(goTo(4));
            QCOMPARE(numbersOf(s, state)[0], 1);
            state = s.step(StepMove::back);
            QCOMPARE(state.moves, std::size_t(0));
        }
    }
}

void TestSessionSteppingBack::backFromAFaultIsTheLineBefore_data() {
    QTest::addColumn<int>("block");
    QTest::addColumn<int>("thread");
    QTest::newRow("first block") << 0 << 3;
    QTest::newRow("another block and warp") << 2 << 40;
}

/// Of the faulting thread, not the beginning of the launch.
void TestSessionSteppingBack::backFromAFaultIsTheLineBefore() {
    QFETCH(int, block);
    QFETCH(int, thread);
    StepRequest request = ofOneBlock("", "wild");
    request.run.source = "extern \"C\" __global__ void wild(int* data) {\n"
                         "    int at = threadIdx.x;\n"
                         "    int sum = 0;\n"
                         "    for (int i = 0; i < 20; ++i)\n"
                         "        sum += data[(at + i) % 64];\n"
                         "    if (blockIdx.x == " +
                         std::to_string(block) + " && threadIdx.x == " + std::to_string(thread) +
                         ")\n"
                         "        at += 1 << 20;\n"
                         "    sum += at;\n"
                         "    data[at] = sum;\n"
                         "}\n";
    request.run.project.launches[0].grid = {{"3", {}}};
    Stepping s(WorkerHome::this_process);
    s.start(request);
    StepState state = s.step(StepMove::fault);
    QCOMPARE(state.line, 9);
    QVERIFY(state.fault.has_value());
    const std::uint32_t lanes = state.activeMask;
    for (const int line : {8, 7, 6, 4, 5, 4}) {
        state = s.step(StepMove::back);
        QCOMPARE(state.line, line);
        QCOMPARE(int(state.block), block);
        QCOMPARE(int(state.warp), thread / 32);
        QVERIFY(state.activeMask & 1u << thread % 32);
        QVERIFY(!state.ended);
    }
    QVERIFY(lanes & 1u << thread % 32);
    // Continuing from there, it fails as before.
    QCOMPARE(s.step(StepMove::over).line, 5);
    state = s.step(StepMove::fault);
    QCOMPARE(state.line, 9);
}

WARPBENCH_TEST(TestSessionSteppingBack)
} // namespace tst_session_stepping_back

#include "tst_session_stepping_back.moc"
