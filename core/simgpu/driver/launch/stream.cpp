// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/stream.h"

#include "core/simgpu/driver/context.h"
#include "core/simgpu/driver/graph/graph.h"
#include "core/simgpu/driver/launch/event.h"
#include "core/simgpu/driver/memory/memory_pool.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>

namespace warpbench::simgpu::driver {

namespace {

std::uint64_t nextStreamId() {
    static std::atomic<std::uint64_t> next{1};
    return next.fetch_add(1);
}

} // namespace

Stream::Stream(std::weak_ptr<Context> context, Kind kind, unsigned int flags, int priority)
    : m_context(std::move(context))
    , m_kind(kind)
    , m_flags(flags)
    , m_priority(priority)
    , m_id(nextStreamId()) {}

std::shared_ptr<Context> Stream::context() const {
    auto context = m_context.lock();
    require(context != nullptr, CUDA_ERROR_CONTEXT_IS_DESTROYED);
    return context;
}

bool Stream::belongsTo(const Context& context) const noexcept {
    return m_context.lock().get() == &context;
}

CUstreamAttrValue Stream::attribute(CUstreamAttrID id) const {
    const std::lock_guard lock(m_attributeMutex);
    CUstreamAttrValue value{};
    if (const auto it = m_attributes.find(id); it != m_attributes.end())
        value = it->second;
    else if (id == CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY)
        value.syncPolicy = CU_SYNC_POLICY_AUTO;
    else if (id == CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP)
        value.memSyncDomainMap.remote = 1; // "by default": CUDA C++ Programming Guide
    if (id == CU_STREAM_ATTRIBUTE_PRIORITY)
        value.priority = m_priority;
    return value;
}

void Stream::setAttribute(CUstreamAttrID id, const CUstreamAttrValue& value) {
    if (id == CU_STREAM_ATTRIBUTE_PRIORITY) {
        m_priority = std::clamp(value.priority, kGreatestPriority, 0);
        return;
    }
    const std::lock_guard lock(m_attributeMutex);
    m_attributes[id] = value;
}

void Stream::copyAttributes(const Stream& from) {
    const auto copy = [&] {
        const std::lock_guard lock(from.m_attributeMutex);
        return from.m_attributes;
    }();
    m_priority = from.priority();
    const std::lock_guard lock(m_attributeMutex);
    m_attributes = copy;
}

TaskPtr Stream::submit(Operation operation) {
    const auto owner = context();
    owner->requireUsable();
    if (Capture::take(*this, operation))
        return nullptr;
    Scheduler& scheduler = Runtime::get().scheduler();
    return owner->order(*this, [&](std::span<const TaskPtr> after) {
        if (const auto* wait = std::get_if<EventWait>(&operation)) {
            std::vector<TaskPtr> more(after.begin(), after.end());
            more.push_back(wait->event->task());
            return scheduler.submit({}, more, m_priority);
        }
        if (const auto* record = std::get_if<EventRecord>(&operation)) {
            TaskPtr mark = scheduler.submit({}, after, m_priority);
            record->event->setTask(mark);
            return mark;
        }
        if (std::holds_alternative<Nothing>(operation))
            return scheduler.submit({}, after, m_priority);
        return scheduler.submit([owner, op = std::move(operation)] { owner->run(op); }, after,
                                m_priority);
    });
}

void Stream::submitAndWait(Operation operation) {
    Capture::requireNone(*this);
    const TaskPtr task = submit(std::move(operation));
    if (task)
        task->wait();
    const auto owner = context();
    owner->flushPrint();
    owner->requireUsable();
}

void Stream::synchronize() {
    const auto owner = context();
    Capture::requireNone(*this);
    if (const TaskPtr tail = owner->tailOf(*this))
        tail->wait();
    owner->flushPrint();
    owner->requireUsable();
    trimPools(owner->device());
}

bool Stream::query() {
    const auto owner = context();
    owner->requireUsable();
    Capture::requireNone(*this);
    const TaskPtr tail = owner->tailOf(*this);
    return !tail || tail->done();
}

bool Stream::capturing() const {
    return capture() != nullptr;
}

std::shared_ptr<Capture> Stream::capture() const {
    const std::lock_guard lock(m_captureMutex);
    return m_capture;
}

} // namespace warpbench::simgpu::driver
