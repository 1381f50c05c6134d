// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/stepper.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/made_codes.h"
#include "core/simgpu/host/floating_mode.h"
#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <thread>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

/// Turns of blocks between two looks at the clock, which costs as much as a short block does.
constexpr std::uint32_t kTurnsPerLook = 16;
/// Number of clusters that a worker takes at once, and how many more such batches must be left
/// for all workers: a worker with slow blocks at the end keeps the others waiting. A batch is
/// usually contiguous in memory: after a jump elsewhere, the processor's prefetching has to start
/// over.
constexpr std::uint64_t kClustersAtOnce = 256;
constexpr std::uint64_t kSharesPerWorker = 16;
/// Bytes of the workspace that a grid-wide barrier of cooperative groups uses.
constexpr std::uint64_t kGridWorkspaceBytes = 256;

/// Memory limit in bytes for all workers' blocks in flight: registers, shared and local memory.
/// Each worker has a few blocks in flight if that many fit, otherwise at least one.
constexpr std::uint64_t kBytesInFlight = 1u << 30;
constexpr std::uint64_t kFewBlocks = 4;

std::uint64_t bytesOfBlock(const Launch& launch) {
    const std::uint64_t perWarp = launch.localBytes * kLanes + launch.code.warpBytes;
    return perWarp * launch.warpsPerBlock + launch.sharedBytes + 1;
}

std::uint64_t blocksInFlight(const Launch& launch) {
    const std::uint64_t perBlock = bytesOfBlock(launch);
    const bool isLarge = perBlock * kFewBlocks * poolSize() > kBytesInFlight;
    return std::clamp<std::uint64_t>(kBytesInFlight / poolSize() / perBlock,
                                     isLarge ? 1 : kFewBlocks, kBlocksInFlight);
}

/// Of large blocks not every core may have one: a worker has two at most.
std::uint32_t workersFor(const Launch& launch) {
    const std::uint64_t perWorker = 2 * bytesOfBlock(launch) * launch.clusterSize;
    if (perWorker * poolSize() <= kBytesInFlight)
        return poolSize();
    const std::uint64_t fitting = host::availableMemory() / 2 / perWorker;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fitting, 1, poolSize()));
}

std::uint64_t volume(const Dim3& d) {
    return std::uint64_t{d[0]} * d[1] * d[2];
}

bool hasSharedMemory(const LaunchRequest& request) {
    return request.program->codes[request.kernel].staticShared + request.dynamicShared > 0;
}

std::shared_ptr<const ObservedCode> observedCode(const LaunchRequest& r, const Program& p,
                                                 const Code* own) {
    const bool checked =
        r.checks.uninitialized || r.checks.sharedRaces || r.checks.globalRaces || r.checks.barriers;
    if (!r.metrics && !checked && r.tracing.blocks == 0)
        return nullptr;
    return p.made->observed(p, own ? *own : p.codes[r.kernel], r);
}

} // namespace

Launch::Launch(const LaunchRequest& r, const Program& p, std::shared_ptr<const Code> given)
    : request(r)
    , program(p)
    , own(std::move(given))
    , observed(observedCode(r, p, own.get()))
    , code(observed ? observed->code
           : own    ? *own
                    : p.codes[r.kernel])
    , start(std::chrono::steady_clock::now())
    , wallStart(std::chrono::system_clock::now())
    , runtime(p.memory) {
    blockCount = volume(r.grid);
    threadsPerBlock = static_cast<std::uint32_t>(volume(r.block));
    warpsPerBlock = (threadsPerBlock + kLanes - 1) / kLanes;
    sharedBytes = code.staticShared + r.dynamicShared;
    clusterSize = volume(r.cluster);
    heap = r.heap ? r.heap : std::make_shared<KernelHeap>(p.memory);
    checkedRaces = r.checks.sharedRaces || r.checks.globalRaces;
    if (checkedRaces) {
        // A quarter for the order of things. Global memory is followed by one worker.
        const std::uint64_t limit = r.checks.raceMemory ? r.checks.raceMemory : historyLimit();
        orderBytes = limit / 4 / (r.checks.globalRaces ? 1 : poolSize());
        if (r.checks.globalRaces)
            history = std::make_unique<GlobalHistory>(limit - orderBytes);
    }
    checked = r.checks.uninitialized || checkedRaces;
    watched = checked || r.metrics;
    localBytes = code.localBytes;
    if (code.usesStack)
        localBytes += r.stackBytesPerThread ? r.stackBytesPerThread : p.model.stackBytesPerThread;
    localBytes = (localBytes + 15) / 16 * 16;
    planTrace();
    if (r.profiling.on)
        profilePlan = std::make_unique<ProfilePlan>(*this);
    // As on a GPU, only a cooperative launch has one: cooperative groups trap without it.
    if (code.usesGridSync && r.cooperative) {
        gridWorkspace = p.memory->allocate(kGridWorkspaceBytes);
        if (gridWorkspace)
            std::memset(reinterpret_cast<void*>(gridWorkspace), 0, kGridWorkspaceBytes);
    }
}

