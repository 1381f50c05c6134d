// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through data/stepping.cu by wbsim.h: where it pauses, who is active, what lanes hold.
#include "driver_library.h"

#include <QFile>
#include <QTemporaryFile>

#include <unistd.h>

#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

namespace {

constexpr double kPatience = 60; // seconds until a pause that does not come fails the test

CUresult check(int result) {
    return static_cast<CUresult>(result);
}

/// A module of the test's data, with launches of its kernels under control.
class Session {
  public:
    explicit Session(const char* file = "stepping.ptx") {
        QFile text(QStringLiteral(WARPBENCH_SOURCE_DIR "/tests/simgpu/driver/data/") + file);
        if (!text.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", file);
        if (DRV(cuModuleLoadData)(&m_module, text.readAll().append('\0').constData()) !=
            CUDA_SUCCESS)
            qFatal("cannot load %s", file);
    }
    ~Session() {
        simApi()->cancel(0);
        DRV(cuCtxSynchronize)();
        const wbsimStepping off = {sizeof off, 0, 0, WBSIM_ORDER_IN_TURN};
        simApi()->setStepping(0, &off);
        simApi()->setBreakpoints(0, nullptr, 0);
        simApi()->resetError(0);
        simApi()->clearFaults(0);
        DRV(cuModuleUnload)(m_module);
        for (const CUdeviceptr address : m_memory)
            DRV(cuMemFree)(address);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    template <class T>
    CUdeviceptr array(const std::vector<T>& values) {
        CUdeviceptr address = 0;
        DRV(cuMemAlloc)(&address, values.size() * sizeof(T));
        DRV(cuMemcpyHtoD)(address, values.data(), values.size() * sizeof(T));
        m_memory.push_back(address);
        return address;
    }
    template <class T>
    std::vector<T> read(CUdeviceptr address, std::size_t count) const {
        std::vector<T> values(count);
        DRV(cuMemcpyDtoH)(values.data(), address, count * sizeof(T));
        return values;
    }
    void control(bool entry = true, wbsimOrder order = WBSIM_ORDER_IN_TURN) {
        const wbsimStepping on = {sizeof on, 1, entry, order};
        simApi()->setStepping(0, &on);
    }
    CUresult launch(const char* kernel, unsigned grid, unsigned block, std::vector<void*> args) {
        CUfunction function = nullptr;
        if (DRV(cuModuleGetFunction)(&function, m_module, kernel) != CUDA_SUCCESS)
            qFatal("there is no kernel %s", kernel);
        return DRV(cuLaunchKernel)(function, grid, 1, 1, block, 1, 1, 0, nullptr, args.data(),
                                   nullptr);
    }
    wbsimPause wait() {
        wbsimPause pause{};
        pause.structSize = sizeof pause;
        simApi()->waitForPause(0, kPatience, &pause);
        return pause;
    }
    wbsimPause step(wbsimStepKind kind, std::uint64_t block = 0, std::uint32_t warp = 0) {
        const wbsimStep how = {sizeof how, kind, block, warp};
        if (simApi()->resume(0, &how) != CUDA_SUCCESS)
            return {};
        return wait();
    }
    void breakAt(std::uint32_t line, const char* file = "stepping.cu") {
        wbsimBreakpoint at{};
        at.structSize = sizeof at;
        at.file = file;
        at.line = line;
        at.block = WBSIM_ANY_BLOCK;
        at.warp = WBSIM_ANY_WARP;
        at.lanes = ~0u;
        m_breakpoints.push_back(at);
        setBreakpoints();
    }
    std::vector<wbsimBreakpoint>& breakpoints() { return m_breakpoints; }
    void setBreakpoints() {
        simApi()->setBreakpoints(0, m_breakpoints.data(),
                                 static_cast<std::uint32_t>(m_breakpoints.size()));
    }

  private:
    CUmodule m_module = nullptr;
    std::vector<CUdeviceptr> m_memory;
    std::vector<wbsimBreakpoint> m_breakpoints;
};

wbsimPlace placeOf(std::uint64_t block, std::uint32_t warp, std::uint32_t frame = 0) {
    return {sizeof(wbsimPlace), warp, block, 0, frame};
}

wbsimWarp warpOf(std::uint64_t block, std::uint32_t warp) {
    wbsimWarp state{};
    state.structSize = sizeof state;
    simApi()->getWarp(0, block, warp, &state);
    return state;
}

wbsimLanes lanesOf(std::uint64_t block, std::uint32_t warp, std::uint32_t group) {
    wbsimLanes lanes{};
    lanes.structSize = sizeof lanes;
    simApi()->getLanes(0, block, warp, group, &lanes);
    return lanes;
}

std::optional<wbsimRegister> registerOf(const wbsimPlace& place, const char* name) {
    for (std::uint32_t i = 0; i < simApi()->registerCount(0, &place); ++i) {
        wbsimRegister value{};
        value.structSize = sizeof value;
        simApi()->getRegister(0, &place, i, &value);
        if (qstrcmp(value.name, name) == 0)
            return value;
    }
    return std::nullopt;
}

/// A variable of a frame by name, or what is inside of it by path: "p.n[1]".
std::optional<wbsimVariable> variableOf(const wbsimPlace& place, const QByteArray& path) {
    const int cut = int(qMax(path.lastIndexOf('.'), path.lastIndexOf('[')));
    const QByteArray around = cut < 0 ? QByteArray() : path.left(cut);
    for (std::uint32_t i = 0;; ++i) {
        wbsimVariable value{};
        value.structSize = sizeof value;
        if (simApi()->getVariable(0, &place, around.isEmpty() ? nullptr : around.constData(), i,
                                  &value) != CUDA_SUCCESS)
            return std::nullopt;
        if (path == value.path)
            return value;
    }
}

template <class T>
T valueOf(const wbsimVariable& variable, std::size_t lane) {
    T value{};
    std::memcpy(&value, &variable.values[lane], sizeof value);
    return value;
}

struct Inner {
    double d;
    char name[4];
};
/// As data/stepping.cu has it.
struct Pair {
    float x;
    int n[2];
    Inner in;
};

/// What the kernels print while f runs.
QByteArray printed(const std::function<void()>& f) {
    QTemporaryFile file;
    if (!file.open())
        qFatal("cannot make a temporary file");
    fflush(stdout);
    const int standard = dup(1);
    dup2(file.handle(), 1);
    f();
    fflush(stdout);
    dup2(standard, 1);
    close(standard);
    file.seek(0);
    return file.readAll();
}

#define PAUSED(pause, why, expectedLine)                                                           \
    do {                                                                                           \
        const wbsimPause now = pause;                                                              \
        QCOMPARE(int(now.reason), int(why));                                                       \
        QCOMPARE(now.line, std::uint32_t(expectedLine));                                           \
    } while (false)

#define VARIABLE(name, place, path)                                                                \
    const std::optional<wbsimVariable> name##Found = variableOf(place, path);                      \
    QVERIFY2(name##Found.has_value(), path);                                                       \
    const wbsimVariable& name = *name##Found

} // namespace

class TestStepping : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase();
    void reductionInKnownOrder();
    void lanesOfADivergentIf();
    void inlinedFunction();
    void breakpointsOfPtxLinesAndFilters();
    void stepsByInstruction();
    void runsAWarpToItsBarrier();
    void runsABlockToItsEnd();
    void sameOrderEveryTime_data();
    void sameOrderEveryTime();
    void faultsAreSeenBeforeTheLaunchEnds();
    void cancelEndsAPause();
    void cancelInsideCallsLosesNoMemory();
    void pauseStopsAnEndlessLoop();
    void freeLaunchesAreNotHeld();
    void questionsWithoutAPauseAreRefused();
    void metricsAndChecksGoOn();
    void variablesByName_data() { debugModules(); }
    void variablesByName();
    void variablesOfScopes_data() { debugModules(); }
    void variablesOfScopes();
    void variablesOfCalledFunctions_data() { debugModules(); }
    void variablesOfCalledFunctions();
    void withoutDebugInformationThereAreNoVariables();

  private:
    static void debugModules();
    std::unique_ptr<TestContext> m_context;
};

void TestStepping::initTestCase() {
    qputenv("WARPBENCH_SIMGPU", "rtx5090"); // runs the PTX of both code generators
    CHECK_OK(DRV(cuInit)(0));
    m_context = std::make_unique<TestContext>();
}

void TestStepping::cleanupTestCase() {
    m_context.reset();
}

void TestStepping::reductionInKnownOrder() {
    Session s;
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
            // Shared memory holds the sums of the rounds before; its name needs no -G.
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
    Session s;
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
    // The atomics went lane by lane.
    const auto v = registerOf(placeOf(0, 0), "%r6");
    QVERIFY(v.has_value());
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        QCOMPARE(v->values[lane], std::uint64_t(lane % 2 ? lane / 2 : 2 * (lane / 2)));
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
}

void TestStepping::inlinedFunction() {
    Session s;
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
    Session s;
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
    // Lane 40 of the block is lane 8 of warp 1; nobody else has such lanes at line 12.
    s.breakpoints().clear();
    s.setBreakpoints();
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    QCOMPARE(s.read<int>(out, 3), (std::vector<int>{64, 64, 64}));
}

void TestStepping::stepsByInstruction() {
    Session s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 40, {&out}));
    wbsimPause pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_ENTRY));
    QCOMPARE(warpOf(0, 1).absentMask, 0xffffff00u);
    QCOMPARE(warpOf(0, 1).activeMask, 0xffu);
    // ld.param, cvta, mov, and: every instruction pauses, those too that cost nothing otherwise.
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
    // Parameters are memory too.
    CUdeviceptr parameter = 0;
    const wbsimPlace place = placeOf(0, 1);
    CHECK_OK(check(simApi()->readMemory(0, &place, 0, WBSIM_SPACE_PARAM, 0, &parameter, 8)));
    QCOMPARE(parameter, out);
    CHECK_RESULT(check(simApi()->readMemory(0, &place, 0, WBSIM_SPACE_PARAM, 4, &parameter, 8)),
                 CUDA_ERROR_ILLEGAL_ADDRESS);
}

