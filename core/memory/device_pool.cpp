// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/device_pool.h"

#include "core/cuda/context_state.h"
#include "core/cuda/event.h"
#include "core/memory/held_blocks.h"
#include "core/memory/pool_accounts.h"
#include "core/memory/size_class.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace warpbench::memory {

namespace {

using StreamPtr = std::shared_ptr<cuda::StreamBox>;

/// A block that waits to be used again, and the stream whose work it must wait for.
struct HeldBlock {
    CUdeviceptr pointer = 0;
    StreamPtr stream;
    /// After the last work that used the block; empty: recorded when another stream asks for it.
    cuda::Event freed;
};

bool sameQueue(const cuda::StreamBox& a, const cuda::StreamBox& b) {
    return a.handle() == b.handle();
}

CUresult freeDevice(const cuda::DriverApi& api, std::uint64_t pointer) {
    return api.memFree(pointer);
}

} // namespace

class DevicePoolState {
  public:
    explicit DevicePoolState(cuda::Context context)
        : m_context(std::move(context)) {}
    ~DevicePoolState() {
        for (auto& [capacity, blocks] : m_held)
            for (HeldBlock& block : blocks)
                bury(block.pointer);
    }
    DevicePoolState(const DevicePoolState&) = delete;
    DevicePoolState& operator=(const DevicePoolState&) = delete;

    const cuda::Context& context() const noexcept { return m_context; }

    CUdeviceptr allocate(std::size_t bytes, std::size_t capacity, const StreamPtr& stream);
    void giveBack(CUdeviceptr pointer, std::size_t bytes, std::size_t capacity,
                  StreamPtr stream) noexcept;
    /// Frees held blocks, largest first, until `enough` bytes are free. \returns bytes freed
    std::size_t freeHeld(std::size_t enough);
    void stopHolding();
    [[noreturn]] void throwOutOfMemory(std::size_t bytes, std::size_t released);
    PoolStatistics statistics() const {
        const std::lock_guard lock(m_mutex);
        return m_accounts.figures();
    }

  private:
    std::optional<HeldBlock> takeHeld(std::size_t bytes, std::size_t capacity,
                                      const StreamPtr& stream);
    void orderAfter(HeldBlock& block, const StreamPtr& stream);
    CUdeviceptr allocateFromDriver(std::size_t bytes, std::size_t capacity);
    cuda::Event takeEvent();
    cuda::Event recordFreed(const StreamPtr& stream) noexcept;

    void bury(CUdeviceptr pointer) noexcept {
        cuda::ContextState& state = *m_context.state();
        state.bury({&state, pointer, &freeDevice, "cuMemFree"});
    }

    cuda::Context m_context;
    mutable std::mutex m_mutex;
    HeldBlocks<HeldBlock> m_held;
    std::vector<cuda::Event> m_spareEvents;
    PoolAccounts m_accounts;
    bool m_holding = true;
    std::optional<std::uint64_t> m_firstStream;
    /// With a single stream no events are needed at all. The owning thread only.
    bool m_severalStreams = false;
};

std::optional<HeldBlock> DevicePoolState::takeHeld(std::size_t bytes, std::size_t capacity,
                                                   const StreamPtr& stream) {
    const std::lock_guard lock(m_mutex);
    if (!m_firstStream)
        m_firstStream = stream->handle();
    else if (*m_firstStream != stream->handle())
        m_severalStreams = true;

    const auto shelf = m_held.find(capacity);
    if (shelf == m_held.end() || shelf->second.empty())
        return std::nullopt;
    std::vector<HeldBlock>& blocks = shelf->second;
    // The latest block of the same stream is likely still in the cache; of other streams' the
    // oldest has waited longest, so its event is likely past.
    std::size_t index = blocks.size();
    while (index > 0 && !sameQueue(*blocks[index - 1].stream, *stream))
        --index;
    const auto chosen = blocks.begin() + std::ptrdiff_t(index > 0 ? index - 1 : 0);
    HeldBlock block = std::move(*chosen);
    blocks.erase(chosen);
    m_accounts.handedOut(bytes, capacity, true);
    return block;
}

cuda::Event DevicePoolState::takeEvent() {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_spareEvents.empty()) {
            cuda::Event event = std::move(m_spareEvents.back());
            m_spareEvents.pop_back();
            return event;
        }
    }
    return cuda::Event::create(m_context, cuda::Event::Timing::off);
}

/// Makes a block of another stream usable on this one. An event that was not recorded when the
/// block was given back is recorded now: later than needed, which is safe.
void DevicePoolState::orderAfter(HeldBlock& block, const StreamPtr& stream) {
    const cuda::ContextState& state = *m_context.state();
    if (!block.freed) {
        cuda::Event event = takeEvent();
        state.check(state.api().eventRecord(event.handle(), block.stream->as<CUstream>()),
                    "cuEventRecord");
        block.freed = std::move(event);
    }
    state.check(state.api().streamWaitEvent(stream->as<CUstream>(), block.freed.handle(), 0),
                "cuStreamWaitEvent");
}

CUdeviceptr DevicePoolState::allocate(std::size_t bytes, std::size_t capacity,
                                      const StreamPtr& stream) {
    const cuda::ContextScope scope(m_context);
    if (std::optional<HeldBlock> block = takeHeld(bytes, capacity, stream)) {
        if (!sameQueue(*block->stream, *stream)) {
            try {
                orderAfter(*block, stream);
            } catch (...) {
                const std::lock_guard lock(m_mutex);
                m_accounts.givenBack(bytes, capacity);
                m_held[capacity].push_back(std::move(*block));
                throw;
            }
        }
        if (block->freed) {
            const std::lock_guard lock(m_mutex);
            m_spareEvents.push_back(std::move(block->freed));
        }
        return block->pointer;
    }
    const CUdeviceptr pointer = allocateFromDriver(bytes, capacity);
    const std::lock_guard lock(m_mutex);
    m_accounts.takenFromDriver(capacity);
    m_accounts.handedOut(bytes, capacity, false);
    return pointer;
}

