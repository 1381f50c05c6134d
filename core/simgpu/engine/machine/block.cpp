// SPDX-License-Identifier: GPL-3.0-or-later
// A block in flight: its warps in turn, its barriers, its constants.
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/machine/services.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::size_t kAlignment = 128;

std::uint8_t* allocateZeroed(std::size_t bytes) {
    auto* p = static_cast<std::uint8_t*>(::operator new (bytes, std::align_val_t{kAlignment}));
    std::memset(p, 0, bytes);
    return p;
}

/// The contents of unwritten shared memory: not a number that programs like to start from.
constexpr int kUndefinedByte = 0xa7;

/// Rounds over the warps in which nothing but yielding happens, before the worker looks for
/// another block to run.
constexpr std::uint32_t kIdleRounds = 16;

/// Back-edges of a warp before it yields, in a block that may wait for others: at first, and while
/// several blocks run of which nobody knows whether they wait. Then the ones that wait should leave
/// most of the time to the others.
constexpr std::int32_t kFirstBudget = kBudget / 16, kSharedBudget = kBudget / 128;

/// Rounds with barriers before a block that may wait for others lets them run: a loop of barriers
/// may wait for another block, too.
constexpr std::uint32_t kRoundsAtOnce = 1024;

/// Instructions per warp and round after a barrier, doubled with each round; more than kLongSlice
/// are not counted. Warps of a GPU go on together, so that a barrier too few rarely shows.
constexpr std::uint32_t kFirstSlice = 32, kLongSlice = 4096;

bool dependsOnBlock(ptx::SpecialRegister special) {
    using S = ptx::SpecialRegister;
    switch (special) {
    case S::ctaid:
    case S::smid:
    case S::clusterid:
    case S::cluster_ctaid:
    case S::cluster_ctarank:
        return true;
    default:
        return false;
    }
}

/// %reserved_smem_offset_begin, _end, _cap, _0 and _1, in the order of ptx/special_registers.cpp.
/// The last two are offsets of parts that different users may take.
std::uint64_t reservedSharedValue(std::uint8_t part) {
    constexpr std::uint64_t kEnd = kReservedShared + kReservedSharedBytes;
    constexpr std::array<std::uint64_t, 5> kValues{kReservedShared, kEnd, kReservedSharedBytes,
                                                   kReservedShared,
                                                   kReservedShared + kReservedSharedBytes / 2};
    return kValues.at(part);
}

void setLane(Warp& w, const ConstantRow& row, std::uint32_t lane, std::uint64_t value) {
    if (row.wide)
        row64(w, row.row)[lane] = value;
    else
        row32(w, row.row)[lane] = static_cast<std::uint32_t>(value);
}

/// All lanes alike. In units of 8 bytes, which the compiler turns into vector stores.
void fillRow(Warp& w, const ConstantRow& row, std::uint64_t value) {
    std::uint64_t* to = row64(w, row.row);
    if (row.wide) {
        std::fill_n(to, kLanes, value);
    } else {
        const std::uint64_t low = value & 0xffffffffu;
        std::fill_n(to, kLanes / 2, low << 32 | low);
    }
}

} // namespace

std::uint64_t valueInLaunch(const ConstantRow& row, const std::vector<std::byte>& parameters) {
    if (row.kind == ConstantRow::Kind::bits)
        return row.bits;
    std::uint64_t bits = 0;
    if (row.bits <= parameters.size() && parameters.size() - row.bits >= row.parameterSize)
        std::memcpy(&bits, parameters.data() + row.bits, row.parameterSize);
    const int unused = 64 - 8 * row.parameterSize;
    if (row.parameterSigned && unused > 0 && unused < 64)
        bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
    return bits;
}

void Block::Free::operator()(std::uint8_t* p) const {
    ::operator delete (p, std::align_val_t{kAlignment});
}

