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

/// Stepping: how a debugger on another thread pauses, steps and inspects a launch.
namespace warpbench::simgpu::engine {

class Inspector;

/// Wildcards for a block's linear index and a warp's number.
inline constexpr std::uint64_t kAnyBlock = ~std::uint64_t{0};
inline constexpr std::uint32_t kAnyWarp = ~0u;
inline constexpr std::uint32_t kNoBreakpoint = ~0u;

struct Breakpoint {
    std::string file; ///< CUDA source, or its last folders and name; empty: `line` is of the PTX
    std::uint32_t line = 0;
    std::uint64_t block = kAnyBlock;
    std::uint32_t warp = kAnyWarp;
    std::uint32_t lanes = ~0u; ///< at least one of these must be active
    std::uint64_t skip = 0;    ///< number of hits to skip
};

enum class TurnOrder : std::uint8_t { // values of wbsimOrder
    inTurn,                           ///< a warp runs until it waits or exits
    interleaved,                      ///< every runnable warp executes one instruction
};

enum class PauseReason : std::uint8_t { // values of wbsimPauseReason
    none,
    entry,
    breakpoint,
    step,
    requested,
    fault,
    ended,
    keep, ///< keepEvery instructions since the last such pause or the launch's start
};

struct Pause {
    PauseReason reason = PauseReason::none;
    std::uint64_t block = 0; ///< linear index
    std::uint32_t warp = 0;
    std::uint32_t breakpoint = kNoBreakpoint; ///< index in the list
    std::shared_ptr<const Fault> fault;       ///< null: none
    std::uint64_t instructions = 0;           ///< executed by the launch so far
};

/// The state of a paused launch, without global memory. Outlives the launch.
struct SavedLaunch {
    virtual ~SavedLaunch() = default;
    std::size_t bytes = 0; ///< approximate size
};

/// The last write to the watched memory.
struct NotedWrite {
    std::uint64_t instructions = 0; ///< executed by the launch before it
    std::uint64_t block = 0;        ///< linear index
    std::uint32_t warp = 0, lane = 0;
};

/// Where a launch starts, and how often it pauses to be saved.
struct Course {
    std::uint64_t keepEvery = 0;             ///< instructions between such pauses; 0: never
    std::shared_ptr<const SavedLaunch> from; ///< null or of another launch: start at the beginning
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
    std::uint64_t block = 0; ///< the stepped block
    std::uint32_t warp = 0;
    std::uint64_t until = 0; ///< pause after this many instructions of the launch; 0: no limit
    std::uint32_t lane = 0;  ///< for laneLine
};

/// The meeting point of launch and debugger. The launch's thread calls `hold`, `ended` and the
/// queries; the debugger calls everything else, from any thread.
class DebugControl {
  public:
    // For the debugger.
    /// Discards unreported ends and a pending pause request.
    void beginAnew();
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    /// From now on, notes the last write to these bytes of global memory; forgets earlier ones.
    void watchWrites(const MemoryRange& range);
    std::optional<NotedWrite> lastWrite() const;
    void setOrder(TurnOrder order) { m_order = order; }
    void setPauseAtEntry(bool on) { m_pauseAtEntry = on; }
    void setCourse(const Course& course);
    using SharedTypes = std::map<std::string, std::string, std::less<>>;
    /// Element types of the shared variables declared in functions, by variable.
    void setSharedTypes(SharedTypes types);
    std::shared_ptr<const SharedTypes> sharedTypes() const; ///< null: not set
    /// Requests a pause before the next instruction of any warp.
    void requestPause() { m_pauseRequested = true; }
    /// Waits for a pause, or for the end of a launch that has not been reported yet.
    /// \return none on timeout
    Pause wait(std::chrono::duration<double> limit);
    /// False if nothing is paused.
    bool resume(const Step& step);
    /// Call after setting the cancel flag: ends the pause, so that the held launch checks the flag
    /// and stops.
    void endPause();
    /// Calls f on the paused launch, which stays paused meanwhile. False if nothing is paused.
    bool inspect(const std::function<void(const Inspector&)>& f);

    // For the launch.
    bool pausesAtEntry() const { return m_pauseAtEntry; }
    Course course() const;
    TurnOrder order() const { return m_order; }
    bool takePauseRequest() { return m_pauseRequested.exchange(false); }
    /// Incremented with each change of the breakpoints or the watched memory.
    std::uint64_t breakpointVersion() const { return m_version.load(std::memory_order_relaxed); }
    std::vector<Breakpoint> breakpoints() const;
    MemoryRange watchedWrites() const;
    void noteWrite(const NotedWrite& write);
    /// Blocks until the debugger resumes; returns nothing if the launch must end. Also fulfils a
    /// pending pause request, unless this pause only saves the launch.
    std::optional<Step> hold(const Pause& pause, const Inspector& inspector,
                             const std::atomic<bool>* cancel);
    void ended();

  private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Breakpoint> m_breakpoints;
    MemoryRange m_watched;
    std::optional<NotedWrite> m_lastWrite;
    std::atomic<std::uint64_t> m_version{1};
    std::atomic<TurnOrder> m_order{TurnOrder::inTurn};
    std::atomic<bool> m_pauseAtEntry{true};
    std::atomic<bool> m_pauseRequested{false};
    Course m_course;
    std::shared_ptr<const SharedTypes> m_sharedTypes;
    mutable std::mutex m_typesMutex;        ///< separate, because inspect() holds m_mutex
    std::optional<Pause> m_pause;           ///< while paused
    const Inspector* m_inspector = nullptr; ///< while paused
    std::optional<Step> m_step;             ///< set by resume(), not yet consumed
    std::uint64_t m_untoldEnds = 0;
};

} // namespace warpbench::simgpu::engine
