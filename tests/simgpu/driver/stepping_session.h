// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "driver_library.h"
#include "tests/source_path.h"

#include <QFile>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

// Stepping through data/stepping.cu with wbsim.h: shared by its tests.

inline constexpr double kPatience = 60; // seconds to wait for a pause before the test fails

inline CUresult check(int result) {
    return static_cast<CUresult>(result);
}

/// A module of the test's data, with launches of its kernels under control.
class SteppingSession {
  public:
    explicit SteppingSession(const char* file = "stepping.ptx") {
        QFile text(
            QString::fromStdString(warpbench::test::sourcePath("tests/simgpu/driver/data/")) +
            file);
        if (!text.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", file);
        if (DRV(cuModuleLoadData)(&m_module, text.readAll().append('\0').constData()) !=
            CUDA_SUCCESS)
            qFatal("cannot load %s", file);
    }
    ~SteppingSession() {
        simApi()->cancel(0);
        DRV(cuCtxSynchronize)();
        const wbsimStepping off = {sizeof off, 0, 0, WBSIM_ORDER_IN_TURN, 0, nullptr};
        simApi()->setStepping(0, &off);
        simApi()->setBreakpoints(0, nullptr, 0);
        simApi()->resetError(0);
        simApi()->clearFaults(0);
        DRV(cuModuleUnload)(m_module);
        for (const CUdeviceptr address : m_memory)
            DRV(cuMemFree)(address);
    }
    SteppingSession(const SteppingSession&) = delete;
    SteppingSession& operator=(const SteppingSession&) = delete;

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
        const wbsimStepping on = {sizeof on, 1, entry, order, 0, nullptr};
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
    wbsimPause step(wbsimStepKind kind, std::uint64_t block = 0, std::uint32_t warp = 0,
                    std::uint32_t lane = 0) {
        const wbsimStep how = {sizeof how, kind, block, warp, 0, lane};
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

inline wbsimPlace placeOf(std::uint64_t block, std::uint32_t warp, std::uint32_t frame = 0) {
    return {sizeof(wbsimPlace), warp, block, 0, frame};
}

inline wbsimWarp warpOf(std::uint64_t block, std::uint32_t warp) {
    wbsimWarp state{};
    state.structSize = sizeof state;
    simApi()->getWarp(0, block, warp, &state);
    return state;
}

inline wbsimLanes lanesOf(std::uint64_t block, std::uint32_t warp, std::uint32_t group) {
    wbsimLanes lanes{};
    lanes.structSize = sizeof lanes;
    simApi()->getLanes(0, block, warp, group, &lanes);
    return lanes;
}

inline std::optional<wbsimRegister> registerOf(const wbsimPlace& place, const char* name) {
    for (std::uint32_t i = 0; i < simApi()->registerCount(0, &place); ++i) {
        wbsimRegister value{};
        value.structSize = sizeof value;
        simApi()->getRegister(0, &place, i, &value);
        if (qstrcmp(value.name, name) == 0)
            return value;
    }
    return std::nullopt;
}

/// A variable of a frame by name, or one of its members by path: "p.n[1]".
inline std::optional<wbsimVariable> variableOf(const wbsimPlace& place, const QByteArray& path) {
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

/// The struct in data/stepping.cu.
struct Inner {
    double d;
    char name[4];
};
struct Pair {
    float x;
    int n[2];
    Inner in;
};

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

/// The environment of the stepping tests.
class SteppingTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        qputenv("WARPBENCH_SIMGPU", "rtx5090"); // runs the PTX of both code generators
        CHECK_OK(DRV(cuInit)(0));
        m_context = std::make_unique<TestContext>();
    }
    void cleanupTestCase() { m_context.reset(); }

  private:
    std::unique_ptr<TestContext> m_context;
};