Launch::~Launch() {
    if (gridWorkspace)
        program.memory->free(gridWorkspace);
}

Launch::Range Launch::takeClusters() {
    const std::uint64_t count = blockCount / clusterSize;
    const std::uint64_t taken = nextCluster.load(std::memory_order_relaxed);
    const std::uint64_t left = taken < count ? count - taken : 0;
    // A worker that waits for an earlier block must not wait for one that has not started, and
    // workers that take over the work of others must find some.
    const std::uint64_t wanted =
        code.talksToOthers || code.cancelsLaunches
            ? 1
            : std::clamp<std::uint64_t>(left / (poolSize() * kSharesPerWorker), 1, kClustersAtOnce);
    const std::uint64_t first = nextCluster.fetch_add(wanted, std::memory_order_relaxed);
    if (request.blocksBegun)
        request.blocksBegun->fetch_add(wanted * clusterSize, std::memory_order_relaxed);
    return {std::min(first, count), std::min(first + wanted, count)};
}

std::optional<std::uint64_t> Launch::takeCluster() {
    const std::uint64_t cluster = nextCluster.fetch_add(1, std::memory_order_relaxed);
    if (request.blocksBegun)
        request.blocksBegun->fetch_add(clusterSize, std::memory_order_relaxed);
    return cluster < blockCount / clusterSize ? std::optional(cluster) : std::nullopt;
}

Dim3 Launch::firstBlockOf(std::uint64_t cluster) const {
    const Dim3 &grid = request.grid, &size = request.cluster;
    const std::uint64_t clustersX = grid[0] / size[0], clustersY = grid[1] / size[1];
    return {static_cast<std::uint32_t>(cluster % clustersX * size[0]),
            static_cast<std::uint32_t>(cluster / clustersX % clustersY * size[1]),
            static_cast<std::uint32_t>(cluster / (clustersX * clustersY) * size[2])};
}

namespace {

/// \return kNobodySleeps if one of them has other work to do
std::uint64_t firstToWake(const std::deque<std::unique_ptr<Cluster>>& clusters) {
    std::uint64_t first = kNobodySleeps;
    for (const auto& cluster : clusters) {
        const std::uint64_t time = cluster->wakeTime();
        if (time == kNobodySleeps)
            return time;
        first = std::min(first, time);
    }
    return first;
}

} // namespace

void Worker::work() {
    const std::size_t limit = launch.request.cooperative
                                  ? ~std::size_t{0}
                                  : blocksInFlight(launch) / launch.clusterSize + 1;
    std::deque<std::unique_ptr<Cluster>> inFlight;
    std::vector<std::unique_ptr<Cluster>> idle;
    Launch::Range range;
    bool more = true;
    bool wantNew = true;
    std::size_t waiting = 0; ///< blocks in a row that came no further
    std::uint32_t turns = 0;
    for (;;) {
        if (launch.stop.load(std::memory_order_relaxed))
            return;
        // Kernels without a loop do not check for it elsewhere.
        const FaultKind why =
            turns++ % kTurnsPerLook == 0 ? launch.reasonToStop() : FaultKind::none;
        if (why != FaultKind::none) {
            Warp* warp = inFlight.empty() ? nullptr : inFlight.front()->interruptedWarp();
            launch.endFor(why, warp, warp ? warp->pc : nullptr);
            return;
        }
        if (more && (inFlight.empty() || (wantNew && inFlight.size() < limit))) {
            if (range.first == range.end)
                range = launch.takeClusters();
            if (range.first < range.end) {
                // Histories of shared memory go with the blocks.
                if (launch.checkedRaces && !launch.history && inFlight.empty() && order.startAnew())
                    idle.clear();
                if (idle.empty())
                    idle.push_back(std::make_unique<Cluster>(launch, *this));
                inFlight.push_front(std::move(idle.back()));
                idle.pop_back();
                inFlight.front()->begin(range.first++);
            } else {
                more = false;
            }
        }
        if (inFlight.empty())
            return;
        std::unique_ptr<Cluster> cluster = std::move(inFlight.front());
        inFlight.pop_front();
        switch (cluster->run()) {
        case Block::State::finished:
            idle.push_back(std::move(cluster));
            wantNew = false;
            waiting = 0;
            break;
        case Block::State::stopped:
            return;
        default:
            // It waits for others: for blocks that run already, or for ones that have not begun.
            inFlight.push_back(std::move(cluster));
            wantNew = true;
            if (++waiting >= inFlight.size()) {
                waiting = 0;
                const std::uint64_t wake = firstToWake(inFlight);
                if (wake == kNobodySleeps) // maybe the awaited thread lacks a core
                    std::this_thread::yield();
                else if (!more || inFlight.size() >= limit)
                    restUntil(wake);
            }
        }
    }
}

