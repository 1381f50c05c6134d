// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/machine/frame_store.h"
#include "core/simgpu/engine/machine/kernel_runtime.h"
#include "core/simgpu/engine/machine/warp.h"
#include "core/simgpu/engine/memory/device_memory.h"
#include "core/simgpu/engine/observe/access_history.h"
#include "core/simgpu/engine/observe/observed_code.h"
#include "core/simgpu/engine/profile/profiler.h"
#include "core/simgpu/engine/program.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// Blocks that one worker, or the stepper, keeps in flight while all of them wait for others.
inline constexpr std::size_t kBlocksInFlight = 256;
inline constexpr std::uint32_t kBarriers = 16;
/// Used as the wake-up time if no lanes sleep.
inline constexpr std::uint64_t kNobodySleeps = ~std::uint64_t{0};

struct Worker;

/// Shared by all workers of a launch.
struct Launch {
    /// \param own  code to run instead of the program's; null: none
    Launch(const LaunchRequest& r, const Program& p, std::shared_ptr<const Code> own = nullptr);
    ~Launch();

    const LaunchRequest& request;
    const Program& program;
    const std::shared_ptr<const Code> own;              ///< null: run the program's
    const std::shared_ptr<const ObservedCode> observed; ///< null without metrics and checks
    const Code& code;
    std::uint64_t blockCount = 0;
    std::uint32_t threadsPerBlock = 0;
    std::uint32_t warpsPerBlock = 0;
    std::uint64_t sharedBytes = 0; ///< static and dynamic
    std::uint64_t localBytes = 0;  ///< per thread
    std::uint64_t clusterSize = 1; ///< blocks
    std::chrono::steady_clock::time_point start;
    std::chrono::system_clock::time_point wallStart; ///< the same time on the wall clock
    std::uint64_t gridWorkspace = 0;                 ///< for cooperative groups; 0: none
    std::unique_ptr<GlobalHistory> history;          ///< null unless global races are checked
    std::uint64_t orderBytes = 0;                    ///< limit for the `order` of a worker
    bool checked = false;                            ///< any check of single accesses
    /// Under control: tracks which bytes are written for the debugger, without reporting reads.
    bool followsWritten = false;
    /// Under control: global memory whose last write is noted for the debugger.
    MemoryRange watchedWrites;
    bool watched = false;                     ///< `checked`, or metrics
    bool checkedRaces = false;                ///< in shared or global memory
    std::vector<std::uint64_t> tracedBlocks;  ///< linear indices, ascending
    std::uint64_t tracedExecutions = 0;       ///< per instruction and warp
    std::unique_ptr<ProfilePlan> profilePlan; ///< null unless profiling

    /// Selects what to trace (trace.cpp).
    void planTrace();

    /// On its own cache line: taking clusters must not slow down reads of other members.
    alignas(64) std::atomic<std::uint64_t> nextCluster{0};
    /// Takes the next clusters of the grid, [first, end). They are usually adjacent in memory, so a
    /// worker gets several at once as long as many are left.
    struct Range {
        std::uint64_t first = 0, end = 0;
    };
    Range takeClusters();
    /// Takes a single cluster; none if all have started.
    std::optional<std::uint64_t> takeCluster();
    Dim3 firstBlockOf(std::uint64_t cluster) const; ///< its coordinates in the grid
    alignas(64) std::atomic<bool> stop{false};
    std::atomic<bool> strayed{false}; ///< see LaunchOutcome

    std::mutex faultMutex;
    std::vector<Fault> faults;
    std::mutex printMutex;
    std::shared_ptr<KernelHeap> heap; ///< for malloc in the kernel
    KernelRuntime runtime;

