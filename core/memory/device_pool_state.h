// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context_state.h"
#include "core/cuda/event.h"
#include "core/memory/brief_lock.h"
#include "core/memory/chunk_space.h"
#include "core/memory/pool_statistics.h"
#include "core/memory/range_map.h"
#include "core/memory/recent_peak.h"

#include <cuda.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/// Inside of core/memory.
namespace warpbench::memory {

/// What a DevicePool and its blocks share. The blocks may outlive the pool: the last of them ends
/// it.
///
/// In two sources: device_pool_state.cpp hands out and takes back what is there, which is the way
/// that has to be fast; device_pool_supply.cpp gets memory, moves it and lets it go.
class DevicePoolState {
  public:
    using StreamPtr = std::shared_ptr<cuda::StreamBox>;

    explicit DevicePoolState(cuda::Context context);
    DevicePoolState(const DevicePoolState&) = delete;
    DevicePoolState& operator=(const DevicePoolState&) = delete;

    const cuda::Context& context() const noexcept { return m_context; }

    Range& allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    /// \param stream  null: the one that the range was allocated for
    void giveBack(Range& range, std::size_t bytes, StreamPtr stream) noexcept;
    /// Frees unused slabs, largest first, and then chunks, until `enough` bytes are free.
    /// \returns bytes freed
    std::size_t freeHeld(std::size_t enough);
    void allow(const cuda::Device& peer);
    void stopHolding();
    [[noreturn]] void throwOutOfMemory(std::size_t bytes, std::size_t released);
    PoolStatistics statistics() const;
    /// Of the graph that this thread captures; null where it captures none.
    cuda::OwnerThread::Needs* capturedNeeds() const noexcept {
        const cuda::ContextState& state = *m_context.state();
        return state.ownedByThisThread() ? state.owner().capturedNeeds() : nullptr;
    }
    /// The pool itself is gone; its blocks may not be.
    void abandon() noexcept;

  private:
    ~DevicePoolState();

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
    std::shared_ptr<cuda::Event> recordFreed(const StreamPtr& stream) noexcept;
    /// For another time, where no other range waits for it. May be null; the lock is held.
    void keepEvent(std::shared_ptr<cuda::Event> event) {
        if (event && event.use_count() == 1)
            m_spareEvents.push_back(std::move(event));
    }
    void noteTaken(std::size_t bytes, std::size_t capacity) noexcept;
    /// Bytes that are held beyond what may be.
    std::size_t excess() const noexcept {
        const std::size_t peak = m_recentPeak.bytes();
        const std::size_t most = m_holding ? peak + peak / kMostAbovePeak + m_slabLimit : 0;
        return m_figures.managedBytes - std::min(m_figures.managedBytes, most);
    }

    static void bury(cuda::ContextState& state, CUdeviceptr pointer) noexcept;

    /// What is held beyond the highest use lately may be such a part of that.
    static constexpr std::size_t kMostAbovePeak = 4;

    cuda::Context m_context;
    const std::size_t m_slabLimit;
    mutable BriefLock m_lock;
    RangeMap m_ranges;
    std::shared_ptr<ChunkSpace> m_space; ///< null: not made yet, or the device has none
    bool m_spaceSought = false;
    Slab* m_addresses = nullptr; ///< of m_space
    std::vector<std::shared_ptr<cuda::Event>> m_spareEvents;
    std::uint64_t m_eventsRecorded = 0;
    PoolStatistics m_figures; ///< but for what RangeMap::held knows
    RecentPeak m_recentPeak;
    bool m_holding = true;
    bool m_abandoned = false;
    bool m_freeing = false; ///< by the owning thread, which needs this although no block may
    std::optional<std::uint64_t> m_firstStream;
    /// With a single stream no events are needed at all. The owning thread only.
    bool m_severalStreams = false;
};

} // namespace warpbench::memory
