// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/device_pool_state.h"

#include "core/base/error.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

namespace warpbench::memory {

/// A range that is ready for the stream's next work; null if the driver must be asked.
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
        if (range->uses.size() == 1 && range->usedOnlyBy(*stream))
            return range;
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

/// For later use, if no other range waits for it. May be null; the lock is held.
void DevicePoolState::keepEvent(std::shared_ptr<cuda::Event> event) {
    if (event && event.use_count() == 1)
        m_spareEvents.push_back(std::move(event));
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

/// Throws if that is not allowed.
void DevicePoolState::checkMayAllocate() const {
    if (!m_owner.isThisThread()) {
        const cuda::ContextScope complains(m_context);
    }
    // A range is handed out in the order of its streams, which a graph does not know: it is
    // launched later, on any stream, and repeatedly. And making a capture wait for earlier work
    // invalidates it.
    throw Error(ErrorKind::internal,
                {"WB1725", "memory of the device pool was asked for while a graph is captured",
                 "this is a bug in the program, which must allocate earlier; please report it"});
}

/// Records where the stream of a returned block is now, if this thread may. Otherwise, and after a
/// failure, nothing is lost: the event is recorded when another stream wants the block. Reuses the
/// previous event if only this range has it, because its old meaning no longer matters.
void DevicePoolState::noteEnd(StreamUse& use) noexcept {
    std::shared_ptr<cuda::Event> event = std::exchange(use.done, nullptr);
    if (!m_owner.isThisThread())
        return;
    try {
        const cuda::ContextState& state = *m_context.state();
        const cuda::ContextScope scope(m_context);
        if (!event || event.use_count() > 1)
            event = takeEvent();
        if (state.api().eventRecord(event->handle(), use.stream->as<CUstream>()) != CUDA_SUCCESS)
            return;
        use.done = std::move(event);
        use.order = ++m_eventsRecorded;
    } catch (const std::exception&) {
    }
}

/// After a block has come back: destroys this if nobody needs it any more, or frees excess
/// memory. \param lock  held
void DevicePoolState::endOrFreeExcess(Slab& slab, Lock lock) noexcept {
    bool last = m_abandoned && m_figures.activeBlocks == 0 && !m_freeing;
    CUdeviceptr leaving = 0;
    cuda::ContextPtr context; // of `leaving`: another thread may have destroyed this meanwhile
    bool mine = false;
    if (!last && excess() > 0) {
        if (slab.moves) {
            mine = m_owner.isThisThread();
            m_freeing |= mine;
        } else if (slab.active == 0) {
            m_figures.managedBytes -= slab.bytes;
            leaving = m_ranges.remove(slab);
            context = m_context.state();
        }
    }
    lock.unlock();
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
    figures.reuses = figures.allocations - std::min(figures.allocations, figures.driverAllocations);
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