    /// Checks the cancel flag and the time limit, and records a fault if the launch must stop.
    /// \param at  where the calling warp is, for the fault; null: between blocks
    bool mustStop(Warp* warp = nullptr, const Inst* at = nullptr);
    /// The reason to stop according to the cancel flag and the time limit; none to continue.
    FaultKind reasonToStop() const;
    /// Ends the launch for this reason, at the warp's place in the code if there is one.
    void endFor(FaultKind why, Warp* warp, const Inst* at);
    /// \return its index in `faults`
    std::size_t record(Fault fault, bool ends);
    /// Moves the recorded faults to an outcome, except those that another fault explains.
    void takeFaults(const std::vector<std::unique_ptr<Worker>>& workers, LaunchOutcome& outcome);
};

/// A barrier of a block. Lanes that have exited count as arrived.
struct BarrierState {
    std::vector<std::uint32_t> arrived; ///< by warp: lanes
    /// All earlier warps have arrived or exited, and stay so until the barrier opens.
    std::uint32_t firstMissing = 0;
    std::uint32_t expected = 0; ///< threads; 0: all of the block
    bool open = false;          ///< at least one lane has arrived in this phase
    const Inst* firstPc = nullptr;
    std::uint32_t firstWarp = 0, firstLane = 0;
    std::uint32_t count = 0; ///< for a reduction: number of true predicates
    std::uint32_t voters = 0;
};

struct Cluster;

/// The value of a row that is constant for the whole launch and is not a special register.
std::uint64_t valueInLaunch(const ConstantRow& row, const std::vector<std::byte>& parameters);

/// A block in flight: plain data, so that a worker can suspend it and run another one.
struct Block {
    Block(Launch& owner, Worker& home);
    /// Also frees the frames of calls that were active when the launch ended.
    ~Block();
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    Launch& launch;
    Worker& worker;
    Cluster* cluster = nullptr;
    std::uint32_t rank = 0; ///< in the cluster
    Dim3 index{0, 0, 0};
    std::uint64_t linear = 0;
    std::vector<Warp*> warps;
    std::vector<std::uint8_t> ready; ///< by warp: can run
    std::uint32_t alive = 0;         ///< warps that have not finished
    std::uint32_t idleRounds = 0;    ///< in a row, over all warps
    std::uint32_t roundsAtOnce = 0;  ///< since it last let other blocks run
    std::int32_t budget = kBudget;   ///< back-edges of a warp before it yields
    /// It let others run without a sign of waiting: it computes, or waits in a loop that the
    /// decoder does not recognize. Counted in the worker.
    bool isUnclear = false;
    std::uint64_t wakeNs = kNobodySleeps; ///< when its first sleeping lane wakes
    std::vector<WarpOrder> order;         ///< by warp; empty unless races are checked
    SharedHistory history;                ///< empty unless checked
    WrittenBytes sharedWritten;           ///< of shared memory; empty unless checked
    /// By warp, then by byte of local memory: lanes that have written it; empty unless checked.
    std::vector<std::uint32_t> localWritten;
    /// By warp, then by EnclosingBranches::joinAt, then by lane: how often the lane has reached it;
    /// empty unless barriers are checked.
    std::vector<std::uint32_t> passed;
    /// By warp: lanes that are already counted there and will return to the record.
    std::vector<std::uint32_t> comesBack;
    std::uint32_t openBarriers = 0; ///< barriers with waiting lanes
    std::array<BarrierState, kBarriers> barriers;

    void begin(std::uint64_t linearIndex);
    enum class State { finished, spinning, asleep, stopped };
    /// Runs all runnable warps until the block has finished or only waits for others.
    State run();
    /// Updates the block after a warp has stopped. True if the warp made progress.
    bool noteStop(std::uint32_t warp, Stop stop);
    /// Call after a pass over the warps: whether the block should let others run.
    /// \param moved  a warp made progress, up to its end or a barrier
    /// \param spins  signs of waiting for others
    bool seemsToWait(bool moved, std::uint32_t spins);
    /// Records the fault that all remaining threads wait and nothing can wake them.
    void reportDeadlock();
    void warpMayRun(std::uint32_t warp) { ready[warp] = 1; }
    /// Wakes sleeping lanes whose time has come (time.cpp).
    void wakeSleepers();
    Dim3 threadAt(std::uint32_t warp, std::uint32_t lane) const;
    /// All warps with their registers, contiguous.
    std::span<std::uint8_t> arena() const;
    /// Local memory of all warps, contiguous.
    std::span<std::uint8_t> local() const;

