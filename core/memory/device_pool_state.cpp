// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/device_pool_state.h"

#include "core/base/error.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

namespace warpbench::memory {

void DevicePoolState::noteTaken(std::size_t bytes, std::size_t capacity) noexcept {
    ++m_figures.activeBlocks;
    ++m_figures.allocations;
    m_figures.activeBytes += capacity;
    m_figures.requestedBytes += bytes;
    m_recentPeak.note(m_figures.activeBytes);
}

/// A range that is ready for the stream's next work: null where the driver must be asked.
Range* DevicePoolState::takeHeld(std::size_t bytes, std::size_t capacity, const StreamPtr& stream) {
    std::vector<StreamUse> others;
    Range* range = nullptr;
    {
        const std::lock_guard lock(m_lock);
        if (!m_firstStream)
            m_firstStream = stream->handle();
        else if (*m_firstStream != stream->handle())
            m_severalStreams = true;
        range = m_ranges.take(capacity, *stream);
        if (!range)
            return nullptr;
        noteTaken(bytes, capacity);
        ++m_figures.reuses;
        if (range->uses.size() == 1 && range->usedOnlyBy(*stream)) { // as mostly
            keepEvent(std::move(range->uses.front().done));
            return range;
        }
        others = std::exchange(range->uses, {});
    }
    try {
        const cuda::ContextScope scope(m_context);
        for (const StreamUse& use : others) {
            if (use.stream->handle() != stream->handle())
                orderAfter(use, stream);
        }
    } catch (...) {
        const std::lock_guard lock(m_lock);
        range->uses = std::move(others);
        --m_figures.activeBlocks;
        m_figures.activeBytes -= capacity;
        m_figures.requestedBytes -= bytes;
        m_ranges.giveBack(*range);
        throw;
    }
    const std::lock_guard lock(m_lock);
    for (StreamUse& use : others)
        keepEvent(std::move(use.done));
    range->uses.push_back({stream, nullptr, 0});
    return range;
}

std::shared_ptr<cuda::Event> DevicePoolState::takeEvent() {
    {
        const std::lock_guard lock(m_lock);
        if (!m_spareEvents.empty()) {
            std::shared_ptr<cuda::Event> event = std::move(m_spareEvents.back());
            m_spareEvents.pop_back();
            return event;
        }
    }
    return std::make_shared<cuda::Event>(cuda::Event::create(m_context, cuda::Event::Timing::off));
}

/// Makes memory of another stream usable on this one.
void DevicePoolState::orderAfter(const StreamUse& use, const StreamPtr& stream) {
    const cuda::ContextState& state = *m_context.state();
    std::shared_ptr<cuda::Event> event = use.done;
    if (!event) {
        event = takeEvent();
        state.check(state.api().eventRecord(event->handle(), use.stream->as<CUstream>()),
                    "cuEventRecord");
    }
    state.check(state.api().streamWaitEvent(stream->as<CUstream>(), event->handle(), 0),
                "cuStreamWaitEvent");
    if (!use.done) {
        const std::lock_guard lock(m_lock);
        m_spareEvents.push_back(std::move(event));
    }
}

Range& DevicePoolState::allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream) {
    if (!m_context.state()->ownedByThisThread()) [[unlikely]] {
        const cuda::ContextScope complains(m_context);
    }
    // A range is handed out in the order of its streams, which a graph does not know: it is
    // launched later, on any stream, and again. And to make a capture wait for work before it
    // spoils it.
    if (m_context.state()->owner().capturing()) [[unlikely]]
        throw Error(ErrorKind::internal,
                    "memory of the device pool was asked for while a graph is captured",
                    "this is a fault of the program, which must allocate before; please report it");
    if (Range* range = takeHeld(bytes, capacity, stream))
        return *range;
    return takeFromDriver(bytes, capacity, stream);
}

/// Marks where the stream is now, if that is worth an event and this thread may. A failure is not
/// lost: the event is asked for again when another stream wants the block.
std::shared_ptr<cuda::Event> DevicePoolState::recordFreed(const StreamPtr& stream) noexcept {
    const cuda::ContextState& state = *m_context.state();
    if (!state.ownedByThisThread() || !m_severalStreams)
        return nullptr;
    try {
        const cuda::ContextScope scope(m_context);
        std::shared_ptr<cuda::Event> event = takeEvent();
        if (state.api().eventRecord(event->handle(), stream->as<CUstream>()) == CUDA_SUCCESS)
            return event;
    } catch (const std::exception&) {
    }
    return nullptr;
}

void DevicePoolState::giveBack(Range& range, std::size_t bytes, StreamPtr stream) noexcept {
    // The range is the block's until it is in the map again: nobody else reads its uses.
    StreamUse& use = range.uses.front();
    if (stream)
        use.stream = std::move(stream);
    use.done = recordFreed(use.stream);
    CUdeviceptr leaving = 0;
    cuda::ContextPtr context; // of `leaving`: another thread may have ended this meanwhile
    bool last = false;
    bool mine = false;
    {
        const std::lock_guard lock(m_lock);
        if (use.done)
            use.order = ++m_eventsRecorded;
        --m_figures.activeBlocks;
        m_figures.activeBytes -= range.bytes;
        m_figures.requestedBytes -= bytes;
        Slab& slab = *range.slab;
        m_ranges.giveBack(range);
        last = m_abandoned && m_figures.activeBlocks == 0 && !m_freeing;
        if (!last && excess() > 0) [[unlikely]] {
            if (slab.moves) {
                mine = m_context.state()->ownedByThisThread();
                m_freeing |= mine;
            } else if (slab.active == 0) {
                m_figures.managedBytes -= slab.bytes;
                leaving = m_ranges.remove(slab);
                context = m_context.state();
            }
        }
    }
    if (leaving != 0)
        bury(*context, leaving);
    if (mine)
        last = freeExcess();
    if (last)
        delete this;
}

PoolStatistics DevicePoolState::statistics() const {
    const std::lock_guard lock(m_lock);
    PoolStatistics figures = m_figures;
    const RangeMap::Held held = m_ranges.held();
    figures.heldBlocks = held.ranges;
    figures.largestHeldBytes = held.largest;
    return figures;
}

void DevicePoolState::abandon() noexcept {
    bool last = false;
    {
        const std::lock_guard lock(m_lock);
        m_abandoned = true;
        last = m_figures.activeBlocks == 0 && !m_freeing;
    }
    if (last)
        delete this;
}

} // namespace warpbench::memory
