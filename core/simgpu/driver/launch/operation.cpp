// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/operation.h"

#include "core/simgpu/driver/graph/conditional.h"
#include "core/simgpu/driver/graph/graph_memory.h"
#include "core/simgpu/driver/launch/launch.h"
#include "core/simgpu/driver/runtime.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace warpbench::simgpu::driver {

namespace {

std::byte* at(std::uint64_t address) {
    return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address));
}

/// Marks only the rows of a rectangle, without the gaps.
void markRows(std::uint64_t address, std::size_t pitch, std::size_t width, std::size_t height) {
    if (pitch == width || height == 1) {
        markWritten(address, width * height);
        return;
    }
    for (std::size_t y = 0; y < height; ++y)
        markWritten(address + y * pitch, width);
}

void doCopy(const Copy& copy) {
    const bool solid = copy.from.pitch == copy.width && copy.to.pitch == copy.width;
    for (std::size_t z = 0; z < copy.depth; ++z) {
        std::byte* to = at(copy.to.address + z * copy.to.slice);
        const std::byte* from = at(copy.from.address + z * copy.from.slice);
        if (solid || copy.height == 1) {
            std::memmove(to, from, copy.width * copy.height);
            continue;
        }
        for (std::size_t y = 0; y < copy.height; ++y)
            std::memmove(to + y * copy.to.pitch, from + y * copy.from.pitch, copy.width);
    }
    for (std::size_t z = 0; z < copy.depth; ++z)
        markRows(copy.to.address + z * copy.to.slice, copy.to.pitch, copy.width, copy.height);
}

template <typename Element>
void fillRow(std::byte* row, std::uint32_t value, std::size_t count) {
    auto* elements = reinterpret_cast<Element*>(row);
    std::fill_n(elements, count, static_cast<Element>(value));
}

void doFill(const Fill& fill) {
    for (std::size_t y = 0; y < fill.height; ++y) {
        std::byte* row = at(fill.address + y * fill.pitch);
        if (fill.elementSize == 1)
            std::memset(row, static_cast<int>(fill.value & 0xff), fill.width);
        else if (fill.elementSize == 2)
            fillRow<std::uint16_t>(row, fill.value, fill.width);
        else
            fillRow<std::uint32_t>(row, fill.value, fill.width);
    }
    markRows(fill.address, fill.pitch, fill.width * fill.elementSize, fill.height);
}

template <typename Value>
bool isReached(Value now, Value wanted, unsigned int flags) {
    switch (flags & 3u) {
    case CU_STREAM_WAIT_VALUE_GEQ:
        return static_cast<std::make_signed_t<Value>>(now - wanted) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
        return now == wanted;
    case CU_STREAM_WAIT_VALUE_AND:
        return (now & wanted) != 0;
    default: // NOR
        return ~(now | wanted) != 0;
    }
}

/// Polls the word until it meets the condition, or the device's work is cancelled.
template <typename Value>
void waitForValue(std::uint64_t address, Value wanted, unsigned int flags, Context& context) {
    Observer& observer = context.device().observer();
    const auto cancelled = observer.beginRun();
    const std::atomic_ref<Value> word(*reinterpret_cast<Value*>(at(address)));
    // The host or a kernel writes it, now or in an hour: soon it is looked at less often.
    constexpr std::chrono::microseconds kLongest{200};
    std::chrono::nanoseconds pause{0};
    while (!isReached(word.load(std::memory_order_acquire), wanted, flags) && !*cancelled) {
        std::this_thread::sleep_for(pause);
        pause =
            std::min<std::chrono::nanoseconds>(2 * pause + std::chrono::nanoseconds(100), kLongest);
    }
    const bool stopped = *cancelled;
    observer.endRun(cancelled);
    require(!stopped, CUDA_ERROR_LAUNCH_FAILED);
}

template <typename Value>
void writeValue(std::uint64_t address, Value value) {
    std::atomic_ref<Value>(*reinterpret_cast<Value*>(at(address)))
        .store(value, std::memory_order_release);
    markWritten(address, sizeof(Value));
}

void doMemoryOperation(const CUstreamBatchMemOpParams& step, Context& context) {
    switch (step.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        waitForValue<std::uint32_t>(step.waitValue.address, step.waitValue.value,
                                    step.waitValue.flags, context);
        return;
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        waitForValue<std::uint64_t>(step.waitValue.address, step.waitValue.value64,
                                    step.waitValue.flags, context);
        return;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        writeValue<std::uint32_t>(step.writeValue.address, step.writeValue.value);
        return;
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        writeValue<std::uint64_t>(step.writeValue.address, step.writeValue.value64);
        return;
    default:
        return; // flushes and barriers: the host's memory is in order as it is
    }
}

struct Performer {
    Context& context;

    void operator()(const Nothing&) const {}
    void operator()(const KernelLaunch& launch) const { performLaunch(launch, context); }
    void operator()(const Copy& copy) const { doCopy(copy); }
    void operator()(const Fill& fill) const { doFill(fill); }
    void operator()(const HostCall& call) const { call.function(call.data); }
    // Always called by Context::run, which knows the context's error.
    void operator()(const StreamCallback&) const {}
    // Marks and graphs are made of edges between tasks; there is nothing left to do for them.
    void operator()(const EventRecord&) const {}
    void operator()(const EventWait&) const {}
    void operator()(const ChildGraph&) const {}
    void operator()(const MemoryAllocation& allocation) const { allocation.memory->begin(); }
    void operator()(const MemoryRelease& release) const {
        if (release.memory) {
            release.memory->end();
            return;
        }
        const auto region = Runtime::get().memory().removeAt(
            release.address, [](const Region& r) { return r.kind == Region::Kind::pool; });
        if (region)
            releaseRegion(*region);
    }
    void operator()(const MemoryOperations& operations) const {
        for (const CUstreamBatchMemOpParams& step : operations.list)
            doMemoryOperation(step, context);
    }
    void operator()(const Conditional& node) const { performConditional(node, context); }
};

} // namespace

void perform(const Operation& operation, Context& context) {
    std::visit(Performer{context}, operation);
}

} // namespace warpbench::simgpu::driver