  private:
    struct Stuck;
    bool mayWait() const;
    void setUnclear(bool now);
    /// Sets `budget`, also for the current round of each warp.
    void grant(std::int32_t backEdges);
    /// Fills in the rows that are constant for the launch; called once.
    void fillConstants();
    /// Fills in the rows that depend on the block's place in the grid.
    void fillBlockConstants();
    void resetBarriers();
    void beginChecks();
    std::uint64_t constantValue(const ConstantRow& row, std::uint32_t warp,
                                std::uint32_t lane) const;

    struct Free {
        void operator()(std::uint8_t* p) const;
    };
    std::vector<ConstantRow> m_blockRows; ///< those of Code::constants that depend on the block
    std::unique_ptr<std::uint8_t, Free> m_arena;
    std::unique_ptr<std::uint8_t, Free> m_local;
};

/// The blocks of a cluster, run by one worker. Without clusters: a single block.
struct Cluster {
    Cluster(Launch& owner, Worker& home);
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<std::uint8_t> sharedStorage;
    std::uint8_t* shared = nullptr;
    std::uint64_t sharedStride = 0; ///< bytes between the shared memories of adjacent blocks
    /// barrier.cluster: arrived lanes, by warp of all blocks.
    std::vector<std::uint32_t> arrived;
    std::uint32_t phase = 0;
    bool isAwaited = false; ///< at least one lane has arrived in this phase
    /// By warp, one bit per lane: whether its last arrival was in an odd phase. Lanes are never
    /// more than one phase apart.
    std::vector<std::uint32_t> oddPhase;
    /// Accesses to shared memory in earlier segments belong to earlier clusters, or a barrier of
    /// all warps orders them before everything that follows.
    std::uint32_t firstSegment = 1;
    std::uint32_t began = 1; ///< accesses in earlier segments belong to earlier clusters

    void begin(std::uint64_t index);
    Block::State run();
    /// For the report when a launch ends: a warp that yielded in the middle of its code, or slept.
    /// Null if there is none.
    Warp* interruptedWarp();
    /// When the first lane wakes; kNobodySleeps if some block has other work to do.
    std::uint64_t wakeTime() const;
    /// Completes the phase of barrier.cluster once all lanes have arrived.
    void checkBarrier();
    /// The lanes at a barrier.cluster.wait whose phase is not complete.
    std::uint32_t waiting(const Warp& w, std::uint32_t lanes) const;
    /// Whether all remaining threads wait at a barrier of their block, warp or cluster, and none of
    /// these can open.
    bool isStuck() const;
};

/// Execution counts of a run of records.
struct RunCount {
    std::uint64_t full = 0;         ///< by a full warp
    std::uint64_t partial = 0;      ///< by a partial warp
    std::uint64_t partialLanes = 0; ///< total number of lanes in partial warps
};

/// The allocations that a worker accessed recently (access.cpp).
class KnownRanges {
  public:
    /// Drops allocations that may have been freed.
    void forgetOld();
    /// Whether memory was allocated or freed since forgetOld.
    bool isOld() const;
    struct Known {
        RangeSlot range;
        bool mayGo = false; ///< from malloc in kernels: another worker may free it at any time
    };
    /// Null if it is not known.
    const Known* find(std::uint64_t address, std::uint64_t size) const;
    void add(const Known& range);

  private:
    std::array<Known, 16> m_slots;
    std::uint64_t m_version = 0;
    std::uint32_t m_next = 0;
};