Block::Block(Launch& owner, Worker& home)
    : launch(owner)
    , worker(home) {
    const std::size_t warpBytes = launch.code.warpBytes;
    const std::uint32_t count = launch.warpsPerBlock;
    m_arena.reset(allocateZeroed(warpBytes * count));
    const std::size_t localBytes = launch.localBytes * kLanes;
    if (localBytes)
        m_local.reset(allocateZeroed(localBytes * count));
    for (std::uint32_t i = 0; i < count; ++i) {
        auto* w = new (m_arena.get() + i * warpBytes) Warp{};
        w->index = i;
        w->code = &launch.code;
        w->block = this;
        w->rangeSlots = worker.rangeSlots.data();
        w->sharedSize = launch.sharedBytes;
        w->local = localBytes ? m_local.get() + i * localBytes : nullptr;
        w->localSize = launch.code.usesStack ? launch.localBytes : launch.code.localUsed;
        const std::uint32_t first = i * kLanes;
        const std::uint32_t left = launch.threadsPerBlock - first;
        w->absent = left >= kLanes ? 0 : ~((1u << left) - 1);
        warps.push_back(w);
    }
    ready.assign(count, 0);
    for (BarrierState& barrier : barriers)
        barrier.arrived.assign(count, 0);
    fillConstants();
}

Block::~Block() {
    for (Warp* w : warps) {
        dropFrame(*w, w->frame);
        for (std::uint32_t i = 0; i < w->pending; ++i)
            dropFrame(*w, w->splits[i].frame);
    }
}

Dim3 Block::threadAt(std::uint32_t warp, std::uint32_t lane) const {
    const std::uint32_t t = warp * kLanes + lane;
    const Dim3& size = launch.request.block;
    return {t % size[0], t / size[0] % size[1], t / (size[0] * size[1])};
}

std::span<std::uint8_t> Block::arena() const {
    return {m_arena.get(), std::size_t{launch.code.warpBytes} * warps.size()};
}

std::span<std::uint8_t> Block::local() const {
    return {m_local.get(), static_cast<std::size_t>(launch.localBytes * kLanes) * warps.size()};
}

std::uint64_t Block::constantValue(const ConstantRow& row, std::uint32_t warp,
                                   std::uint32_t lane) const {
    using S = ptx::SpecialRegister;
    const LaunchRequest& r = launch.request;
    const std::size_t d = row.dim;
    const auto dim = [&](const Dim3& v) { return d < 3 ? v[d] : 0u; };
    switch (row.special) {
    case S::tid:
        return dim(threadAt(warp, lane));
    case S::ntid:
        return dim(r.block);
    case S::laneid:
        return lane;
    case S::warpid:
        return warp;
    case S::nwarpid:
        return static_cast<std::uint64_t>(launch.program.model.maxThreadsPerSm) / kLanes;
    case S::ctaid:
        return dim(index);
    case S::nctaid:
        return dim(r.grid);
    case S::smid:
        return linear % static_cast<std::uint64_t>(launch.program.model.multiprocessors);
    case S::nsmid:
        return static_cast<std::uint64_t>(launch.program.model.multiprocessors);
    case S::clusterid:
        return d < 3 ? index[d] / r.cluster[d] : 0;
    case S::nclusterid:
        return d < 3 ? r.grid[d] / r.cluster[d] : 0;
    case S::cluster_ctaid:
        return d < 3 ? index[d] % r.cluster[d] : 0;
    case S::cluster_nctaid:
        return dim(r.cluster);
    case S::cluster_ctarank:
        return rank;
    case S::cluster_nctarank:
        return launch.clusterSize;
    case S::is_explicit_cluster:
        return launch.clusterSize > 1;
    case S::lanemask_eq:
        return 1u << lane;
    case S::lanemask_lt:
        return (1u << lane) - 1;
    case S::lanemask_le:
        return (2u << lane) - 1;
    case S::lanemask_gt:
        return ~((2u << lane) - 1);
    case S::lanemask_ge:
        return ~((1u << lane) - 1);
    case S::envreg:
        // Cooperative groups find the grid's workspace in %envreg1 (upper half) and 2 (lower).
        return d == 1   ? launch.gridWorkspace >> 32
               : d == 2 ? launch.gridWorkspace & 0xffffffffu
                        : 0;
    case S::total_smem_size:
    case S::aggr_smem_size:
        return launch.sharedBytes;
    case S::dynamic_smem_size:
        return r.dynamicShared;
    case S::reserved_smem_offset:
        return reservedSharedValue(row.dim);
    default:
        return 0;
    }
}

