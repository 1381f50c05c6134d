// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/order.h"

#include <algorithm>
#include <bit>

namespace warpbench::simgpu::engine {

Order::Order()
    : m_segments(1) {}

void Order::expect(std::uint64_t warps) {
    // Moving what is there to more memory again and again costs a short launch much.
    constexpr std::uint64_t kMost = 1u << 16;
    m_lives.reserve(static_cast<std::size_t>(std::min(warps, kMost)));
    m_segments.reserve(static_cast<std::size_t>(std::min(warps, kMost)) + 1);
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

void Order::fence(WarpOrder& warp, const std::vector<WarpOrder>& block) {
    tick();
    m_hasReleased = true;
    // What others of the block did before their last barrier is visible to this warp, and so to
    // whom it tells.
    for (const WarpOrder& other : block) {
        WarpLife& life = m_lives[other.life];
        life.released = std::max(life.released, life.barrier);
    }
    m_lives[warp.life].released = m_lives[warp.life].acquired = m_now;
}

void Order::tell(WarpOrder& warp, const std::vector<WarpOrder>& block) {
    tick();
    for (const WarpOrder& other : block) {
        WarpLife& life = m_lives[other.life];
        life.told = std::max(life.told, life.barrier);
    }
    m_lives[warp.life].told = m_now;
}

void Order::sync(WarpOrder& warp, std::uint32_t lanes) {
    tick();
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
        warp.synced[static_cast<std::size_t>(std::countr_zero(rest))] = m_now;
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

bool Order::ordered(const Access& earlier, const WarpOrder& warp, std::uint32_t lane) const {
    const Segment& segment = m_segments[earlier.segment];
    const std::uint32_t when = segment.time;
    const WarpLife& other = m_lives[segment.life];
    const WarpLife& mine = m_lives[warp.life];
    if (static_cast<AccessKind>(earlier.kind) == AccessKind::bulkCopy)
        return mine.acquired > when;
    if (isPending(earlier))
        return false;
    if (segment.life == warp.life) {
        // Which lane touched which of the bytes is not known where several did.
        if (earlier.lane == lane || earlier.several)
            return true;
        if (warp.synced[lane] > when && warp.synced[earlier.lane] > when)
            return true;
    }
    return ordersWarps(other, mine, when);
}

Order::OfLanes Order::orderedLanes(const Access& earlier, const WarpOrder& warp, std::uint32_t lane,
                                   std::uint32_t count) const {
    if (earlier.segment >= m_firstSegmentNow)
        return earlier.segment == warp.segment && earlier.lane == lane ? OfLanes::all
                                                                       : OfLanes::none;
    const Segment& segment = m_segments[earlier.segment];
    const bool sameWarp = segment.life == warp.life;
    if ((sameWarp && earlier.lane == lane) ||
        ordersWarps(m_lives[segment.life], m_lives[warp.life], segment.time))
        return OfLanes::all;
    if (!sameWarp)
        return OfLanes::none;
    std::uint32_t synced = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        synced +=
            warp.synced[lane + i] > segment.time && warp.synced[earlier.lane + i] > segment.time;
    return synced == count ? OfLanes::all : synced ? OfLanes::some : OfLanes::none;
}

} // namespace warpbench::simgpu::engine