/// The memory touched by one execution of a record whose addresses only its handler knows: tiles,
/// asynchronous copies. Filled by checkRange (metrics.cpp).
struct TouchedRanges {
    struct Range {
        std::uint64_t address = 0;
        std::uint32_t bytes = 0;
        std::uint8_t lane = 0;
        bool store = false;
    };
    bool isOpen = false;
    std::vector<Range> global, shared;
};

/// State owned by one thread of a launch.
struct Worker {
    explicit Worker(Launch& owner)
        : launch(owner)
        , observed(owner.observed.get())
        , rangeSlots(owner.code.slotCount)
        , patterns(observed ? observed->patterns : 0)
        , tracked(owner.request.checks.uninitialized ? owner.code.insts.size() : 0) {
        if (owner.checkedRaces)
            order.expect(owner.blockCount * owner.warpsPerBlock, owner.orderBytes);
    }
    Launch& launch;
    FrameStore frames;
    const ObservedCode* const observed; ///< null without metrics and checks
    std::vector<RangeSlot> rangeSlots;
    KnownRanges ranges;
    std::vector<Counters> byInstruction; ///< by record, then by elided instruction
    /// By the first record of a run (observed_code.h). Not included in byInstruction and
    /// activeLanes, so that most records need no separate counter; see collectMetrics.
    std::vector<RunCount> runs;
    std::vector<RowPattern> patterns; ///< see Observation::pattern
    TouchedRanges touched;
    std::unique_ptr<WorkerProfile> profile; ///< null unless profiling
    std::array<std::uint64_t, kLanes + 1> activeLanes{};
    /// metrics.cpp: sets up the counters, and combines the separate counts at the end.
    void prepareMetrics();
    void collectMetrics();
    /// By record: the allocation it last accessed, valid for one trackedVersion. Empty unless
    /// uninitialized reads are checked.
    struct TrackedSlot {
        std::uint64_t version = 0;
        DeviceMemory::Tracked tracked;
    };
    std::vector<TrackedSlot> tracked;
    /// The lane that has just written to Launch::watchedWrites.
    std::optional<std::uint32_t> watchedWriter;
    Order order;                            ///< for the race checks
    std::vector<WarpOrder*> warpsAtBarrier; ///< buffer for order_notes.cpp
    /// Findings may repeat a million times, so the text is only made for the first. Key: kind,
    /// variant and records.
    struct Repeated {
        std::size_t fault = 0; ///< into Launch::faults
        std::uint64_t more = 0;
    };
    std::unordered_map<std::uint64_t, Repeated> repeated;
    /// \param other    the other record of a race; 0 if there is none
    /// \param variant  below 8: distinguishes findings of one kind at the same records
    template <class Make>
    void report(FaultKind kind, std::size_t record, std::size_t other, Make&& make,
                std::uint32_t variant = 0) {
        if (kind == FaultKind::uninitialized && launch.followsWritten)
            return;
        const auto key = static_cast<std::uint64_t>(variant) << 61 |
                         static_cast<std::uint64_t>(kind) << 56 |
                         static_cast<std::uint64_t>(record) << 28 | other;
        const auto [it, isNew] = repeated.try_emplace(key);
        if (isNew)
            it->second.fault = launch.record(make(), false);
        else
            ++it->second.more;
    }
    /// The trace so far, and how often warps of traced blocks executed each record.
    std::vector<TracedAccess> trace; ///< with the record number instead of the instruction
    std::map<std::array<std::uint64_t, 3>, std::uint64_t> executions; ///< by record, block, warp
    /// The clock value if equal launches must give equal values: back-edges and clock reads so far,
    /// in cycles.
    std::uint64_t ticks = 0;
    std::int32_t unclearBlocks = 0; ///< of those in flight: Block::isUnclear
    /// Time since the launch started, by the kernel's clocks (time.cpp).
    std::uint64_t nowNs() const;
    /// Sleeps because nothing can run before then. May return earlier.
    void restUntil(std::uint64_t timeNs);
    /// Takes and runs clusters until none are left.
    void work();
};