void Block::fillConstants() {
    for (const ConstantRow& row : launch.code.constants) {
        if (row.kind == ConstantRow::Kind::special) {
            if (dependsOnBlock(row.special)) {
                m_blockRows.push_back(row);
                continue;
            }
            for (std::uint32_t i = 0; i < warps.size(); ++i) {
                for (std::uint32_t lane = 0; lane < kLanes; ++lane)
                    setLane(*warps[i], row, lane, constantValue(row, i, lane));
            }
            continue;
        }
        const std::uint64_t bits = valueInLaunch(row, launch.request.parameters);
        for (Warp* w : warps)
            fillRow(*w, row, bits);
    }
}

void Block::fillBlockConstants() {
    for (const ConstantRow& row : m_blockRows) {
        const std::uint64_t bits = constantValue(row, 0, 0);
        for (Warp* w : warps)
            fillRow(*w, row, bits);
    }
}

/// A block that ended normally has left all its barriers closed, except for bar.arrive.
void Block::resetBarriers() {
    if (openBarriers == 0)
        return;
    for (BarrierState& barrier : barriers) {
        if (!barrier.open)
            continue;
        barrier.open = false;
        barrier.count = barrier.voters = barrier.firstMissing = 0;
        std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0u);
    }
    openBarriers = 0;
}

void Block::begin(std::uint64_t linearIndex) {
    const Dim3& grid = launch.request.grid;
    linear = linearIndex;
    const std::uint64_t rowOfBlocks = linear / grid[0];
    index = {static_cast<std::uint32_t>(linear - rowOfBlocks * grid[0]),
             static_cast<std::uint32_t>(rowOfBlocks % grid[1]),
             static_cast<std::uint32_t>(rowOfBlocks / grid[1])};
    const Dim3& c = launch.request.cluster;
    rank = launch.clusterSize == 1
               ? 0
               : index[0] % c[0] + c[0] * (index[1] % c[1] + c[1] * (index[2] % c[2]));
    fillBlockConstants();
    resetBarriers();
    beginChecks();
    std::uint8_t* const shared = cluster->shared + rank * cluster->sharedStride;
    if (launch.request.tolerant) // a GPU's first blocks find zeros; ours would find earlier blocks'
        std::memset(shared, 0, launch.sharedBytes);
    if (launch.code.usesReservedShared)
        std::memset(shared + cluster->sharedStride - kReservedSharedBytes, 0, kReservedSharedBytes);
    budget = kBudget;
    for (Warp* w : warps) {
        w->pending = 0;
        w->budget = budget;
        w->carry = 0;
        w->exited = w->absent;
        w->frame = nullptr;
        w->pc = launch.code.insts.data();
        w->shared = shared;
        w->stop = Stop::none;
        w->spins = 0;
        w->patience = 0;
        w->work = 0;
        setMask(*w, ~w->absent);
    }
    std::fill(ready.begin(), ready.end(), std::uint8_t{1});
    alive = static_cast<std::uint32_t>(warps.size());
    idleRounds = roundsAtOnce = 0;
    wakeNs = kNobodySleeps;
}

void Block::beginChecks() {
    const Checks& checks = launch.request.checks;
    if (checks.barriers) {
        passed.assign(warps.size() * worker.observed->branches.joins * kLanes, 0);
        comesBack.assign(warps.size(), 0);
    }
    if (!launch.checked)
        return;
    // Shared memory is undefined at first. The fill value exposes programs that rely on zeros.
    std::memset(cluster->shared + rank * cluster->sharedStride, kUndefinedByte, launch.sharedBytes);
    if (checks.uninitialized)
        sharedWritten.assign(launch.sharedBytes, false);
    if (checks.uninitialized && launch.localBytes) {
        localWritten.assign(launch.localBytes * launch.warpsPerBlock, 0);
        std::memset(m_local.get(), kUndefinedByte,
                    launch.localBytes * launch.warpsPerBlock * kLanes);
    }
    if (checks.sharedRaces)
        history.resize(launch.sharedBytes);
    if (!launch.checkedRaces)
        return;
    order.resize(warps.size());
    for (std::uint32_t i = 0; i < warps.size(); ++i)
        worker.order.begin(order[i], linear, i);
}

bool Block::noteStop(std::uint32_t warp, Stop stop) {
    if (stop == Stop::finished) {
        ready[warp] = 0;
        --alive;
        return true;
    }
    if (stop == Stop::waiting) {
        ready[warp] = 0; // none of its splits can run, see resumeAny
        return true;
    }
    return false;
}

bool Block::mayWait() const {
    // A block that computes for a long time does not wait for anything, unless other blocks can
    // communicate with it.
    return launch.code.talksToOthers || launch.clusterSize > 1;
}

