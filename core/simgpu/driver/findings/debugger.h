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

/// The stepping part of wbsim.h for one device. Thread-safe. Functions that inspect state throw
/// CUDA_ERROR_NOT_READY if nothing is paused and CUDA_ERROR_INVALID_VALUE for invalid arguments.
class Debugger {
  public:
    bool isOn() const noexcept { return m_on; }
    engine::DebugControl& control() noexcept { return m_control; }
    /// Launches under control run one at a time: each holds this mutex.
    std::mutex& turn() noexcept { return m_turn; }

    void configure(const wbsimStepping& stepping);
    void setBreakpoints(const wbsimBreakpoint* breakpoints, std::uint32_t count);
    void pause() { m_control.requestPause(); }
    /// \throws CUDA_ERROR_NOT_READY on timeout
    void wait(double seconds, wbsimPause& out);
    /// \throws CUDA_ERROR_NOT_READY if nothing is paused
    void resume(const wbsimStep& step);

    /// \throws CUDA_ERROR_NOT_SUPPORTED if the launch cannot be saved
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
    /// Bits as in wbsimApi::getWritten; all must be zero on entry.
    void getWritten(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                    std::uint64_t address, std::uint8_t* out, std::uint64_t bytes);
    void readMemory(const wbsimPlace& place, std::uint32_t lane, wbsimSpace space,
                    std::uint64_t address, void* out, std::uint64_t bytes);

  private:
    /// A resolved wbsimPlace.
    struct Found {
        const engine::Inspector& inspector;
        engine::Warp& warp;
        engine::FrameState frame;
    };
    void inspect(const std::function<void(const engine::Inspector&)>& body);
    void at(const wbsimPlace& place, const std::function<void(const Found&)>& body);
    void describe(const engine::Inspector& inspector, wbsimPause& out);
    void describe(const engine::RegisterState& state, wbsimRegister& out);
    /// Copies the text; it stays valid until the next resume.
    const char* keep(const std::string& text);

    std::atomic<bool> m_on{false};
    std::mutex m_turn;
    engine::DebugControl m_control;
    std::mutex m_textMutex;
    std::shared_ptr<const engine::Fault> m_fault; ///< from the last pause that had one
    wbsimFault m_faultValue{};
    std::set<std::string> m_texts; // a set, because its elements keep their addresses
};

/// A launch's turn under control, if stepping is enabled. The destructor reports the end, after the
/// launch's faults have been stored, and also if the launch failed.
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