namespace {

/// While it lives, malloc in a kernel looks for room from the beginning of memory on: a launch that
/// is the same every time gets the same addresses.
class SameAddresses {
  public:
    explicit SameAddresses(DeviceMemory& memory)
        : m_memory(memory)
        , m_rover(memory.exchangeRover(0)) {}
    ~SameAddresses() { m_memory.exchangeRover(m_rover); }
    SameAddresses(const SameAddresses&) = delete;
    SameAddresses& operator=(const SameAddresses&) = delete;

  private:
    DeviceMemory& m_memory;
    const std::uint64_t m_rover;
};

} // namespace

namespace {

LaunchRequest followingWritten(LaunchRequest request) {
    request.checks.uninitialized = true;
    return request;
}

} // namespace

LaunchOutcome execute(const LaunchRequest& request) {
    if (request.checks.sharedRaces && !hasSharedMemory(request)) {
        LaunchRequest less = request; // nothing to look at
        less.checks.sharedRaces = false;
        return execute(less);
    }
    std::shared_ptr<const Code> own;
    if (request.control)
        own = request.program->made->forStepping(*request.program, request.kernel);
    // Under control, the debugger shows which values were never written.
    const bool follows = request.control && !request.checks.uninitialized;
    const LaunchRequest followed = follows ? followingWritten(request) : LaunchRequest();
    Launch launch(follows ? followed : request, *request.program, std::move(own));
    launch.followsWritten = follows;
    LaunchOutcome outcome;
    const bool inOrder = request.deterministic || request.control || launch.history;
    std::uint32_t threads = inOrder ? 1 : workersFor(launch);
    threads = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(threads, launch.blockCount / launch.clusterSize));
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::uint32_t i = 0; i < threads; ++i) {
        workers.push_back(std::make_unique<Worker>(launch));
        if (request.metrics)
            workers.back()->prepareMetrics();
        if (launch.profilePlan)
            workers.back()->profile =
                std::make_unique<WorkerProfile>(*launch.profilePlan, launch.code.insts.size());
    }
    std::atomic<bool> outOfMemory{false};
    const auto work = [&](std::uint32_t i) {
        const host::FloatingMode mode;
        try {
            workers[i]->work();
            if (workers[i]->profile)
                workers[i]->profile->finish();
        } catch (const std::bad_alloc&) {
            outOfMemory = true;
            launch.stop = true;
        }
    };
    std::optional<SameAddresses> sameAddresses;
    if (request.deterministic || request.control)
        sameAddresses.emplace(*request.program->memory);
    // On this thread: one that the debugger holds must not keep other launches from the pool.
    if (request.control) {
        const host::FloatingMode mode;
        Stepper(launch, *workers.front(), *request.control).run();
    } else if (!launch.mustStop()) {
        runOnPool(threads, work);
    }
    if (outOfMemory)
        throw std::bad_alloc();
    launch.takeFaults(workers, outcome);
    outcome.children = launch.runtime.takeWork();
    outcome.strayed = launch.strayed;
    if (launch.history)
        outcome.raceBytesNotFollowed = launch.history->bytesNotFollowed();
    outcome.racesCutShort =
        launch.checkedRaces && std::any_of(workers.begin(), workers.end(), [](const auto& worker) {
            return !worker->order.follows();
        });
    if (request.metrics)
        outcome.metrics = sumOf(launch, workers);
    if (launch.profilePlan && !launch.stop)
        outcome.profile =
            std::make_shared<const LaunchProfile>(launch.profilePlan->sum(launch, workers));
    if (request.tracing.blocks > 0)
        outcome.trace = traceOf(launch, workers);
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - launch.start;
    outcome.milliseconds = passed.count();
    return outcome;
}

} // namespace warpbench::simgpu::engine
