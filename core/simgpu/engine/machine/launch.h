// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/engine.h"
#include "core/simgpu/engine/machine/frame_store.h"
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

/// Blocks that one worker, or the stepper, keeps in flight when all of them wait for others.
inline constexpr std::size_t kBlocksInFlight = 256;
inline constexpr std::uint32_t kBarriers = 16;
/// In place of a time at which lanes wake.
inline constexpr std::uint64_t kNobodySleeps = ~std::uint64_t{0};

struct Worker;

/// What all workers of a launch share.
struct Launch {
    /// \param own  code to run in place of the program's; null: none
    Launch(const LaunchRequest& r, const Program& p, std::shared_ptr<const Code> own = nullptr);
    ~Launch();

    const LaunchRequest& request;
    const Program& program;
    const std::shared_ptr<const Code> own;              ///< null: the program's is run
    const std::shared_ptr<const ObservedCode> observed; ///< null without metrics and such checks
    const Code& code;
    std::uint64_t blockCount = 0;
    std::uint32_t threadsPerBlock = 0;
    std::uint32_t warpsPerBlock = 0;
    std::uint64_t sharedBytes = 0; ///< static and dynamic
    std::uint64_t localBytes = 0;  ///< per thread
    std::uint64_t clusterSize = 1; ///< blocks
    std::chrono::steady_clock::time_point start;
    std::chrono::system_clock::time_point wallStart; ///< the same moment
    std::uint64_t gridWorkspace = 0;                 ///< of cooperative groups; 0: none
    std::unique_ptr<GlobalHistory> history;          ///< null without the check of global races
    std::uint64_t orderBytes = 0;                    ///< that the order of a worker may take
    bool checked = false;                            ///< any check that looks at each access
    /// Under control: what is written is followed for who looks, and no read is reported.
    bool followsWritten = false;
    bool watched = false;                     ///< that, or metrics
    bool checkedRaces = false;                ///< of shared or of global memory
    std::vector<std::uint64_t> tracedBlocks;  ///< linear indices, ascending
    std::uint64_t tracedExecutions = 0;       ///< of an instruction by a warp
    std::unique_ptr<ProfilePlan> profilePlan; ///< null where nothing is profiled

    /// Chooses what is traced (trace.cpp).
    void planTrace();

    /// Apart from what workers only look at, so that taking clusters does not slow that down.
    alignas(64) std::atomic<std::uint64_t> nextCluster{0};
    /// Takes the next clusters of the grid, [first, end): one after the other in memory as a rule,
    /// so a worker gets several at once while there are many left.
    struct Range {
        std::uint64_t first = 0, end = 0;
    };
    Range takeClusters();
    /// The next one alone; none where all have begun.
    std::optional<std::uint64_t> takeCluster();
    Dim3 firstBlockOf(std::uint64_t cluster) const; ///< its coordinates in the grid
    alignas(64) std::atomic<bool> stop{false};

    std::mutex faultMutex;
    std::vector<Fault> faults;
    std::mutex printMutex;
    std::shared_ptr<KernelHeap> heap; ///< of malloc in the kernel

    /// Looks at the cancel flag and the time limit; records a fault where one says stop.
    /// \param at  where the warp that asks stands, for the fault; null: between blocks
    bool mustStop(Warp* warp = nullptr, const Inst* at = nullptr);
    /// What the cancel flag and the time limit say; none where the launch may go on.
    FaultKind reasonToStop() const;
    /// Ends the launch for such a reason, at the place of a warp where there is one.
    void endFor(FaultKind why, Warp* warp, const Inst* at);
    /// \return its place in `faults`
    std::size_t record(Fault fault, bool ends);
    /// What was recorded goes into an outcome, without what another fault explains.
    void takeFaults(const std::vector<std::unique_ptr<Worker>>& workers, LaunchOutcome& outcome);
};

/// A barrier of a block. Lanes that have left count as arrived.
struct BarrierState {
    std::vector<std::uint32_t> arrived; ///< by warp: lanes
    /// The warps before it have all come or left. They stay so until the barrier opens.
    std::uint32_t firstMissing = 0;
    std::uint32_t expected = 0; ///< threads; 0: all of the block
    bool open = false;          ///< somebody has arrived in this phase
    const Inst* firstPc = nullptr;
    std::uint32_t firstWarp = 0, firstLane = 0;
    std::uint32_t count = 0; ///< of a reduction: true predicates
    std::uint32_t voters = 0;
};