bool Block::seemsToWait(bool moved, std::uint32_t spins) {
    idleRounds = moved ? 0 : idleRounds + 1;
    const bool isIdle = !moved && (spins > 0 || (mayWait() && idleRounds >= kIdleRounds));
    if (moved || isIdle)
        setUnclear(isIdle && spins == 0);
    if (!isIdle && (!mayWait() || ++roundsAtOnce < kRoundsAtOnce))
        return false;
    idleRounds = roundsAtOnce = 0;
    return true;
}

void Block::setUnclear(bool now) {
    if (now != isUnclear)
        worker.unclearBlocks += now ? 1 : -1;
    isUnclear = now;
}

void Block::grant(std::int32_t backEdges) {
    if (backEdges == budget)
        return;
    for (Warp* w : warps) {
        worker.ticks += static_cast<std::uint32_t>(budget - w->budget);
        w->budget = backEdges;
    }
    budget = backEdges;
}

Block::State Block::run() {
    if (mayWait())
        grant(!isUnclear ? kFirstBudget : worker.unclearBlocks > 1 ? kSharedBudget : kBudget);
    std::uint32_t slice = launch.request.tolerant ? kFirstSlice : kLongSlice;
    for (;;) {
        bool ran = false, moved = false, waited = false;
        std::uint32_t spins = 0;
        if (wakeNs != kNobodySleeps)
            wakeSleepers();
        for (std::uint32_t i = 0; i < warps.size(); ++i) {
            if (!ready[i])
                continue;
            ran = true;
            Warp& w = *warps[i];
            const Stop stop = slice < kLongSlice ? runWarp(w, slice) : runWarp(w);
            spins += w.spins;
            w.spins = 0;
            moved |= noteStop(i, stop);
            waited |= stop == Stop::waiting;
            if (stop == Stop::faulted)
                return State::stopped;
        }
        if (alive == 0) {
            setUnclear(false);
            if (worker.profile)
                worker.profile->noteBlockEnd(*this);
            return State::finished;
        }
        if (launch.stop.load(std::memory_order_relaxed))
            return State::stopped;
        if (!ran && wakeNs != kNobodySleeps)
            return State::asleep;
        if (!ran) {
            reportDeadlock();
            return State::stopped;
        }
        const bool isLong = slice >= kLongSlice; // a short round says nothing
        if ((moved || isLong) && seemsToWait(moved, spins))
            return State::spinning;
        if (waited && launch.request.tolerant)
            slice = kFirstSlice;
        else
            slice = std::min(2 * slice, kLongSlice);
    }
}

/// The places where threads wait in a deadlock.
struct Block::Stuck {
    Warp* warp = nullptr;
    const Inst* pc = nullptr;
    std::uint32_t lane = 0;
    explicit operator bool() const { return warp != nullptr; }
};

void Block::reportDeadlock() {
    Stuck atSync, atBarrier, atWarpgroup, atCluster;
    std::string lines;
    const auto note = [&](Stuck& kind, Warp* w, const Inst* pc, std::uint32_t mask) {
        if (!kind)
            kind = {w, pc, static_cast<std::uint32_t>(std::countr_zero(mask))};
        if (&kind == &atSync)
            return;
        const SourceLine source = sourceOf(launch.program, launch.code, recordOf(*w, pc));
        const std::string line = std::to_string(source.line);
        if (lines.find(line) == std::string::npos)
            lines += (lines.empty() ? "" : ", ") + line;
    };
    for (Warp* w : warps) {
        if (w->mask && isClusterWait(launch.code.infos[recordOf(*w, w->pc)]))
            note(atCluster, w, w->pc, w->mask);
        for (std::uint32_t s = 0; s < w->pending; ++s) {
            const Split& split = w->splits[s];
            if (split.state == SplitState::atWarpSync)
                note(atSync, w, split.pc, split.mask);
            else if (split.state == SplitState::atBarrier)
                note(split.barrier >= kBarriers ? atWarpgroup : atBarrier, w, split.pc, split.mask);
            else if (isClusterWait(launch.code.infos[recordOf(*w, split.pc)]))
                note(atCluster, w, split.pc, split.mask);
        }
    }
    // Warps that others of their four do not follow say more than a barrier.
    const Stuck& at = atSync        ? atSync
                      : atWarpgroup ? atWarpgroup
                      : atBarrier   ? atBarrier
                                    : atCluster;
    if (!at)
        return;
    const std::string text =
        atSync ? "some threads that the mask names wait elsewhere and never arrive"
        : atWarpgroup
            ? "an operation of four warps that not all of them reach: threads wait in lines " +
                  lines
            : "the block's threads wait for each other forever: at barriers of lines " + lines;
    raise(*at.warp, at.pc, atSync ? FaultKind::invalidSyncMask : FaultKind::barrierDivergence,
          at.lane, 0, 0, text.c_str());
}

