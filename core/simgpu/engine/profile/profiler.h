// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/observe/access_pattern.h"
#include "core/simgpu/engine/observe/atomic_counts.h"
#include "core/simgpu/engine/profile/profile.h"
#include "core/simgpu/engine/profile/sampled_l1.h"
#include "core/simgpu/engine/profile/slow_paths.h"
#include "core/simgpu/engine/profile/touch_history.h"
#include "core/simgpu/engine/texture/texture.h"

#include <cstdint>
#include <memory>
#include <vector>

/// Profiling: what is recorded while a launch runs, in addition to the metrics.
namespace warpbench::simgpu::engine {

struct Block;
struct Launch;
struct TouchedRanges;
struct Worker;

enum class ProfiledAccess : std::uint8_t {
    none,     ///< or an access to shared memory, for which the metrics suffice
    global,   ///< loads and stores
    generic,  ///< the same through generic addresses
    constant, ///< loads of .const
    local,
    atomic,  ///< of global or shared memory
    touched, ///< copies and tiles, whose handlers report what they touch
    image,   ///< textures and surfaces
};

/// What to do at a record of a profiled launch, in addition to the metrics.
struct ProfiledRecord {
    Handler run = nullptr;          ///< counts and executes the record
    std::uint32_t instructions = 0; ///< in the run that starts here
    std::uint32_t branch = 0;       ///< record of the conditional branch at its end; 0: none
    ProfiledAccess access = ProfiledAccess::none;
    Expansion expansion = Expansion::none;
    /// For a full warp's access to global memory, its handler reports the pattern of the addresses
    /// and does not change them.
    bool tellsShape = false;
    bool isCached = false;   ///< loads that L1 may serve
    bool isBulk = false;     ///< not executed by a warp
    bool isMoved = false;    ///< lanes may return to the record
    bool isGuard = false;    ///< the predicate of a following instruction
    bool isTransfer = false; ///< an exit or return that may be predicated off
    bool alwaysJumps = false;
};

/// Figures of a record; by record, then by elided instruction.
struct RecordProfile {
    std::uint64_t skipped = 0, taken = 0;
    std::uint64_t passes = 0, lines = 0, sectorsRead = 0, sectorsWritten = 0;
    std::uint64_t partialSectors = 0, pages = 0;
    std::uint64_t atomicSectors = 0, sameAddress = 0;
    std::uint64_t slowPaths = 0;
};

/// Shared by all workers of a profiled launch.
class ProfilePlan {
  public:
    explicit ProfilePlan(const Launch& launch);
    ~ProfilePlan();
    ProfilePlan(const ProfilePlan&) = delete;
    ProfilePlan& operator=(const ProfilePlan&) = delete;

    /// A block's position in the course of the launch.
    struct Place {
        std::uint32_t firstEpoch = 0;
        bool isSampled = false; ///< its multiprocessor's L1 is simulated
        std::uint32_t wave = 0; ///< of the multiprocessor's blocks, from the first sampled one
        std::uint32_t slot = 0; ///< among the resident blocks
    };
    Place placeOf(std::uint64_t block) const;

    const LaunchClock& clock() const { return m_clock; }
    TouchHistory& history() { return *m_history; }
    AtomicCounts& atomics() { return m_atomics; }
    /// Per warp, so that the sample of a long kernel still contains all warps.
    std::uint32_t mostSampled() const { return m_mostSampled; }
    std::uint32_t sampledWarps() const { return m_sampledWaves * m_warpsPerWave; }
    std::uint32_t warpOf(const Place& place, std::uint32_t warp) const {
        return place.slot * m_warpsPerBlock + warp;
    }
    /// Among the sampled warps of all waves.
    std::uint32_t sampleOf(const Place& place, std::uint32_t warp) const {
        return place.wave * m_warpsPerWave + warpOf(place, warp);
    }
    /// Number of words in each thread's local memory.
    std::uint64_t localWords() const { return m_localWords; }

    /// Call when all workers have finished.
    LaunchProfile sum(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

  private:
    void sampleL1(const std::vector<std::unique_ptr<Worker>>& workers,
                  std::vector<ProfileLine>& byRecord) const;

    const Profiling m_gpu;
    const std::uint64_t m_blocksPerWave;
    const std::uint32_t m_warpsPerBlock;
    const std::uint32_t m_warpsPerWave; ///< of one multiprocessor
    const std::uint64_t m_localWords;
    LaunchClock m_clock;
    std::shared_ptr<TouchHistory> m_history;
    bool m_isAlone = true; ///< no other launch is being profiled at the same time
    bool m_hasHistory = false;
    AtomicCounts m_atomics;
    std::uint64_t m_sampledProcessor = 0, m_firstSampledWave = 0;
    std::uint32_t m_sampledWaves = 0, m_mostSampled = 0;
};

/// The recordings of one worker.
class WorkerProfile {
  public:
    WorkerProfile(ProfilePlan& plan, std::size_t records);

    std::vector<RecordProfile> byRecord;
    std::vector<SampledAccess> sampled;
    std::uint64_t readSectors = 0, writtenSectors = 0; ///< reported to the history
    std::uint64_t warps = 0, mostWork = 0, blockWork = 0, mostBlockWork = 0;
    std::vector<TexelPlace> texels; ///< of the current instruction

    void noteAccess(Warp& w, const Inst* ip, const ProfiledRecord& record);
    /// For a full warp, after a record that reports its address pattern.
    void noteToldAccess(Warp& w, const Inst* ip, const ProfiledRecord& record);
    /// For the ranges that a record's handler has reported.
    void noteTouched(Warp& w, const Inst* ip, const TouchedRanges& touched);
    void noteTexels(Warp& w, const Inst* ip, bool writes, bool isAtomic);
    void noteBlockEnd(const Block& block);
    /// Call when the worker has no more blocks.
    void finish() { m_touches.finish(); }

  private:
    class Footprint;
    friend class Footprint;
    struct Lanes;

    void noteGlobal(Warp& w, const Inst* ip, const ProfiledRecord& record);
    void noteByRow(Warp& w, const Inst* ip, const ProfiledRecord& record, const RowPattern& row);
    void noteRange(Warp& w, const Inst* ip, std::uint64_t begin, std::uint64_t end,
                   const ProfiledRecord& record);
    void noteEach(Warp& w, const Inst* ip, const ProfiledRecord& record);
    void noteConstant(Warp& w, const Inst* ip);
    void noteLocal(Warp& w, const Inst* ip, const Lanes& lanes, const ProfiledRecord& record);
    void noteAtomic(Warp& w, const Inst* ip, const Lanes& lanes);
    void noteSharedAtomic(Warp& w, const Inst* ip, const Lanes& lanes);
    const ProfilePlan::Place& placeOf(const Block& block);
    void sample(const Warp& w, std::uint32_t record, std::uint64_t line, std::uint32_t sectors,
                bool isStore);

    ProfilePlan& m_plan;
    TouchHistory::Touches m_touches;
    AtomicCounts::Counter m_atomics;
    std::uint64_t m_block = ~std::uint64_t{0}; ///< the block whose place is known
    ProfilePlan::Place m_place;
    std::vector<std::uint32_t> m_sampledOf; ///< by sampled warp: accesses so far
};

// profile_observers.cpp
/// By record of a kernel's code, which contains no shortcuts.
std::vector<ProfiledRecord> profiledRecords(const Code& code, const ptx::Module& module);
/// The handler for a record that is profiled; null for others.
Handler profilerFor(const ProfiledRecord& record);

} // namespace warpbench::simgpu::engine