struct Cluster;

/// What a row holds in every lane and block of a launch: of one that is no special register.
std::uint64_t valueInLaunch(const ConstantRow& row, const std::vector<std::byte>& parameters);

/// A block in flight: plain data, so that a worker can set it aside and go on with another one.
struct Block {
    Block(Launch& owner, Worker& home);
    /// Frees the frames of calls that the launch's end cut short, too.
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
    std::vector<std::uint8_t> ready; ///< by warp: may run
    std::uint32_t alive = 0;         ///< warps that have not finished
    std::uint32_t idleRounds = 0;
    std::uint64_t wakeNs = kNobodySleeps; ///< when the first of its sleeping lanes wake
    std::vector<WarpOrder> order;         ///< by warp; empty without a check of races
    SharedHistory history;                ///< empty without the check
    WrittenBytes sharedWritten;           ///< of shared memory; empty without the check
    /// By warp, then by byte of local memory: lanes that have written it; empty without the check.
    std::vector<std::uint32_t> localWritten;
    /// By warp, then by EnclosingBranches::joinAt, then by lane: how often it has come there; empty
    /// without the check of barriers.
    std::vector<std::uint32_t> passed;
    /// By warp: lanes that are counted there already and have to come back to the record.
    std::vector<std::uint32_t> comesBack;
    std::uint32_t openBarriers = 0; ///< barriers that somebody waits at
    std::array<BarrierState, kBarriers> barriers;

    void begin(std::uint64_t linearIndex);
    enum class State { finished, spinning, asleep, stopped };
    /// Runs every warp that can run, until the block has ended or only waits for others.
    State run();
    /// Keeps what a warp's stop means for the block. True where it got on.
    bool noteStop(std::uint32_t warp, Stop stop);
    /// After a round over the warps: the block had better let others run.
    /// \param moved  a warp got on, to its end or to a barrier
    /// \param spins  signs of waiting for others
    bool seemsToWait(bool moved, std::uint32_t spins);
    /// All threads that are left wait, and nobody can wake them: records the fault.
    void reportDeadlock();
    void warpMayRun(std::uint32_t warp) { ready[warp] = 1; }
    /// Lets lanes go on whose time has come (time.cpp).
    void wakeSleepers();
    Dim3 threadAt(std::uint32_t warp, std::uint32_t lane) const;
    /// All warps with their registers, one after the other.
    std::span<std::uint8_t> arena() const;
    /// Local memory of all warps.
    std::span<std::uint8_t> local() const;

  private:
    struct Stuck;
    /// What holds for the whole launch, once.
    void fillConstants();
    /// What depends on the block's place in the grid.
    void fillBlockConstants();
    void resetBarriers();
    void beginChecks();
    std::uint64_t constantValue(const ConstantRow& row, std::uint32_t warp,
                                std::uint32_t lane) const;

    struct Free {
        void operator()(std::uint8_t* p) const;
    };
    std::vector<ConstantRow> m_blockRows; ///< of Code::constants, what depends on the block
    std::unique_ptr<std::uint8_t, Free> m_arena;
    std::unique_ptr<std::uint8_t, Free> m_local;
};

/// The blocks of a cluster, on one worker. Without clusters: one block.
struct Cluster {
    Cluster(Launch& owner, Worker& home);
    std::vector<std::unique_ptr<Block>> blocks;
    std::vector<std::uint8_t> sharedStorage;
    std::uint8_t* shared = nullptr;
    std::uint64_t sharedStride = 0; ///< bytes from a block's shared memory to the next one's
    /// barrier.cluster: lanes that have arrived, by warp of all blocks.
    std::vector<std::uint32_t> arrived;
    std::uint32_t phase = 0;
    bool isAwaited = false; ///< somebody has arrived in this phase
    /// By warp, a bit per lane: whether it arrived last in a phase of odd number. Nobody is more
    /// than one phase ahead of another.
    std::vector<std::uint32_t> oddPhase;
    /// Accesses to shared memory of earlier segments are those of earlier clusters, or ones that a
    /// barrier of all warps orders before whatever follows.
    std::uint32_t firstSegment = 1;
    std::uint32_t began = 1; ///< accesses of earlier segments are those of earlier clusters

