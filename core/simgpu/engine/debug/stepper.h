// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/debug/debug_index.h"
#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/ptx/debug/debug_info.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace warpbench::simgpu::engine {

/// Runs a launch under control: on one thread, record by record, so that it can pause before each
/// instruction. Blocks run in order, one at a time unless they wait for each other.
class Stepper {
  public:
    Stepper(Launch& launch, Worker& worker, DebugControl& control);
    void run();

    const Launch& launch() const { return m_launch; }
    const std::vector<RecordPlace>& places() const { return *m_places; }
    const Pause& pause() const { return m_pause; }
    /// Read on first use; not thread-safe.
    const ptx::DebugInfo& debugInfo() const;
    const DebugIndex& debugIndex() const;
    /// Blocks that have started and not been removed, in the order in which they started.
    std::vector<const Block*> blocks() const;
    /// The state of a launch paused for saving (PauseReason::keep), without global memory. Null if
    /// it cannot be saved.
    std::shared_ptr<const SavedLaunch> save() const;

  private:
    /// Per-warp state kept between instructions.
    struct WarpNote {
        const Inst* last = nullptr;     ///< last executed; null: none yet
        const Inst* pausedAt = nullptr; ///< already paused here: do not pause again
        RecordPlace line;               ///< of the last executed instruction with a line
    };
    /// One pass over a block's warps.
    struct Round {
        Block* block = nullptr;
        std::uint32_t next = 0;
        bool ran = false, moved = false;
        std::uint32_t spins = 0;
        std::vector<WarpNote> notes;
    };
    struct Resident {
        std::uint64_t index = 0; ///< of the cluster
        std::unique_ptr<Cluster> cluster;
        std::vector<Round> rounds; ///< by block
    };
    struct Turn {
        Round* round = nullptr;
        std::uint32_t warp = 0;
    };
    /// The requested step, and where it started.
    struct Goal {
        Step step;
        RecordPlace from;
        std::uint32_t depth = 0; ///< call depth, real and inlined
        bool begun = false;      ///< the stepped lanes have executed an instruction
        bool mustShare = false;  ///< the warp yielded: run others first
    };

    struct Saved;

    bool begin();
    bool beginCluster();
    Resident& addResident(std::uint64_t cluster);
    bool canBeSaved() const;
    bool restore(const SavedLaunch& from);
    bool goOnFromSaved();
    bool holdToKeep(Pause pause);
    static Pause pauseOf(const Turn& turn);
    std::optional<Turn> nextTurn();
    std::optional<Turn> turnOf(Resident& resident);
    bool endRound(Round& round, bool& spinning);
    bool focusIsReady();
    void restWhereAllSleep();
    std::optional<Turn> focusTurn();
    Round* roundOf(std::uint64_t block);
    bool putAway(std::size_t resident);

    void runTurn(const Turn& turn);
    void noteStop(const Turn& turn, Stop stop);
    void holdAtFault(const Block& block, std::uint32_t warp);
    void beginGoal(const Warp& w);
    std::size_t residentOf(std::uint64_t block) const;
    /// False if the launch must end.
    std::optional<Step> waitForStep();
    bool hold(Pause pause);
    /// The reason to pause before a record, if any.
    std::optional<Pause> reasonAt(const Turn& turn, const Inst* ip);
    bool goalReached(const Warp& w, const Inst* ip) const;
    std::uint32_t goalLanes() const;
    bool laneHasLeft(const Warp& w) const;
    bool isFocus(const Turn& turn) const;
    std::uint32_t depthAt(const Warp& w, const Inst* ip) const;
    const RecordPlace& placeAt(const Inst* ip) const;
    void refreshBreakpoints();

    mutable std::optional<ptx::DebugInfo> m_debugInfo;
    mutable std::optional<DebugIndex> m_debugIndex;
    Launch& m_launch;
    Worker& m_worker;
    DebugControl& m_control;
    std::shared_ptr<const std::vector<RecordPlace>> m_places; ///< by record
    BreakpointSites m_sites;
    std::uint64_t m_version = 0; ///< of the breakpoints
    std::deque<Resident> m_residents;
    bool m_wantMore = false;   ///< all resident blocks wait for blocks that have not started
    std::size_t m_current = 0; ///< the resident block whose turn it is
    Pause m_pause;
    Goal m_goal;
    bool m_sharing = false; ///< the stepped warp yielded: the others get a whole turn
    bool m_stopped = false;
    std::uint64_t m_executed = 0; ///< PTX instructions
    Course m_course;
    std::uint64_t m_keptAt = 0; ///< instructions at the last pause for saving
};

} // namespace warpbench::simgpu::engine