// barriers.cpp
/// Call after lanes have exited: may complete a barrier that waits for all.
void lanesLeft(Warp& w);

/// None of the warp's splits can run. Always returns null.
inline const Inst* waitAll(Warp& w) {
    clearMask(w);
    w.frame = nullptr;
    w.stop = Stop::waiting;
    return nullptr;
}

// run.cpp
/// Runs until the warp has to wait, has used up its budget, or has ended.
Stop runWarp(Warp& w);
/// The same for a number of instructions at most.
Stop runWarp(Warp& w, std::uint32_t instructions);
// metrics_sum.cpp
Metrics sumOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

// trace.cpp
Trace traceOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

// checks.cpp: called only if a check is enabled.
/// Checks the addresses that a record is about to access.
void checkAccess(Warp& w, const Inst* ip, const InstInfo& info);
/// The same for an access whose addresses only its handler knows; also updates the metrics. Does
/// nothing unless a check or metrics are enabled.
/// \param address  as for `space`: shared addresses count from the window's base
/// \param value  the data of a store; null if unknown
void checkRange(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t bytes, MemorySpace space, AccessKind kind, bool store,
                const void* value = nullptr);
// local_check.cpp
/// The same for accesses to local memory. Does nothing unless uninitialized reads are
/// checked.
void checkLocalAccess(Warp& w, const Inst* ip, const InstInfo& info);
/// A function that the simulated GPU provides has written bytes of a lane's local memory.
void markLocalWritten(Warp& w, std::uint32_t lane, std::uint64_t address, std::uint32_t bytes);
/// Bytes [begin, end) of the lanes' local memory now belong to new variables.
void forgetLocal(Warp& w, std::uint32_t lanes, std::uint64_t begin, std::uint64_t end);
// order_notes.cpp
/// Records how a record affects the order of accesses; called before and after it runs. `next` is
/// the record that its handler returned.
void noteBefore(Warp& w, const InstInfo& info);
void noteAfter(Warp& w, const Inst* ip, const InstInfo& info, const Inst* next);
/// The lanes of a warp-wide operation have met.
void noteMeeting(Warp& w, const InstInfo& info, std::uint32_t lanes);
void noteBarrier(Block& block, const BarrierState& barrier);
void noteClusterBarrier(Cluster& cluster);
void noteWarpgroup(const std::array<Warp*, 4>& warps);
/// An arrival at an mbarrier releases earlier accesses; a completed wait acquires them.
void noteRelease(Warp& w);
void noteAcquire(Warp& w);
/// Groups of cp.async. \param left  number of most recent groups that may still be pending
void noteCopiesCommitted(Warp& w);
void noteCopiesAwaited(Warp& w, std::size_t left);
void noteBulkCopy(Warp& w);

// pool.cpp
/// Calls `task(i)` for each i below count: 0 on this thread, the others on pool threads, which are
/// started on first use and kept.
void runOnPool(std::uint32_t count, const std::function<void(std::uint32_t)>& task);
std::uint32_t poolSize();

// source_line.cpp
/// The source function and line of a record.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t ptxLine = 0;
    std::string chain; ///< "in f, called at x.cu:9, called at x.cu:20"; empty if not inlined
};
/// For metrics: the innermost place in the file of the kernel, or of the function that was not
/// inlined. Code inlined from a header therefore counts for the calling line. Without a chain.
SourceLine countedLine(const Program& program, const InstInfo& info);
/// Empty if the line is unknown.
std::string innermostFile(const Program& program, const InstInfo& info);
/// For faults: the innermost place in the user's own sources.
SourceLine sourceOf(const Program& program, const InstInfo& info);
SourceLine sourceOf(const Program& program, const Code& code, std::size_t record);

// faults.cpp
/// A fault with all known details, not yet recorded.
Fault makeFault(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane, std::uint64_t address,
                std::uint64_t size, const char* text);

} // namespace warpbench::simgpu::engine
