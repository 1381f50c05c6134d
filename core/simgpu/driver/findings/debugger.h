// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/debug/inspector.h"
#include "core/simgpu/include/wbsim.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

struct wbsimSavedLaunch {
    std::shared_ptr<const warpbench::simgpu::engine::SavedLaunch> launch;
};

namespace warpbench::simgpu::driver {

/// The stepping part of wbsim.h for one device. Thread-safe. What looks around throws
/// CUDA_ERROR_NOT_READY where nothing is paused and CUDA_ERROR_INVALID_VALUE for what is not there.
class Debugger {
  public:
    bool isOn() const noexcept { return m_on; }
    engine::DebugControl& control() noexcept { return m_control; }
    /// Launches under control run one after the other: each holds this.
    std::mutex& turn() noexcept { return m_turn; }

    void configure(const wbsimStepping& stepping);
    void setBreakpoints(const wbsimBreakpoint* breakpoints, std::uint32_t count);
    void pause() { m_control.requestPause(); }
    /// \throws CUDA_ERROR_NOT_READY where the time is up
    void wait(double seconds, wbsimPause& out);
    /// \throws CUDA_ERROR_NOT_READY where nothing is paused
    void resume(const wbsimStep& step);

    /// \throws CUDA_ERROR_NOT_SUPPORTED where the launch cannot be kept
    std::unique_ptr<wbsimSavedLaunch> save();

    std::uint32_t blockCount();
    void getBlock(std::uint32_t index, wbsimBlock& out);
    void getWarp(std::uint64_t block, std::uint32_t warp, wbsimWarp& out);
    void getLanes(std::uint64_t block, std::uint32_t warp, std::uint32_t group, wbsimLanes& out);
    void getFrame(const wbsimPlace& place, wbsimFrame& out);
    std::uint32_t registerCount(const wbsimPlace& place);
    void getRegister(const wbsimPlace& place, std::uint32_t index, wbsimRegister& out);
    void getRegisters(const wbsimPlace& place, std::uint32_t first, wbsimRegister* out,
                      std::uint32_t count);
    std::uint32_t variableCount(const wbsimPlace& place);
    void getVariable(const wbsimPlace& place, const char* path, std::uint32_t index,
                     wbsimVariable& out);
    /// Bits, as wbsimApi::getWritten gives them, all zero before.
    void getWritten(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                    std::uint64_t address, std::uint8_t* out, std::uint64_t bytes);
    void readMemory(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                    std::uint64_t address, void* out, std::uint64_t bytes);

  private:
    /// A place that somebody named, found.
    struct Found {
        const engine::Inspector& inspector;
        engine::Warp& warp;
        engine::FrameState frame;
    };
    void inspect(const std::function<void(const engine::Inspector&)>& body);
    void at(const wbsimPlace& place, const std::function<void(const Found&)>& body);
    void describe(const engine::Inspector& inspector, wbsimPause& out);
    void describe(const engine::RegisterState& state, wbsimRegister& out);
    /// Text that lives until the next resume.
    const char* keep(const std::string& text);

    std::atomic<bool> m_on{false};
    std::mutex m_turn;
    engine::DebugControl m_control;
    std::mutex m_textMutex;
    std::shared_ptr<const engine::Fault> m_fault; ///< of the last pause that had one
    wbsimFault m_faultValue{};
    std::set<std::string> m_texts; // a set: its elements stay where they are
};

/// A launch's turn under control, where stepping is on. Its end is told when the object goes: after
/// the launch's faults have been kept, and also where it failed.
class DebuggerTurn {
  public:
    explicit DebuggerTurn(Debugger& debugger) {
        if (!debugger.isOn())
            return;
        m_lock = std::unique_lock(debugger.turn());
        m_control = &debugger.control();
    }
    ~DebuggerTurn() {
        if (m_control)
            m_control->ended();
    }
    DebuggerTurn(const DebuggerTurn&) = delete;
    DebuggerTurn& operator=(const DebuggerTurn&) = delete;
    /// Null: the launch runs freely.
    engine::DebugControl* control() const noexcept { return m_control; }

  private:
    std::unique_lock<std::mutex> m_lock;
    engine::DebugControl* m_control = nullptr;
};

} // namespace warpbench::simgpu::driver