    void begin(std::uint64_t index);
    Block::State run();
    /// For the report of a launch that ends: a warp that let others run in the middle of its code,
    /// or slept. Null where there is none.
    Warp* interruptedWarp();
    /// When the first lanes wake; kNobodySleeps where some block has more to do than to sleep.
    std::uint64_t wakeTime() const;
    /// Ends the phase of barrier.cluster where everybody has come.
    void checkBarrier();
    /// Of lanes at a barrier.cluster.wait: those for which it is not over.
    std::uint32_t waiting(const Warp& w, std::uint32_t lanes) const;
    /// Every thread that is left waits at a barrier, of its block, of its warp or of the cluster,
    /// and none of these can open.
    bool isStuck() const;
};

/// How often a run of records was executed.
struct RunCount {
    std::uint64_t full = 0;         ///< by a full warp
    std::uint64_t partial = 0;      ///< by a part of one
    std::uint64_t partialLanes = 0; ///< of those parts together
};

/// The allocations that a worker went to lately (access.cpp).
class KnownRanges {
  public:
    /// Those that may be gone by now.
    void forgetOld();
    /// Whether memory was allocated or freed since forgetOld.
    bool isOld() const;
    struct Known {
        RangeSlot range;
        bool mayGo = false; ///< of malloc in kernels: another worker may free it at any time
    };
    /// Null where it is none of them.
    const Known* find(std::uint64_t address, std::uint64_t size) const;
    void add(const Known& range);

  private:
    std::array<Known, 16> m_slots;
    std::uint64_t m_version = 0;
    std::uint32_t m_next = 0;
};

/// The memory that one execution of a record touches whose addresses only its handler knows: tiles,
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

/// What one thread of a launch owns.
struct Worker {
    explicit Worker(Launch& owner)
        : launch(owner)
        , observed(owner.observed.get())
        , slots(owner.code.slotCount)
        , patterns(observed ? observed->patterns : 0)
        , tracked(owner.request.checks.uninitialized ? owner.code.insts.size() : 0) {
        if (owner.checkedRaces)
            order.expect(owner.blockCount * owner.warpsPerBlock, owner.orderBytes);
    }
    Launch& launch;
    FrameStore frames;
    const ObservedCode* const observed; ///< null where nothing is measured or checked
    std::vector<RangeSlot> slots;
    KnownRanges ranges;
    std::vector<Counters> byInstruction; ///< by record, then by elided instruction
    /// By the first record of a run (observed_code.h). They are not in byInstruction and
    /// activeLanes, so that most records need no counter of their own; see collectMetrics.
    std::vector<RunCount> runs;
    std::vector<RowPattern> patterns; ///< see Observation::pattern
    TouchedRanges touched;
    std::unique_ptr<WorkerProfile> profile; ///< null where nothing is profiled
    std::array<std::uint64_t, kLanes + 1> activeLanes{};
    /// metrics.cpp: makes the counters ready, and puts together what was counted apart.
    void prepareMetrics();
    void collectMetrics();
    /// By record: the allocation that it last accessed, as it was at a time (trackedVersion). Empty
    /// without the check of uninitialised reads.
    struct TrackedSlot {
        std::uint64_t version = 0;
        DeviceMemory::Tracked tracked;
    };
    std::vector<TrackedSlot> tracked;
    Order order;                            ///< for the race checks
    std::vector<WarpOrder*> warpsAtBarrier; ///< of order_notes.cpp, kept for its memory
    /// What a check has found goes on, perhaps a million times: only the first time is put into
    /// words. By what it is found at.
    struct Repeated {
        std::size_t fault = 0; ///< into Launch::faults
        std::uint64_t more = 0;
    };
    std::unordered_map<std::uint64_t, Repeated> repeated;
    /// \param other    the other record of a race; 0 where there is none
    /// \param variant  below 8: which of the things that may be found at the same records it is
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
    /// What the trace has so far, and how often warps of traced blocks executed each record.
    std::vector<TracedAccess> trace; ///< with the record in place of the instruction
    std::map<std::array<std::uint64_t, 3>, std::uint64_t> executions; ///< by record, block, warp
    /// What clocks show where the same launch shall give the same values: back-edges and reads of
    /// clocks so far, in cycles.
    std::uint64_t ticks = 0;
    /// Since the launch began, by its clocks (time.cpp).
    std::uint64_t nowNs() const;
    /// Nobody has anything to do before then. May come back earlier.
    void restUntil(std::uint64_t timeNs);
    /// Takes clusters until there are none left.
    void work();
};