void TestStepping::runsAWarpToItsBarrier() {
    Session s;
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
    // Warp 0 comes last to the next barrier, and goes on behind it.
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
    Session s;
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

void TestStepping::sameOrderEveryTime_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<QByteArray>("expected");
    // Warp 1 comes last to the barrier. In turn it goes on at once; interleaved, warp 0 is next.
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
    Session s;
    s.control(false, wbsimOrder(order));
    for (int time = 0; time < 2; ++time) {
        const QByteArray text = printed([&] {
            s.launch("talk", 3, 64, {});
            DRV(cuCtxSynchronize)();
        });
        QCOMPARE(text, expected);
        QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
    }
}

void TestStepping::faultsAreSeenBeforeTheLaunchEnds() {
    Session s;
    CUdeviceptr out = s.array(std::vector<int>(8));
    s.control(false);
    CHECK_OK(s.launch("wrong", 1, 32, {&out}));
    const wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_FAULT, 51);
    QVERIFY2(QByteArray(pause.text).contains("out of bounds"), pause.text);
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

void TestStepping::cancelEndsAPause() {
    Session s;
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

/// What is lost fails under the leak sanitizer, when the program ends.
void TestStepping::cancelInsideCallsLosesNoMemory() {
    Session s("stepping_debug.90.ptx");
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

void TestStepping::pauseStopsAnEndlessLoop() {
    Session s;
    CUdeviceptr out = s.array(std::vector<int>(2));
    s.control(false);
    CHECK_OK(s.launch("endless", 1, 1, {&out}));
    CHECK_OK(check(simApi()->pause(0)));
    wbsimPause pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_REQUESTED));
    // Again, from another thread, while it runs.
    const wbsimStep go = {sizeof go, WBSIM_STEP_CONTINUE, 0, 0};
    CHECK_OK(check(simApi()->resume(0, &go)));
    std::thread([] { simApi()->pause(0); }).join();
    pause = s.wait();
    QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_REQUESTED));
    QVERIFY(pause.line == 55 || pause.line == 56);
    CHECK_OK(check(simApi()->resume(0, &go)));
    CHECK_OK(check(simApi()->cancel(0)));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENDED));
}

