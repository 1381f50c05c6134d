// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/event.h"

#include <cuda.h>

#include <array>
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
    /// After that work. Null: nobody has recorded it yet, and it is recorded when it is needed,
    /// which is later than it could be, and safe.
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
    Range* before = nullptr; ///< in the slab
    Range* after = nullptr;
    Range* newer = nullptr; ///< of the same size that is set aside
    Range* older = nullptr;
    std::vector<StreamUse> uses; ///< what must be done before another stream uses it

    bool usedOnlyBy(const cuda::StreamBox& stream) const noexcept;
};

/// Memory that came from the driver in one piece; or addresses that memory is put to and taken from
/// chunk by chunk.
struct Slab {
    CUdeviceptr at = 0;
    std::size_t bytes = 0;
    std::size_t active = 0; ///< ranges in use
    bool moves = false;     ///< addresses only
    Range* first = nullptr;
};

/// Which parts of a pool's slabs are in use. A range that comes back is set aside, to be found at
/// once by the next one who wants that size; when a size is missing, all that was set aside is
/// merged with its free neighbours, and the smallest free range that is large enough is split.
///
/// Knows no driver and takes no lock: the pool does.
class RangeMap {
  public:
    RangeMap();
    ~RangeMap();
    RangeMap(const RangeMap&) = delete;
    RangeMap& operator=(const RangeMap&) = delete;

    /// A range that becomes active, best one that `stream` used last. \param bytes  as blockSize
    /// gives it \returns null where no free range is large enough
    Range* take(std::size_t bytes, const cuda::StreamBox& stream);
    /// Takes a slab in; afterwards `take` finds it.
    void add(CUdeviceptr at, std::size_t bytes);
    /// Takes addresses in, none of which has memory yet.
    Slab& addSpace(CUdeviceptr at, std::size_t bytes);
    /// There is memory now, at addresses of a space that had none: it is free, once `uses` are
    /// done.
    void settle(Slab& space, CUdeviceptr at, std::size_t bytes, std::vector<StreamUse> uses);
    /// And now none any more; it was free, and merged. \returns what uses it still
    std::vector<StreamUse> carve(Slab& space, CUdeviceptr at, std::size_t bytes);
    /// Merges all that was set aside, as `take` does where a size is missing.
    void mergeAll();
    /// The range is free again.
    void giveBack(Range& range) noexcept;
    /// Takes a slab out that is no space, none of whose ranges is active. \returns where it lies
    CUdeviceptr remove(Slab& slab);
    /// The largest slab of which nothing is in use; null where there is none.
    Slab* largestUnused();

    struct Held {
        std::size_t ranges = 0; ///< free ones, neighbours counted as one
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

    Range* takeSetAside(std::size_t bytes, const cuda::StreamBox& stream) noexcept;
    Range* takeMerged(std::size_t bytes, const cuda::StreamBox& stream);
    void unlink(Range& range) noexcept;
    static Range& cut(Range& range, CUdeviceptr at);
    static Range& pieceOf(Slab& space, CUdeviceptr at, std::size_t bytes);
    void merge(Range& range);
    static void absorbNext(Range& range);
    void activate(Range& range) noexcept;

    static constexpr std::size_t kShelves = 64 * 64;

    std::map<CUdeviceptr, std::unique_ptr<Slab>> m_slabs;
    /// By size, the newest of each; and a bit for each shelf that is not empty.
    std::vector<Range*> m_shelves;
    std::array<std::uint64_t, kShelves / 64> m_occupied{};
    std::set<Range*, BySize> m_merged;
};

} // namespace warpbench::memory