Cluster::Cluster(Launch& owner, Worker& home) {
    sharedStride = (owner.sharedBytes + kAlignment - 1) / kAlignment * kAlignment;
    // Aligned as strictly as any variable may ask for (tensor copies: 1024 bytes).
    constexpr std::size_t kSharedAlignment = 1024;
    sharedStride = (sharedStride + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
    if (owner.code.usesReservedShared)
        sharedStride += kReservedSharedBytes;
    sharedStorage.resize(owner.clusterSize * sharedStride + kSharedAlignment);
    const auto start = reinterpret_cast<std::uintptr_t>(sharedStorage.data());
    shared =
        sharedStorage.data() + (kSharedAlignment - start % kSharedAlignment) % kSharedAlignment;
    for (std::uint64_t i = 0; i < owner.clusterSize; ++i) {
        blocks.push_back(std::make_unique<Block>(owner, home));
        blocks.back()->cluster = this;
    }
    arrived.assign(owner.clusterSize * owner.warpsPerBlock, 0);
    oddPhase.assign(arrived.size(), 0);
}

Warp* Cluster::interruptedWarp() {
    for (const auto& block : blocks) {
        for (Warp* warp : block->warps) {
            if ((warp->stop == Stop::yielded && warp->mask) || interruptSleep(*warp))
                return warp;
        }
    }
    return nullptr;
}

void Cluster::begin(std::uint64_t clusterIndex) {
    std::fill(arrived.begin(), arrived.end(), 0u);
    std::fill(oddPhase.begin(), oddPhase.end(), ~0u); // if it never arrives, it never waits
    phase = 0;
    isAwaited = false;
    firstSegment = began = blocks.front()->worker.order.segments();
    if (blocks.size() == 1)
        return blocks.front()->begin(clusterIndex);
    const LaunchRequest& r = blocks.front()->launch.request;
    const auto [x, y, z] = blocks.front()->launch.firstBlockOf(clusterIndex);
    std::size_t next = 0;
    for (std::uint32_t dz = 0; dz < r.cluster[2]; ++dz) {
        for (std::uint32_t dy = 0; dy < r.cluster[1]; ++dy) {
            for (std::uint32_t dx = 0; dx < r.cluster[0]; ++dx)
                blocks[next++]->begin(x + dx +
                                      std::uint64_t{r.grid[0]} *
                                          (y + dy + std::uint64_t{r.grid[1]} * (z + dz)));
        }
    }
}

Block::State Cluster::run() {
    Block::State all = Block::State::finished;
    for (const auto& block : blocks) {
        if (block->alive == 0)
            continue;
        const Block::State state = block->run();
        if (state == Block::State::stopped)
            return state;
        if (state == Block::State::spinning || all == Block::State::finished)
            all = state;
    }
    if (all != Block::State::spinning || !isAwaited || !isStuck())
        return all;
    for (const auto& block : blocks) {
        if (!block->launch.stop.load(std::memory_order_relaxed))
            block->reportDeadlock();
    }
    return Block::State::stopped;
}

bool Cluster::isStuck() const {
    const auto waits = [&](const Warp& w, const Inst* pc, std::uint32_t lanes) {
        return isClusterWait(w.code->infos[recordOf(w, pc)]) && waiting(w, lanes) == lanes;
    };
    for (const auto& block : blocks) {
        for (const Warp* w : block->warps) {
            if (w->mask && !waits(*w, w->pc, w->mask))
                return false;
            for (std::uint32_t s = 0; s < w->pending; ++s) {
                const Split& split = w->splits[s];
                if (split.state == SplitState::asleep ||
                    (split.state == SplitState::ready && !waits(*w, split.pc, split.mask)))
                    return false;
            }
        }
    }
    return true;
}

} // namespace warpbench::simgpu::engine
