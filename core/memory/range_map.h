// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/event.h"
#include "core/memory/size_class.h"

#include <cuda.h>

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace warpbench::memory {

/// The last work of one stream that used a range of memory.
struct StreamUse {
    std::shared_ptr<cuda::StreamBox> stream;
    /// After that work. Null: not recorded yet. It is then recorded on demand, which is later than
    /// possible, and safe.
    std::shared_ptr<cuda::Event> done;
    std::uint64_t order = 0; ///< of `done`, among all events: the larger one is later
};

struct Slab;

/// A piece of a slab, in use or not. Its size is a multiple of kBlockAlignment.
struct Range {
    enum class State {
        active,
        set_aside,
        merged,
        away, ///< addresses without memory, in a slab whose memory moves
    };

    CUdeviceptr at = 0;
    std::size_t bytes = 0;
    Slab* slab = nullptr;
    State state = State::merged;
    std::uint32_t shelf = 0; ///< for its size, if it is in use or set aside
    Range* before = nullptr; ///< in the slab
    Range* after = nullptr;
    Range* newer = nullptr; ///< of the same size, also set aside
    Range* older = nullptr;
    std::vector<StreamUse> uses; ///< work that must be done before another stream uses it

    bool usedOnlyBy(const cuda::StreamBox& stream) const noexcept;
    /// The same without looking into the stream; a false may be wrong.
    bool plainlyUsedOnlyBy(const cuda::StreamBox& stream) const noexcept {
        return uses.size() == 1 && uses.front().stream.get() == &stream;
    }
};

/// Memory that came from the driver in one piece, or an address range where memory is mapped and
/// unmapped chunk by chunk.
struct Slab {
    CUdeviceptr at = 0;
    std::size_t bytes = 0;
    std::size_t active = 0; ///< ranges in use
    bool moves = false;     ///< addresses only
    Range* first = nullptr;
};

/// Which parts of a pool's slabs are in use. A range that comes back is set aside, so that the next
/// request for its size finds it at once. If a size is missing, everything set aside is merged with
/// its free neighbours, and the smallest free range that is large enough is split.
///
/// Calls no driver and takes no lock: the pool does.
class RangeMap {
  public:
    RangeMap();
    ~RangeMap();
    RangeMap(const RangeMap&) = delete;
    RangeMap& operator=(const RangeMap&) = delete;

    /// The range of this size that came back last, the usual choice, if `stream` is plainly the
    /// only one that used it: it becomes active. Otherwise null; then `take` may find one.
    Range* takeNewest(std::size_t bytes, const cuda::StreamBox& stream) noexcept;
    /// A range that becomes active, preferably one that `stream` used last. \param bytes  as
    /// blockSize gives it \returns null if no free range is large enough
    Range* take(std::size_t bytes, const cuda::StreamBox& stream);
    /// Adds a slab; afterwards `take` finds it.
    void add(CUdeviceptr at, std::size_t bytes);
    /// Adds an address range without memory.
    Slab& addSpace(CUdeviceptr at, std::size_t bytes);
    /// Marks addresses of a space as backed by memory from now on: they are free once `uses` are
    /// done.
    void settle(Slab& space, CUdeviceptr at, std::size_t bytes, std::vector<StreamUse> uses);
    /// The opposite; the range was free, and merged. \returns the work that still uses it
    std::vector<StreamUse> carve(Slab& space, CUdeviceptr at, std::size_t bytes);
    /// Merges everything set aside, as `take` does if a size is missing.
    void mergeAll();
    /// Makes the range free again.
    void giveBack(Range& range) noexcept;
    /// Removes a slab, not an address space, without active ranges. \returns its address
    CUdeviceptr remove(Slab& slab);
    /// The largest slab without active ranges; null if there is none.
    Slab* largestUnused();

    struct Held {
        std::size_t ranges = 0; ///< free ranges, neighbours counted as one
        std::size_t largest = 0;
    };
    Held held() const;
    const std::map<CUdeviceptr, std::unique_ptr<Slab>>& slabs() const noexcept { return m_slabs; }

  private:
    struct BySize {
        bool operator()(const Range* a, const Range* b) const noexcept {
            return a->bytes != b->bytes ? a->bytes < b->bytes : a->at < b->at;
        }
    };

    static std::uint32_t shelfOf(std::size_t bytes) noexcept;
    Range* takeSetAside(std::uint32_t shelf, const cuda::StreamBox& stream) noexcept;
    Range* takeMerged(std::size_t bytes, const cuda::StreamBox& stream);
    void unlink(Range& range) noexcept;
    static Range& cut(Range& range, CUdeviceptr at);
    static Range& pieceOf(Slab& space, CUdeviceptr at, std::size_t bytes);
    void merge(Range& range);
    static void absorbNext(Range& range);
    static void activate(Range& range) noexcept {
        range.state = Range::State::active;
        ++range.slab->active;
    }

    static constexpr std::size_t kShelves = 64 * 64;

    std::map<CUdeviceptr, std::unique_ptr<Slab>> m_slabs;
    /// By size, the newest of each, with a bit for each shelf that may not be empty.
    std::vector<Range*> m_shelves;
    std::array<std::uint64_t, kShelves / 64> m_occupied{};
    std::set<Range*, BySize> m_merged;
};

// The common path of allocating and giving back is here, so that callers can inline it.

/// One number for each size that blockSize returns.
inline std::uint32_t RangeMap::shelfOf(std::size_t bytes) noexcept {
    constexpr unsigned kFirst = 14; // from 2^14 on, each doubling has 64 sizes
    const unsigned exponent = unsigned(std::bit_width(bytes)) - 1;
    if (exponent < kFirst)
        return std::uint32_t(bytes / kBlockAlignment);
    return 64 * (exponent - kFirst + 1) + (std::uint32_t(bytes >> (exponent - 6)) & 63);
}

inline Range* RangeMap::takeNewest(std::size_t bytes, const cuda::StreamBox& stream) noexcept {
    Range*& newest = m_shelves[shelfOf(bytes)];
    Range* const range = newest;
    if (!range || !range->plainlyUsedOnlyBy(stream))
        return nullptr;
    newest = range->older;
    if (range->older)
        range->older->newer = nullptr;
    activate(*range);
    return range;
}

inline void RangeMap::giveBack(Range& range) noexcept {
    assert(range.state == Range::State::active);
    --range.slab->active;
    range.state = Range::State::set_aside;
    const std::size_t shelf = range.shelf;
    range.older = m_shelves[shelf];
    if (range.older)
        range.older->newer = &range;
    m_shelves[shelf] = &range;
    m_occupied[shelf / 64] |= std::uint64_t(1) << (shelf % 64);
}

} // namespace warpbench::memory
