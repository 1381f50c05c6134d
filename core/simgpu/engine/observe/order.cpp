// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/order.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

namespace {

/// Whether a lane touches again only bytes that it touched before.
bool isOfItsLanes(const Access& before, const Access& now) {
    for (std::uint32_t rest = now.bytes; rest; rest &= rest - 1) {
        if (before.laneOf(static_cast<std::uint32_t>(std::countr_zero(rest))) != now.lane)
            return false;
    }
    return true;
}

} // namespace

Order::Order()
    : m_segments(1) {}

std::uint32_t Access::laneOf(std::uint32_t byte) const {
    switch (shared()) {
    case Sharing::halves:
        return byte < 2 ? lane - 1 : lane;
    case Sharing::bytes:
        return lane - (static_cast<std::uint32_t>(std::bit_width(bytes)) - 1 - byte);
    default:
        return lane;
    }
}

void Access::takeIn(const Access& before) {
    const auto isOne = [](std::uint32_t mask) { return std::has_single_bit(mask); };
    const std::uint32_t all = before.bytes | bytes;
    const bool follows = !isShared() && lane == before.lane + 1;
    Sharing together = Sharing::unknown;
    if (!isShared() && !before.isShared() && lane == before.lane) {
        together = Sharing::none;
    } else if (follows && !before.isShared() && before.bytes == 0b0011 && bytes == 0b1100) {
        together = Sharing::halves;
    } else if (follows && isOne(bytes) &&
               std::bit_width(before.bytes + 0u) + 1 == std::bit_width(bytes + 0u) &&
               (before.shared() == Sharing::bytes || (!before.isShared() && isOne(before.bytes)))) {
        together = Sharing::bytes;
    } else if (!isShared() && before.isShared() && before.shared() != Sharing::unknown &&
               all == before.bytes && isOfItsLanes(before, *this)) {
        lane = before.lane;
        together = before.shared();
    }
    bytes = all;
    sharing = static_cast<std::uint32_t>(together);
}

void Order::expect(std::uint64_t warps, std::uint64_t bytes) {
    m_mostBytes = bytes;
    // Avoids repeated reallocation, which is expensive for a short launch.
    constexpr std::uint64_t kMost = 1u << 16;
    m_lives.reserve(static_cast<std::size_t>(std::min(warps, kMost)));
    m_segments.reserve(static_cast<std::size_t>(std::min(warps, kMost)) + 1);
}

bool Order::startAnew() {
    constexpr std::uint64_t kLarge = 16u << 20; ///< bytes
    if (bytes() < std::min(kLarge, m_mostBytes / 2))
        return false;
    m_segments.resize(1);
    m_lives.clear();
    m_firstSegmentNow = segments();
    return true;
}

void Order::beginSegment(WarpOrder& warp) {
    warp.segment = segments();
    m_segments.push_back({warp.life, m_now});
}

void Order::barrier(const std::vector<WarpOrder*>& warps) {
    tick();
    std::uint32_t acquired = 0;
    for (const WarpOrder* warp : warps)
        acquired = std::max(acquired, m_lives[warp->life].acquired);
    for (const WarpOrder* warp : warps) {
        m_lives[warp->life].barrier = m_now;
        m_lives[warp->life].acquired = acquired;
    }
}

void Order::clusterBarrier(const std::vector<WarpOrder*>& warps) {
    barrier(warps);
    m_hasReleased = true;
    for (const WarpOrder* warp : warps)
        m_lives[warp->life].released = m_lives[warp->life].acquired = m_now;
}

void Order::setNow(std::array<std::uint32_t, kLanes>& times, std::uint32_t lanes) const {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
        times[static_cast<std::size_t>(std::countr_zero(rest))] = m_now;
}

void Order::fence(WarpOrder& warp, std::uint32_t lanes, const std::vector<WarpOrder>& block) {
    tick();
    m_hasReleased = true;
    // What the block's other warps did before their last barrier is visible to this warp, and so to
    // those that it tells.
    for (const WarpOrder& other : block) {
        WarpLife& life = m_lives[other.life];
        life.released = std::max(life.released, life.barrier);
    }
    m_lives[warp.life].released = m_lives[warp.life].acquired = m_now;
    setNow(warp.lanes.released, lanes);
}

