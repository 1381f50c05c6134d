// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// The role of an access in a race.
enum class AccessKind : std::uint8_t {
    plain,
    strong,   ///< atomic, volatile, relaxed, acquire, release: races only with plain accesses
    copy,     ///< written by cp.async: complete once the thread has waited for its group
    bulkCopy, ///< written by cp.async.bulk: complete once an mbarrier has signalled it
};

/// Which lanes touched the bytes of a word in an access.
enum class Sharing : std::uint8_t {
    none,    ///< a single lane touched all of them
    halves,  ///< one lane per half, the upper half by the lane after the lower half's
    bytes,   ///< one lane per byte, each by the lane after that of the byte below
    unknown, ///< several lanes
};

/// An access to a word of memory, for the race checks.
struct Access {
    std::uint32_t segment = 0;     ///< index into Order's segments; 0: no access
    std::uint32_t record : 19 = 0; ///< index into Code::insts
    std::uint32_t lane : 5 = 0;    ///< if several lanes: that of the highest byte, if known
    std::uint32_t bytes : 4 = 0;   ///< touched bytes of the word, one bit each
    std::uint32_t kind : 2 = 0;    ///< AccessKind
    std::uint32_t sharing : 2 = 0; ///< Sharing

    Sharing shared() const { return static_cast<Sharing>(sharing); }
    bool isShared() const { return shared() != Sharing::none; }
    /// The lane that touched a byte, if known.
    std::uint32_t laneOf(std::uint32_t byte) const;
    /// Merges an access to the word by other lanes or the same just before, in the same segment.
    void takeIn(const Access& before);
};
/// Records with higher numbers are not tracked; no kernel compiled by NVRTC comes close.
inline constexpr std::uint32_t kMaxFollowedRecord = (1u << 19) - 1;

/// A warp of a block, from its start to the end of the launch. Times are those of Order.
struct WarpLife {
    std::uint64_t block = 0;    ///< linear index in the grid
    std::uint32_t warp = 0;     ///< in the block
    std::uint32_t barrier = 0;  ///< time of its last block barrier
    std::uint32_t released = 0; ///< a fence has published everything it did before this time
    std::uint32_t told = 0;     ///< others can know that reads before this time are done
    std::uint32_t acquired = 0; ///< time of its last access that sees what others released
    std::uint32_t copied = 0;   ///< asynchronous copies before this time are complete
};

/// Additional state of a running warp.
struct WarpOrder {
    std::uint32_t life = 0;
    std::uint32_t segment = 0; ///< the current one
    /// Times that order lanes within the warp, by lane: its last bar.warp.sync, its last value
    /// exchange, and the same times as in WarpLife, which order different warps.
    struct LaneTimes {
        std::array<std::uint32_t, kLanes> synced{}, exchanged{}, released{}, told{}, acquired{};
    } lanes;
    std::vector<std::uint32_t> copyGroups; ///< commit times, oldest first
};

/// Happens-before for the race checks: a logical clock that advances with every ordering event, and
/// for each warp the times when it last took part. Two accesses of different threads count as
/// ordered if, after the earlier one,
/// - both warps have passed a barrier of their block (or cluster), or
/// - both lanes, of one warp, have taken part in a bar.warp.sync, or
/// - the earlier warp passed a fence (itself, or another warp did after a barrier), and the later
///   one made an atomic or volatile access, or passed a fence. Within a warp, the earlier lane must
///   have passed the fence and the later lane made such an access. A fence alone, or a warp
///   operation that exchanges values, does not make writes visible (CUDA C++ Programming Guide,
///   "Warp Shuffle Functions": they "do not imply a memory barrier").
/// A read is also ordered before a write if the reading warp later wrote an atomic or volatile word
/// (or, after a barrier, another warp did) and the writing warp read such a word: the read must be
/// complete by then, with or without a fence. The same is true for two lanes of a warp that have
/// exchanged values. Each condition is necessary for real order, so nothing ordered is reported.
/// Together they are not sufficient: accesses that are ordered with something else by chance are
/// missed.
///
/// Belongs to one worker of a launch; only its blocks share the memory that it checks.
class Order {
  public:
    Order();