void TestStepping::freeLaunchesAreNotHeld() {
    Session s;
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

void TestStepping::questionsWithoutAPauseAreRefused() {
    wbsimWarp warp{};
    warp.structSize = sizeof warp;
    CHECK_RESULT(check(simApi()->getWarp(0, 0, 0, &warp)), CUDA_ERROR_NOT_READY);
    const wbsimStep go = {sizeof go, WBSIM_STEP_CONTINUE, 0, 0};
    CHECK_RESULT(check(simApi()->resume(0, &go)), CUDA_ERROR_NOT_READY);
    Session s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    s.wait();
    CHECK_RESULT(check(simApi()->getWarp(0, 0, 1, &warp)), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(check(simApi()->getWarp(0, 1, 0, &warp)), CUDA_ERROR_INVALID_VALUE);
    const wbsimStep wrong = {sizeof wrong, WBSIM_STEP_LINE, 0, 7};
    CHECK_RESULT(check(simApi()->resume(0, &wrong)), CUDA_ERROR_INVALID_VALUE);
    const wbsimPlace place = placeOf(0, 0, 1);
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    CHECK_RESULT(check(simApi()->getFrame(0, &place, &frame)), CUDA_ERROR_INVALID_VALUE);
}

void TestStepping::metricsAndChecksGoOn() {
    // The same counters as in a free launch, though the code was decoded otherwise.
    Session s;
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
    QVERIFY(metrics[0].warpInstructions > 0);
    QCOMPARE(metrics[0].warpInstructions, metrics[1].warpInstructions);
    QCOMPARE(metrics[0].threadInstructions, metrics[1].threadInstructions);
    QCOMPARE(metrics[0].globalSectors, metrics[1].globalSectors);
    QCOMPARE(metrics[0].barriers, metrics[1].barriers);
    QCOMPARE(metrics[0].barriers, std::uint64_t(2 * 2 * 7));
    QCOMPARE(simApi()->faultCount(0), 0u);
}

void TestStepping::debugModules() {
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("of the older code generator") << QByteArray("stepping_debug.90.ptx");
    QTest::newRow("of the newer one") << QByteArray("stepping_debug.120.ptx");
}

void TestStepping::variablesByName() {
    QFETCH(QByteArray, file);
    Session s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {'a', 'b', 'c', 0}}};
    s.control(false);
    s.breakAt(100); // if (odd): everything before it is done
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    PAUSED(s.wait(), WBSIM_PAUSE_BREAKPOINT, 100);
    const wbsimPlace here = placeOf(0, 0);

    VARIABLE(i, here, "i");
    QCOMPARE(i.type, "int");
    QCOMPARE(i.bytes, 4u);
    QCOMPARE(int(i.encoding), int(WBSIM_ENCODING_SIGNED));
    QCOMPARE(i.mask, ~0u);
    QCOMPARE(int(i.space), int(WBSIM_SPACE_REGISTER));
    QCOMPARE(valueOf<int>(i, 31), 31);

    VARIABLE(list, here, "list");
    QCOMPARE(list.type, "float[4]");
    QCOMPARE(int(list.encoding), int(WBSIM_ENCODING_ARRAY));
    QCOMPARE(list.children, 4u);
    QCOMPARE(int(list.space), int(WBSIM_SPACE_LOCAL));
    VARIABLE(element, here, "list[3]");
    QCOMPARE(element.name, "[3]");
    QCOMPARE(int(element.encoding), int(WBSIM_ENCODING_FLOAT));
    QCOMPARE(element.address, list.address + 12);
    for (std::size_t lane = 0; lane < 32; ++lane)
        QCOMPARE(valueOf<float>(element, lane), float(lane * 10 + 3));
    float bytes[4] = {};
    CHECK_OK(check(
        simApi()->readMemory(0, &here, 5, WBSIM_SPACE_LOCAL, list.address, bytes, sizeof bytes)));
    QCOMPARE(bytes[2], 52.0f);

    VARIABLE(p, here, "p");
    QCOMPARE(p.type, "Pair");
    QCOMPARE(int(p.encoding), int(WBSIM_ENCODING_STRUCT));
    QCOMPARE(p.bytes, std::uint32_t(sizeof(Pair)));
    QCOMPARE(p.children, 3u);
    VARIABLE(x, here, "p.x");
    VARIABLE(second, here, "p.n[1]");
    VARIABLE(d, here, "p.in.d");
    VARIABLE(letter, here, "p.in.name[0]");
    QCOMPARE(d.type, "double");
    QCOMPARE(int(letter.encoding), int(WBSIM_ENCODING_CHAR));
    for (std::size_t lane = 0; lane < 32; ++lane) {
        QCOMPARE(valueOf<float>(x, lane), 1.5f * float(lane));
        QCOMPARE(valueOf<int>(second, lane), int(lane) + 1);
        QCOMPARE(valueOf<double>(d, lane), -2.25);
        QCOMPARE(valueOf<char>(letter, lane), 'w');
    }

    VARIABLE(where, here, "where");
    QCOMPARE(where.type, "Pair*");
    QCOMPARE(int(where.encoding), int(WBSIM_ENCODING_POINTER));
    QCOMPARE(where.children, 1u);
    VARIABLE(through, here, "where[0].n[1]");
    QCOMPARE(valueOf<int>(through, 9), 10);

    VARIABLE(parameter, here, "given");
    QCOMPARE(parameter.parameter, 1u);
    VARIABLE(ofParameter, here, "given.n[0]");
    QCOMPARE(valueOf<int>(ofParameter, 17), 6);
    VARIABLE(count, here, "n");
    QCOMPARE(valueOf<int>(count, 17), 3);

    VARIABLE(tile, here, "tile"); // the compiler does not say of what type
    QCOMPARE(int(tile.space), int(WBSIM_SPACE_SHARED));
    QCOMPARE(int(tile.encoding), int(WBSIM_ENCODING_UNKNOWN));
    QCOMPARE(tile.bytes, 32u * 4);
    float seven = 0;
    CHECK_OK(check(simApi()->readMemory(0, &here, 0, WBSIM_SPACE_SHARED, tile.address + 28, &seven,
                                        sizeof seven)));
    QCOMPARE(seven, (7 * 10 + 3) * 2.5f);
    VARIABLE(counter, here, "counter");
    QCOMPARE(int(counter.space), int(WBSIM_SPACE_GLOBAL));
    QCOMPARE(valueOf<int>(counter, 0), 7);
    VARIABLE(factor, here, "factor");
    QCOMPARE(valueOf<float>(factor, 0), 2.5f);
}