void Order::tell(WarpOrder& warp, std::uint32_t lanes, const std::vector<WarpOrder>& block) {
    tick();
    for (const WarpOrder& other : block) {
        WarpLife& life = m_lives[other.life];
        life.told = std::max(life.told, life.barrier);
    }
    m_lives[warp.life].told = m_now;
    setNow(warp.lanes.told, lanes);
}

void Order::sync(WarpOrder& warp, std::uint32_t lanes) {
    tick();
    setNow(warp.lanes.synced, lanes);
}

void Order::exchange(WarpOrder& warp, std::uint32_t lanes) {
    tick();
    setNow(warp.lanes.exchanged, lanes);
}

bool Order::isTold(const Access& read, const WarpOrder& warp, std::uint32_t lane,
                   std::uint32_t count) const {
    const Segment& segment = m_segments[read.segment];
    if (segment.life != warp.life)
        return m_lives[segment.life].told > segment.time &&
               m_lives[warp.life].acquired > segment.time;
    const WarpOrder::LaneTimes& t = warp.lanes;
    const auto isKnown = [&](std::uint32_t reader, std::uint32_t writer) {
        return (t.told[reader] > segment.time && t.acquired[writer] > segment.time) ||
               (t.exchanged[reader] > segment.time && t.exchanged[writer] > segment.time);
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!isKnown(read.lane + i, lane + i))
            return false;
    }
    return true;
}

void Order::commitCopies(WarpOrder& warp) {
    tick();
    warp.copyGroups.push_back(m_now);
}

void Order::waitForCopies(WarpOrder& warp, std::size_t left) {
    if (warp.copyGroups.size() <= left)
        return;
    const auto done = warp.copyGroups.end() - static_cast<std::ptrdiff_t>(left);
    WarpLife& life = m_lives[warp.life];
    life.copied = std::max(life.copied, *(done - 1));
    warp.copyGroups.erase(warp.copyGroups.begin(), done);
}

bool Order::isPending(const Access& copy) const {
    const Segment& segment = m_segments[copy.segment];
    return static_cast<AccessKind>(copy.kind) == AccessKind::copy &&
           m_lives[segment.life].copied <= segment.time;
}

bool Order::ordered(const Access& earlier, const WarpOrder& warp, const Access& now) const {
    const std::uint32_t lane = now.lane;
    const Segment& segment = m_segments[earlier.segment];
    const std::uint32_t when = segment.time;
    const WarpLife& other = m_lives[segment.life];
    const WarpLife& mine = m_lives[warp.life];
    if (static_cast<AccessKind>(earlier.kind) == AccessKind::bulkCopy)
        return mine.acquired > when;
    if (isPending(earlier))
        return false;
    if (segment.life != warp.life)
        return ordersWarps(other, mine, when);
    if (haveMet(other, mine, when))
        return true;
    // If it is unknown which lane touched which byte, the bytes together are not by a single
    // lane.
    if (earlier.shared() == Sharing::unknown)
        return (earlier.bytes & ~now.bytes) != 0 || warp.lanes.synced[lane] > when ||
               warp.lanes.acquired[lane] > when;
    for (std::uint32_t rest = earlier.bytes & now.bytes; rest; rest &= rest - 1) {
        const std::uint32_t toucher =
            earlier.laneOf(static_cast<std::uint32_t>(std::countr_zero(rest)));
        if (toucher != lane && !ordersLanes(warp, toucher, lane, when))
            return false;
    }
    return true;
}

Order::OfLanes Order::orderedLanes(const Access& earlier, const WarpOrder& warp, std::uint32_t lane,
                                   std::uint32_t count) const {
    if (earlier.segment >= m_firstSegmentNow)
        return earlier.segment == warp.segment && earlier.lane == lane ? OfLanes::all
                                                                       : OfLanes::none;
    const Segment& segment = m_segments[earlier.segment];
    const bool sameWarp = segment.life == warp.life;
    const WarpLife &other = m_lives[segment.life], &mine = m_lives[warp.life];
    if (!sameWarp)
        return ordersWarps(other, mine, segment.time) ? OfLanes::all : OfLanes::none;
    if (earlier.lane == lane || haveMet(other, mine, segment.time))
        return OfLanes::all;
    std::uint32_t ordered = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        ordered += ordersLanes(warp, earlier.lane + i, lane + i, segment.time);
    return ordered == count ? OfLanes::all : ordered ? OfLanes::some : OfLanes::none;
}

} // namespace warpbench::simgpu::engine
