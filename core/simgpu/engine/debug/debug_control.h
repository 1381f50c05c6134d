// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

/// Stepping through a launch: how a debugger on another thread holds it, moves it and looks at it.
namespace warpbench::simgpu::engine {

class Inspector;

/// Linear index of any block, number of any warp.
inline constexpr std::uint64_t kAnyBlock = ~std::uint64_t{0};
inline constexpr std::uint32_t kAnyWarp = ~0u;
inline constexpr std::uint32_t kNoBreakpoint = ~0u;

struct Breakpoint {
    std::string file; ///< of the CUDA source, or its last folders and name; empty: `line` is of PTX
    std::uint32_t line = 0;
    std::uint64_t block = kAnyBlock;
    std::uint32_t warp = kAnyWarp;
    std::uint32_t lanes = ~0u; ///< one of these must be active
    std::uint64_t skip = 0;    ///< arrivals to let pass
};

enum class TurnOrder : std::uint8_t { // values of wbsimOrder
    inTurn,                           ///< a warp runs until it waits or ends
    interleaved,                      ///< each warp that can run executes one instruction
};

enum class PauseReason : std::uint8_t { // values of wbsimPauseReason
    none,
    entry,
    breakpoint,
    step,
    requested,
    fault,
    ended,
    keep, ///< so many instructions were executed since the last one, or the launch's begin
};

struct Pause {
    PauseReason reason = PauseReason::none;
    std::uint64_t block = 0; ///< linear index
    std::uint32_t warp = 0;
    std::uint32_t breakpoint = kNoBreakpoint; ///< index in the list
    std::shared_ptr<const Fault> fault;       ///< null: none
    std::uint64_t instructions = 0;           ///< executed by the launch so far
};

/// What a launch was in a pause to keep it, but for global memory. Outlives the launch.
struct SavedLaunch {
    virtual ~SavedLaunch() = default;
    std::size_t bytes = 0; ///< that it takes, nearly
};

/// Where a launch begins, and how often it pauses to be kept.
struct Course {
    std::uint64_t keepEvery = 0;             ///< instructions from pause to pause; 0: never
    std::shared_ptr<const SavedLaunch> from; ///< null, or of another launch: at the beginning
};

struct Step {
    enum class Kind : std::uint8_t { // values of wbsimStepKind
        run,
        instruction,
        line,
        lineOver,
        out,
        toBarrier,
        blockEnd,
        laneLine,
    };
    Kind kind = Kind::run;
    std::uint64_t block = 0; ///< that is stepped
    std::uint32_t warp = 0;
    std::uint64_t until = 0; ///< instructions of the launch at which to pause; 0: no such limit
    std::uint32_t lane = 0;  ///< of laneLine
};

/// Where the launch and the debugger meet. The launch's thread calls `hold`, `ended` and the
/// questions; everything else is the debugger's, on any thread.
class DebugControl {
  public:
    // Of the debugger.
    /// Forgets ends that nobody knows of, and a pause that was asked for.
    void beginAnew();
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    void setOrder(TurnOrder order) { m_order = order; }
    void setPauseAtEntry(bool on) { m_pauseAtEntry = on; }
    void setCourse(const Course& course);
    using SharedTypes = std::map<std::string, std::string, std::less<>>;
    /// Of elements of shared variables that functions declare, by variable.
    void setSharedTypes(SharedTypes types);
    std::shared_ptr<const SharedTypes> sharedTypes() const; ///< null: nobody gave any
    /// Asks for a pause before the next instruction of whatever runs.
    void requestPause() { m_pauseRequested = true; }
    /// Waits for a pause, or the end of a launch that nobody knows of.
    /// \return none where the time is up
    Pause wait(std::chrono::duration<double> limit);
    /// False where nothing is paused.
    bool resume(const Step& step);
    /// After the cancel flag was set: nothing is paused any more, and a launch that was held looks
    /// at the flag and ends.
    void endPause();
    /// Calls f with what is paused, which stays so meanwhile. False where nothing is.
    bool inspect(const std::function<void(const Inspector&)>& f);

    // Of the launch.
    bool pausesAtEntry() const { return m_pauseAtEntry; }
    Course course() const;
    TurnOrder order() const { return m_order; }
    bool takePauseRequest() { return m_pauseRequested.exchange(false); }
    /// Rises with each change of the breakpoints.
    std::uint64_t breakpointVersion() const { return m_version.load(std::memory_order_relaxed); }
    std::vector<Breakpoint> breakpoints() const;
    /// Blocks until somebody resumes; nothing where the launch is to end. A pause that was asked
    /// for has come with this one, unless this is only to keep the launch.
    std::optional<Step> hold(const Pause& pause, const Inspector& inspector,
                             const std::atomic<bool>* cancel);
    void ended();

  private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Breakpoint> m_breakpoints;
    std::atomic<std::uint64_t> m_version{1};
    std::atomic<TurnOrder> m_order{TurnOrder::inTurn};
    std::atomic<bool> m_pauseAtEntry{true};
    std::atomic<bool> m_pauseRequested{false};
    Course m_course;
    std::shared_ptr<const SharedTypes> m_sharedTypes;
    mutable std::mutex m_typesMutex;        ///< who looks around holds the other one
    std::optional<Pause> m_pause;           ///< while it lasts
    const Inspector* m_inspector = nullptr; ///< while it lasts
    std::optional<Step> m_step;             ///< given, not yet taken
    std::uint64_t m_untoldEnds = 0;
};

} // namespace warpbench::simgpu::engine