void TestStepping::variablesOfScopes() {
    QFETCH(QByteArray, file);
    Session s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {}}};
    s.control(false);
    s.breakAt(101);
    s.breakAt(104);
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    // Each side of the if has an `inner` of its own type, of its lanes alone.
    std::map<std::uint32_t, QByteArray> types;
    for (int side = 0; side < 2; ++side) {
        const wbsimPause pause = side == 0 ? s.wait() : s.step(WBSIM_STEP_CONTINUE);
        QCOMPARE(int(pause.reason), int(WBSIM_PAUSE_BREAKPOINT));
        QCOMPARE(pause.activeMask, pause.line == 101 ? 0xaaaaaaaau : 0x55555555u);
        VARIABLE(inner, placeOf(0, 0), "inner");
        types[pause.line] = inner.type;
    }
    QCOMPARE(types, (std::map<std::uint32_t, QByteArray>{{101, "int"}, {104, "float"}}));
}

void TestStepping::variablesOfCalledFunctions() {
    QFETCH(QByteArray, file);
    Session s(file.constData());
    CUdeviceptr out = s.array(std::vector<float>(32));
    int n = 3;
    Pair given{2.5f, {6, 7}, {0.25, {}}};
    s.control(false);
    s.breakAt(75); // p->n[0] = t; of helper, which odd lanes call
    CHECK_OK(s.launch("variables", 1, 32, {&out, &n, &given}));
    const wbsimPause pause = s.wait();
    PAUSED(pause, WBSIM_PAUSE_BREAKPOINT, 75);
    QCOMPARE(pause.activeMask, 0xaaaaaaaau);
    QCOMPARE(lanesOf(0, 0, 0).frames, 2u);
    const wbsimPlace inner = placeOf(0, 0, 0), outer = placeOf(0, 0, 1);
    wbsimFrame frame{};
    frame.structSize = sizeof frame;
    CHECK_OK(check(simApi()->getFrame(0, &outer, &frame)));
    QCOMPARE(frame.function, "variables");
    QCOMPARE(frame.line, 101u);
    QCOMPARE(frame.inlined, 0u);
    VARIABLE(a, inner, "a");
    QCOMPARE(a.parameter, 1u);
    QCOMPARE(valueOf<int>(a, 5), 5);
    VARIABLE(second, inner, "p[0].n[1]");
    QCOMPARE(valueOf<int>(second, 5), 6);
    // The caller's variables are still there, by the caller's frame.
    VARIABLE(i, outer, "i");
    QCOMPARE(valueOf<int>(i, 5), 5);
    QVERIFY(!variableOf(inner, "i").has_value());
    QVERIFY(!variableOf(outer, "a").has_value());
    PAUSED(s.step(WBSIM_STEP_OUT), WBSIM_PAUSE_STEP, 101);

    // factorial(3): four frames of it at the deepest, of which the innermost has values.
    s.breakpoints().clear();
    s.breakAt(81); // return n * rest
    PAUSED(s.step(WBSIM_STEP_CONTINUE), WBSIM_PAUSE_BREAKPOINT, 81);
    VARIABLE(deepest, placeOf(0, 0), "n");
    QCOMPARE(valueOf<int>(deepest, 3), 1);
    s.breakpoints().clear();
    s.setBreakpoints();
    QCOMPARE(int(s.step(WBSIM_STEP_CONTINUE).reason), int(WBSIM_PAUSE_ENDED));
    CHECK_OK(DRV(cuCtxSynchronize)());
    // Lane 1: helper gives 2 * (1 + 2) = 6, counter 7; factorial(1) + 3 + t - 2.25 + 'w'.
    QCOMPARE(s.read<float>(out, 2)[1], 13.0f + 1 + 3 + 3 - 2.25f + 119);
}

void TestStepping::withoutDebugInformationThereAreNoVariables() {
    Session s;
    CUdeviceptr out = s.array(std::vector<int>(34));
    s.control();
    CHECK_OK(s.launch("parity", 1, 32, {&out}));
    QCOMPARE(int(s.wait().reason), int(WBSIM_PAUSE_ENTRY));
    const wbsimPlace here = placeOf(0, 0);
    QCOMPARE(simApi()->variableCount(0, &here), 0u);
    QVERIFY(simApi()->registerCount(0, &here) > 5);
}

QTEST_GUILESS_MAIN(TestStepping)
#include "tst_simgpu_stepping.moc"