    /// \param warps  maximum number of warps that may start
    /// \param bytes  memory limit
    void expect(std::uint64_t warps, std::uint64_t bytes);
    /// \param order  of another warp before, or new
    void begin(WarpOrder& order, std::uint64_t block, std::uint32_t warp) {
        if (!follows() && !m_lives.empty()) {
            order.life = 0; // no longer used
            return;
        }
        order.life = static_cast<std::uint32_t>(m_lives.size());
        order.segment = 0;
        // What it synchronized as another warp precedes everything in this life: see `ordered`.
        order.copyGroups.clear();
        m_lives.push_back({block, warp});
    }
    /// The segment of an access now: a warp's accesses with no ordering event in between.
    std::uint32_t segmentNow(WarpOrder& warp) {
        if (warp.segment == 0 || m_segments[warp.segment].time != m_now)
            beginSegment(warp);
        return warp.segment;
    }
    const WarpLife& lifeOf(std::uint32_t segment) const {
        return m_lives[m_segments[segment].life];
    }
    /// In this segment and later ones, no access is ordered before any access now, except for a
    /// thread's own accesses: no ordering event has happened since they started.
    std::uint32_t firstSegmentNow() const { return m_firstSegmentNow; }
    /// Whether a fence has published anything to other blocks.
    bool hasReleased() const { return m_hasReleased; }
    std::uint32_t segments() const { return static_cast<std::uint32_t>(m_segments.size()); }
    /// False once the clock or the memory limit is exhausted: order can no longer be tracked.
    bool follows() const {
        return m_now < kEnd && m_segments.size() < kEnd && bytes() <= m_mostBytes;
    }
    /// Forgets all warps and their accesses once that saves enough memory. Only while none runs,
    /// and before new histories are started. \return whether it did
    bool startAnew();

    void barrier(const std::vector<WarpOrder*>& warps);
    /// All warps of all blocks of a cluster.
    void clusterBarrier(const std::vector<WarpOrder*>& warps);
    /// \param lanes  that pass the fence
    /// \param block  all warps of the fencing warp's block
    void fence(WarpOrder& warp, std::uint32_t lanes, const std::vector<WarpOrder>& block);
    /// An atomic or volatile write.
    /// \param block  all warps of the writing warp's block
    void tell(WarpOrder& warp, std::uint32_t lanes, const std::vector<WarpOrder>& block);
    void acquire(WarpOrder& warp, std::uint32_t lanes) {
        m_lives[warp.life].acquired = m_now;
        setNow(warp.lanes.acquired, lanes);
    }
    void sync(WarpOrder& warp, std::uint32_t lanes);
    /// A warp operation that exchanges values, other than bar.warp.sync.
    void exchange(WarpOrder& warp, std::uint32_t lanes);
    void commitCopies(WarpOrder& warp);
    /// \param left  number of most recent groups that may still be pending
    void waitForCopies(WarpOrder& warp, std::size_t left);
    void bulkCopy() { tick(); }

    bool sameWarp(const Access& earlier, const WarpOrder& warp) const {
        return m_segments[earlier.segment].life == warp.life;
    }
    bool sameWarp(const Access& a, const Access& b) const {
        return m_segments[a.segment].life == m_segments[b.segment].life;
    }
    /// Whether an asynchronous copy may still be pending.
    bool isPending(const Access& copy) const;
    /// Whether an earlier access is ordered before an access now.
    bool ordered(const Access& earlier, const WarpOrder& warp, const Access& now) const;
    /// Whether an earlier read is ordered before a write now, because its warp or lane told others.
    /// \param lane  the first of `count` writing lanes; lane + i is paired with read.lane + i
    bool isTold(const Access& read, const WarpOrder& warp, std::uint32_t lane,
                std::uint32_t count = 1) const;
    /// `ordered` for consecutive lanes: lane + i and earlier.lane + i. Not for asynchronous copies,
    /// nor if several lanes share `earlier`.
    enum class OfLanes : std::uint8_t { none, some, all };
    OfLanes orderedLanes(const Access& earlier, const WarpOrder& warp, std::uint32_t lane,
                         std::uint32_t count) const;

  private:
    static constexpr std::uint32_t kEnd = 0xffff0000u;
    struct Segment {
        std::uint32_t life;
        std::uint32_t time;
    };
    std::uint64_t bytes() const {
        return m_segments.size() * sizeof(Segment) + m_lives.size() * sizeof(WarpLife);
    }
    void beginSegment(WarpOrder& warp);
    void tick() {
        ++m_now;
        m_firstSegmentNow = segments();
    }
    void setNow(std::array<std::uint32_t, kLanes>& times, std::uint32_t lanes) const;
    static bool haveMet(const WarpLife& earlier, const WarpLife& mine, std::uint32_t when) {
        return earlier.block == mine.block && earlier.barrier > when && mine.barrier > when;
    }
    /// Whether all of a warp's earlier accesses are ordered before all of another warp's.
    static bool ordersWarps(const WarpLife& earlier, const WarpLife& mine, std::uint32_t when) {
        return haveMet(earlier, mine, when) || (earlier.released > when && mine.acquired > when);
    }
    /// The same for two lanes of one warp.
    static bool ordersLanes(const WarpOrder& warp, std::uint32_t earlier, std::uint32_t lane,
                            std::uint32_t when) {
        const WarpOrder::LaneTimes& t = warp.lanes;
        return (t.synced[earlier] > when && t.synced[lane] > when) ||
               (t.released[earlier] > when && t.acquired[lane] > when);
    }

    std::uint32_t m_now = 1;
    std::uint32_t m_firstSegmentNow = 1;
    bool m_hasReleased = false;
    std::uint64_t m_mostBytes = ~std::uint64_t{0};
    std::vector<Segment> m_segments; ///< the first one means "none"
    std::vector<WarpLife> m_lives;
};

} // namespace warpbench::simgpu::engine
