// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/warp.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// How an access takes part in a race.
enum class AccessKind : std::uint8_t {
    plain,
    strong,   ///< atomic, volatile, relaxed, acquire, release: races with plain ones alone
    copy,     ///< written by cp.async: there once the thread has waited for its group
    bulkCopy, ///< written by cp.async.bulk: there once an mbarrier has said so
};

/// Which lanes touched the bytes of a word that an access represents.
enum class Sharing : std::uint8_t {
    none,    ///< one lane all of them
    halves,  ///< a lane each half, the upper one the lane behind that of the lower one
    bytes,   ///< a lane each byte, each the lane behind that of the byte below
    unknown, ///< several lanes
};

/// An access to a word of memory, for the race checks.
struct Access {
    std::uint32_t segment = 0;     ///< index into Order's segments; 0: there was none
    std::uint32_t record : 19 = 0; ///< index into Code::insts
    std::uint32_t lane : 5 = 0;    ///< of several lanes: that of the highest byte, if it is known
    std::uint32_t bytes : 4 = 0;   ///< of the word, a bit each
    std::uint32_t kind : 2 = 0;    ///< AccessKind
    std::uint32_t sharing : 2 = 0; ///< Sharing

    Sharing shared() const { return static_cast<Sharing>(sharing); }
    bool isShared() const { return shared() != Sharing::none; }
    /// Of a byte that is touched, where that is known.
    std::uint32_t laneOf(std::uint32_t byte) const;
    /// Takes in what other lanes, or the same, did to the word just before, in the same segment.
    void takeIn(const Access& before);
};
/// Records beyond this number are not followed; no kernel that NVRTC makes comes near it.
inline constexpr std::uint32_t kMaxFollowedRecord = (1u << 19) - 1;

/// A warp of a block, from its beginning to the end of the launch. Times are those of Order.
struct WarpLife {
    std::uint64_t block = 0;    ///< linear index in the grid
    std::uint32_t warp = 0;     ///< in the block
    std::uint32_t barrier = 0;  ///< the last barrier of the block that it took part in
    std::uint32_t released = 0; ///< what it did before this, a fence has made visible to others
    std::uint32_t told = 0;     ///< what it read before this, others can know to be read
    std::uint32_t acquired = 0; ///< it last looked at what others may have released
    std::uint32_t copied = 0;   ///< asynchronous copies before this are complete
};

/// What a running warp keeps beside its life.
struct WarpOrder {
    std::uint32_t life = 0;
    std::uint32_t segment = 0; ///< the last one
    /// What orders lanes of the warp among themselves, by lane: its last bar.warp.sync, its last
    /// operation that exchanges values, and as in WarpLife, which counts for other warps.
    struct LaneTimes {
        std::array<std::uint32_t, kLanes> synced{}, exchanged{}, released{}, told{}, acquired{};
    } lanes;
    std::vector<std::uint32_t> copyGroups; ///< when they were committed, oldest first
};

/// Happens-before, for the race checks: a logical clock that rises with everything that orders, and
/// for each warp when it last took part. Two accesses of different threads are taken to be ordered
/// where, after the earlier one,
/// - both warps have passed a barrier of their block (or cluster), or
/// - both lanes, of one warp, have taken part in a bar.warp.sync, or
/// - the earlier warp passed a fence (itself, or behind a barrier another warp did), and the later
///   one an atomic or volatile access, or a fence; within a warp it has to be the earlier lane that
///   passed the fence and the later one that made such an access. A fence alone, and operations of
///   the warp that exchange values, let nobody see what was written (CUDA C++ Programming Guide,
///   "Warp Shuffle Functions": they "do not imply a memory barrier").
/// A read is ordered before a write, too, where after it the reading warp wrote an atomic or
/// volatile word (itself, or behind a barrier another warp did) and the writing one looked at such
/// a word: what was read is known by then, fence or not. So it is where both lanes, of one warp,
/// have exchanged values. Each is necessary for real order, so that
/// nothing ordered is reported; together they are not sufficient: an access that is ordered with
/// something else by chance is missed.
///
/// Belongs to one worker of a launch, whose blocks alone share memory that is looked at.
class Order {
  public:
    Order();

    /// \param warps  that may begin in all
    /// \param bytes  that all this may take
    void expect(std::uint64_t warps, std::uint64_t bytes);
    /// \param order  of another warp before, or new
    void begin(WarpOrder& order, std::uint64_t block, std::uint32_t warp) {
        if (!follows() && !m_lives.empty()) {
            order.life = 0; // nobody looks at it any more
            return;
        }
        order.life = static_cast<std::uint32_t>(m_lives.size());
        order.segment = 0;
        // What it synchronised as another warp it did before anything of this life: see `ordered`.
        order.copyGroups.clear();
        m_lives.push_back({block, warp});
    }
    /// The segment that an access of now belongs to: accesses of a warp that nothing is between.
    std::uint32_t segmentNow(WarpOrder& warp) {
        if (warp.segment == 0 || m_segments[warp.segment].time != m_now)
            beginSegment(warp);
        return warp.segment;
    }
    const WarpLife& lifeOf(std::uint32_t segment) const {
        return m_lives[m_segments[segment].life];
    }
    /// Of this segment and the later ones nothing is ordered before any access of now, but for a
    /// thread's own: nothing that orders has happened since they began.
    std::uint32_t firstSegmentNow() const { return m_firstSegmentNow; }
    /// Whether a fence has made anything visible to other blocks.
    bool hasReleased() const { return m_hasReleased; }
    std::uint32_t segments() const { return static_cast<std::uint32_t>(m_segments.size()); }
    /// False once the clock or the memory has run out: nothing more can be told apart.
    bool follows() const {
        return m_now < kEnd && m_segments.size() < kEnd && bytes() <= m_mostBytes;
    }
    /// Forgets all warps and what they did, where it has grown so much that this pays. Only while
    /// none runs, and before new histories are begun. \return whether it did
    bool startAnew();

    void barrier(const std::vector<WarpOrder*>& warps);
    /// All warps of all blocks of a cluster.
    void clusterBarrier(const std::vector<WarpOrder*>& warps);
    /// \param lanes  that pass it
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
    /// By an operation of the warp that is no bar.warp.sync.
    void exchange(WarpOrder& warp, std::uint32_t lanes);
    void commitCopies(WarpOrder& warp);
    /// \param left  the most recent groups that may still be under way
    void waitForCopies(WarpOrder& warp, std::size_t left);
    void bulkCopy() { tick(); }

    bool sameWarp(const Access& earlier, const WarpOrder& warp) const {
        return m_segments[earlier.segment].life == warp.life;
    }
    bool sameWarp(const Access& a, const Access& b) const {
        return m_segments[a.segment].life == m_segments[b.segment].life;
    }
    /// Whether an asynchronous copy may still be under way.
    bool isPending(const Access& copy) const;
    /// Whether an earlier access is ordered before one of now.
    bool ordered(const Access& earlier, const WarpOrder& warp, const Access& now) const;
    /// Whether an earlier read is ordered before a write of now, as its warp or lane told.
    /// \param lane  the first of so many that write, each as far behind it as the one that read
    bool isTold(const Access& read, const WarpOrder& warp, std::uint32_t lane,
                std::uint32_t count = 1) const;
    /// `ordered` for lanes side by side: each of them and one as far behind earlier.lane as it is
    /// behind `lane`. Not for asynchronous copies, nor where several lanes share `earlier`.
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
    /// The same of two lanes of one warp.
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
    std::vector<Segment> m_segments; ///< the first one represents "none"
    std::vector<WarpLife> m_lives;
};

} // namespace warpbench::simgpu::engine
