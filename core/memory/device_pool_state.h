// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context_state.h"
#include "core/cuda/event.h"
#include "core/memory/chunk_space.h"
#include "core/memory/owner_lock.h"
#include "core/memory/pool_statistics.h"
#include "core/memory/range_map.h"
#include "core/memory/recent_peak.h"

#include <cuda.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

/// Internal to core/memory.
namespace warpbench::memory {

/// What a DevicePool and its blocks share. The blocks may outlive the pool; the last of them
/// destroys it.
///
/// The few lines at the end of this file allocate and take back a known size without an atomic
/// exchange, an event or a driver call. device_pool_state.cpp handles what that fast path does not:
/// other streams, other threads, too much held memory. device_pool_supply.cpp gets memory, moves it
/// and frees it.
///
/// On any thread: giveBack, statistics, abandon. Everything else, in particular allocate, only on
/// the context's own thread, which alone records events.
class DevicePoolState {
  public:
    using StreamPtr = std::shared_ptr<cuda::StreamBox>;

    explicit DevicePoolState(cuda::Context context);
    DevicePoolState(const DevicePoolState&) = delete;
    DevicePoolState& operator=(const DevicePoolState&) = delete;

    const cuda::Context& context() const noexcept { return m_context; }

    const cuda::Stream& defaultStream() const noexcept { return m_defaultStream; }

    /// \returns a range with a single use, owned by the block until it is given back
    Range& allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    void giveBack(Range& range, std::size_t bytes) noexcept;
    /// Frees unused slabs, largest first, and then chunks, until `enough` bytes are free.
    /// \returns bytes freed
    std::size_t freeHeld(std::size_t enough);
    void allow(const cuda::Device& peer);
    void stopHolding();
    [[noreturn]] void throwOutOfMemory(std::size_t bytes, std::size_t released);
    PoolStatistics statistics() const;
    /// The needs of the graph that this thread captures; null if it captures none.
    cuda::OwnerThread::Needs* capturedNeeds() const noexcept {
        return m_owner.isThisThread() ? m_owner.capturedNeeds() : nullptr;
    }
    /// The pool itself is gone; blocks may remain.
    void abandon() noexcept;

  private:
    ~DevicePoolState();

    Range* takeNewest(std::size_t bytes, std::size_t capacity,
                      const cuda::StreamBox& stream) noexcept;
    void checkMayAllocate() const;
    Range* takeHeld(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    Range& takeFromDriver(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    ChunkSpace* space();
    bool putTogether(std::size_t capacity);
    std::size_t freeChunks(std::size_t enough);
    bool freeExcess() noexcept;
    void orderAfter(const StreamUse& use, const StreamPtr& stream);
    std::size_t slabFor(std::size_t capacity) const;
    std::pair<CUdeviceptr, std::size_t> allocateSlab(std::size_t bytes, std::size_t capacity);
    std::shared_ptr<cuda::Event> takeEvent();
    void noteEnd(StreamUse& use) noexcept;
    void keepEvent(std::shared_ptr<cuda::Event> event);
    using Lock = std::unique_lock<OwnerLock>;
    void endOrFreeExcess(Slab& slab, Lock lock) noexcept;
    void noteTaken(std::size_t bytes, std::size_t capacity) noexcept;
    /// Bytes held above the limit.
    std::size_t excess() const noexcept {
        const std::size_t peak = m_recentPeak.bytes();
        const std::size_t most = m_holding ? peak + peak / kMostAbovePeak + m_slabLimit : 0;
        return m_figures.managedBytes - std::min(m_figures.managedBytes, most);
    }

    static void bury(cuda::ContextState& state, CUdeviceptr pointer) noexcept;

    /// Held memory above the recent peak use may be this fraction of the peak (one in four).
    static constexpr std::size_t kMostAbovePeak = 4;

    cuda::Context m_context;
    const cuda::OwnerThread& m_owner; ///< of the context, which keeps it alive
    const cuda::Stream m_defaultStream;
    const std::size_t m_slabLimit;
    mutable OwnerLock m_lock;
    RangeMap m_ranges;
    std::shared_ptr<ChunkSpace> m_space; ///< null: not made yet, or not supported by the device
    bool m_spaceSought = false;
    Slab* m_addresses = nullptr; ///< of m_space
    std::vector<std::shared_ptr<cuda::Event>> m_spareEvents;
    std::uint64_t m_eventsRecorded = 0;
    PoolStatistics m_figures; ///< except for what RangeMap::held knows, and for reuses
    RecentPeak m_recentPeak;
    bool m_holding = true;
    bool m_abandoned = false;
    bool m_freeing = false; ///< on the owning thread; keeps this alive without blocks
    std::optional<std::uint64_t> m_firstStream;
    /// With a single stream no events are needed at all. The owning thread only.
    bool m_severalStreams = false;
};

inline void DevicePoolState::noteTaken(std::size_t bytes, std::size_t capacity) noexcept {
    ++m_figures.activeBlocks;
    ++m_figures.allocations;
    m_figures.activeBytes += capacity;
    m_figures.requestedBytes += bytes;
    m_recentPeak.note(m_figures.activeBytes);
}

/// Null if the fast path does not apply. A stream that used a range was recorded as an allocating
/// stream, unless setStream named it: then events are recorded on demand, until it allocates
/// memory that others used.
inline Range* DevicePoolState::takeNewest(std::size_t bytes, std::size_t capacity,
                                          const cuda::StreamBox& stream) noexcept {
    const std::lock_guard lock(m_lock);
    Range* const range = m_ranges.takeNewest(capacity, stream);
    if (range)
        noteTaken(bytes, capacity);
    return range;
}

inline Range& DevicePoolState::allocate(std::size_t bytes, std::size_t capacity,
                                        const StreamPtr& stream) {
    if (!m_owner.isThisThread() || m_owner.capturing()) [[unlikely]]
        checkMayAllocate();
    if (Range* range = takeNewest(bytes, capacity, *stream)) [[likely]]
        return *range;
    if (Range* range = takeHeld(bytes, capacity, stream))
        return *range;
    return takeFromDriver(bytes, capacity, stream);
}

inline void DevicePoolState::giveBack(Range& range, std::size_t bytes) noexcept {
    // The block owns the range until it is in the map again: nobody else reads its use.
    if (!m_owner.isThisThread() || m_severalStreams) [[unlikely]]
        noteEnd(range.uses.front());
    Lock lock(m_lock);
    --m_figures.activeBlocks;
    m_figures.activeBytes -= range.bytes;
    m_figures.requestedBytes -= bytes;
    Slab& slab = *range.slab;
    m_ranges.giveBack(range);
    if (m_abandoned || excess() > 0) [[unlikely]]
        endOrFreeExcess(slab, std::move(lock));
}

} // namespace warpbench::memory