// barriers.cpp
/// After lanes have left: may complete a barrier that waits for all.
void lanesLeft(Warp& w);

/// The warp has splits, and none of them can run. Always null.
inline const Inst* waitAll(Warp& w) {
    clearMask(w);
    w.frame = nullptr;
    w.stop = Stop::waiting;
    return nullptr;
}

// run.cpp
Stop runWarp(Warp& w);
// metrics_sum.cpp
Metrics sumOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

// trace.cpp
Trace traceOf(const Launch& launch, const std::vector<std::unique_ptr<Worker>>& workers);

// checks.cpp: called only where a check is on.
/// Looks at the addresses that a record is about to access.
void checkAccess(Warp& w, const Inst* ip, const InstInfo& info);
/// The same for an access whose addresses only its handler knows, and what the metrics know of it.
/// Nothing where neither a check nor metrics are on.
/// \param address  as for `space`: shared addresses count from the window's base
/// \param value    what a store is about to write; null where that is not known
void checkRange(Warp& w, const Inst* ip, std::uint32_t lane, std::uint64_t address,
                std::uint32_t bytes, MemorySpace space, AccessKind kind, bool store,
                const void* value = nullptr);
// local_check.cpp
/// The same for what of it is in local memory. Nothing where uninitialised reads are not looked
/// for.
void checkLocalAccess(Warp& w, const Inst* ip, const InstInfo& info);
/// Bytes [begin, end) of the lanes' local memory are those of new variables.
void forgetLocal(Warp& w, std::uint32_t lanes, std::uint64_t begin, std::uint64_t end);
// order_notes.cpp
/// What a record does to the order of things, seen before and after it runs. `next` is what it
/// gave.
void noteBefore(Warp& w, const InstInfo& info);
void noteAfter(Warp& w, const Inst* ip, const InstInfo& info, const Inst* next);
/// Lanes of a warp-wide operation have met.
void noteMeeting(Warp& w, const InstInfo& info, std::uint32_t lanes);
void noteBarrier(Block& block, const BarrierState& barrier);
void noteClusterBarrier(Cluster& cluster);
void noteWarpgroup(const std::array<Warp*, 4>& warps);
/// An mbarrier's arrival lets go of what came before it, a wait that ended takes it up.
void noteRelease(Warp& w);
void noteAcquire(Warp& w);
/// Groups of cp.async. \param left  the most recent ones that may still be under way
void noteCopiesCommitted(Warp& w);
void noteCopiesAwaited(Warp& w, std::size_t left);
void noteBulkCopy(Warp& w);

// pool.cpp
/// `task(i)` for each i below count: 0 on this thread, the others on threads for launches, which
/// are started at the first use and kept.
void runOnPool(std::uint32_t count, const std::function<void(std::uint32_t)>& task);
std::uint32_t poolSize();

// source_line.cpp
/// The name and line of the source that a record comes from.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t ptxLine = 0;
    std::string chain; ///< "in f, called at x.cu:9, called at x.cu:20"; empty where not inlined
};
/// For metrics: the innermost place in the file of the kernel, or of the function that was not
/// inlined. What is inlined from a header so counts for the line that calls it. No chain.
SourceLine countedLine(const Program& program, const InstInfo& info);
/// Empty where the line is not known.
std::string innermostFile(const Program& program, const InstInfo& info);
/// For faults: the innermost place in the user's own sources.
SourceLine sourceOf(const Program& program, const InstInfo& info);
SourceLine sourceOf(const Program& program, const Code& code, std::size_t record);

// faults.cpp
/// A fault with everything that is known about it, not yet recorded.
Fault makeFault(Warp& w, const Inst* ip, FaultKind kind, std::uint32_t lane, std::uint64_t address,
                std::uint64_t size, const char* text);

} // namespace warpbench::simgpu::engine