CUdeviceptr DevicePoolState::allocateFromDriver(std::size_t bytes, std::size_t capacity) {
    const cuda::ContextState& state = *m_context.state();
    CUdeviceptr pointer = 0;
    const DriverAllocation allocation =
        allocateOrRelease([&] { return state.api().memAlloc(&pointer, capacity); },
                          [&] { return freeHeld(capacity); });
    if (allocation.code == CUDA_ERROR_OUT_OF_MEMORY)
        throwOutOfMemory(bytes, allocation.released);
    if (allocation.code != CUDA_SUCCESS)
        state.raise(allocation.code, "cuMemAlloc", fmt::format("{} bytes", capacity));
    return pointer;
}

void DevicePoolState::throwOutOfMemory(std::size_t bytes, std::size_t released) {
    OutOfMemory::Amounts amounts;
    amounts.wantedBytes = bytes;
    amounts.activeBytes = statistics().activeBytes;
    amounts.releasedBytes = released;
    const cuda::Context::MemoryInfo info = m_context.memoryInfo();
    amounts.freeBytes = info.freeBytes;
    amounts.totalBytes = info.totalBytes;
    throw OutOfMemory(m_context.device(), CUDA_ERROR_OUT_OF_MEMORY, "cuMemAlloc", false, amounts);
}

/// Marks where the stream is now, if that is worth an event and this thread may. A failure is not
/// lost: the event is asked for again when another stream wants the block.
cuda::Event DevicePoolState::recordFreed(const StreamPtr& stream) noexcept {
    const cuda::ContextState& state = *m_context.state();
    if (!state.ownedByThisThread() || !m_severalStreams || state.owner().capturing())
        return {};
    try {
        const cuda::ContextScope scope(m_context);
        cuda::Event event = takeEvent();
        if (state.api().eventRecord(event.handle(), stream->as<CUstream>()) == CUDA_SUCCESS)
            return event;
    } catch (const std::exception&) {
    }
    return {};
}

void DevicePoolState::giveBack(CUdeviceptr pointer, std::size_t bytes, std::size_t capacity,
                               StreamPtr stream) noexcept {
    cuda::Event freed = recordFreed(stream);
    {
        const std::lock_guard lock(m_mutex);
        m_accounts.givenBack(bytes, capacity);
        if (m_holding) {
            m_held[capacity].push_back({pointer, std::move(stream), std::move(freed)});
            return;
        }
        m_accounts.returnedToDriver(capacity);
    }
    bury(pointer);
}

std::size_t DevicePoolState::freeHeld(std::size_t enough) {
    const cuda::ContextScope scope(m_context);
    std::vector<HeldBlock> leaving;
    std::size_t bytes = 0;
    {
        const std::lock_guard lock(m_mutex);
        bytes = takeForDriver(m_held, enough, m_accounts, leaving);
    }
    for (const HeldBlock& block : leaving)
        bury(block.pointer);
    return bytes;
}

void DevicePoolState::stopHolding() {
    {
        const std::lock_guard lock(m_mutex);
        m_holding = false;
    }
    freeHeld(static_cast<std::size_t>(-1));
}

// PooledDeviceBlock

PooledDeviceBlock::PooledDeviceBlock(PooledDeviceBlock&& other) noexcept
    : m_pool(std::move(other.m_pool))
    , m_stream(std::move(other.m_stream))
    , m_pointer(std::exchange(other.m_pointer, 0))
    , m_size(std::exchange(other.m_size, 0))
    , m_capacity(std::exchange(other.m_capacity, 0)) {}

PooledDeviceBlock& PooledDeviceBlock::operator=(PooledDeviceBlock&& other) noexcept {
    if (this != &other) {
        release();
        m_pool = std::move(other.m_pool);
        m_stream = std::move(other.m_stream);
        m_pointer = std::exchange(other.m_pointer, 0);
        m_size = std::exchange(other.m_size, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
    }
    return *this;
}

PooledDeviceBlock::~PooledDeviceBlock() {
    release();
}

void PooledDeviceBlock::setStream(const cuda::Stream& stream) {
    m_stream = stream.box();
}

void PooledDeviceBlock::release() noexcept {
    if (!m_pool)
        return;
    m_pool->giveBack(std::exchange(m_pointer, 0), std::exchange(m_size, 0),
                     std::exchange(m_capacity, 0), std::move(m_stream));
    m_pool.reset();
}

// DevicePool

DevicePool::DevicePool(const cuda::Context& context)
    : m_state(std::make_shared<DevicePoolState>(context)) {}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes, const cuda::Stream& stream) {
    std::size_t capacity = 0;
    try {
        capacity = sizeClass(bytes);
    } catch (const std::length_error&) {
        m_state->throwOutOfMemory(bytes, 0);
    }
    PooledDeviceBlock block;
    block.m_pointer = m_state->allocate(bytes, capacity, stream.box());
    block.m_pool = m_state;
    block.m_stream = stream.box();
    block.m_size = bytes;
    block.m_capacity = capacity;
    return block;
}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes) {
    return allocate(bytes, cuda::Stream::defaultOf(m_state->context()));
}

void DevicePool::freeHeld() {
    m_state->freeHeld(static_cast<std::size_t>(-1));
}

void DevicePool::stopHolding() {
    m_state->stopHolding();
}

PoolStatistics DevicePool::statistics() const {
    return m_state->statistics();
}

const cuda::Context& DevicePool::context() const noexcept {
    return m_state->context();
}

} // namespace warpbench::memory
