// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/host_pool.h"

#include "core/base/bytes_text.h"
#include "core/cuda/context_state.h"
#include "core/cuda/event.h"
#include "core/memory/held_blocks.h"
#include "core/memory/pool_accounts.h"
#include "core/memory/size_class.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace warpbench::memory {

/// The device's work that reads or writes a block.
struct PooledHostBlock::Use {
    std::vector<cuda::Event> events;

    bool isDone() const {
        for (const cuda::Event& event : events)
            if (!event.isDone())
                return false;
        return true;
    }
};

namespace {

CUresult freeHost(const cuda::DriverApi& api, std::uint64_t pointer) {
    return api.memFreeHost(cuda::pointerOf<void*>(pointer));
}

} // namespace

class HostPoolState {
  public:
    using Use = PooledHostBlock::Use;
    struct HeldBlock {
        std::byte* data = nullptr;
        std::shared_ptr<Use> use; ///< null: never used by the device
    };

    explicit HostPoolState(cuda::Context context)
        : m_context(std::move(context)) {}
    ~HostPoolState() {
        for (auto& [capacity, blocks] : m_held)
            for (HeldBlock& block : blocks)
                bury(block);
    }
    HostPoolState(const HostPoolState&) = delete;
    HostPoolState& operator=(const HostPoolState&) = delete;

    const cuda::Context& context() const noexcept { return m_context; }

    std::byte* allocate(std::size_t bytes, std::size_t capacity);
    void giveBack(std::byte* data, std::size_t bytes, std::size_t capacity,
                  std::shared_ptr<Use> use) noexcept;
    std::size_t freeHeld(std::size_t enough);
    void stopHolding();
    [[noreturn]] void throwOutOfMemory(std::size_t bytes, std::size_t released) const;
    PoolStatistics statistics() const {
        const std::lock_guard lock(m_mutex);
        PoolStatistics figures = m_accounts.figures();
        for (const auto& [capacity, blocks] : m_held)
            figures.largestHeldBytes = blocks.empty() ? figures.largestHeldBytes : capacity;
        return figures;
    }

  private:
    std::optional<HeldBlock> takeDone(std::size_t bytes, std::size_t capacity);
    std::byte* allocateFromDriver(std::size_t bytes, std::size_t capacity);

    /// cuMemFreeHost waits for copies under way (CUDA Driver API, "implicit synchronisation").
    void bury(HeldBlock& block) noexcept {
        cuda::ContextState& state = *m_context.state();
        state.bury(
            {&state, cuda::handleOf(block.data), &freeHost, "cuMemFreeHost", std::move(block.use)});
    }

    cuda::Context m_context;
    mutable std::mutex m_mutex;
    HeldBlocks<HeldBlock> m_held;
    PoolAccounts m_accounts;
    bool m_holding = true;
};

/// The latest block that the device is finished with. The driver is called without the lock,
/// because it may free what other threads left, which may include blocks of this pool.
std::optional<HostPoolState::HeldBlock> HostPoolState::takeDone(std::size_t bytes,
                                                                std::size_t capacity) {
    std::vector<HeldBlock> candidates; // latest last
    {
        const std::lock_guard lock(m_mutex);
        if (const auto shelf = m_held.find(capacity); shelf != m_held.end())
            candidates = shelf->second;
    }
    for (std::size_t i = candidates.size(); i-- > 0;) {
        if (candidates[i].use && !candidates[i].use->isDone())
            continue;
        const std::lock_guard lock(m_mutex);
        const auto shelf = m_held.find(capacity);
        if (shelf == m_held.end())
            return std::nullopt;
        const auto still =
            std::find_if(shelf->second.begin(), shelf->second.end(),
                         [&](const HeldBlock& block) { return block.data == candidates[i].data; });
        if (still == shelf->second.end())
            continue; // another thread was faster
        HeldBlock block = std::move(*still);
        shelf->second.erase(still);
        m_accounts.handedOut(bytes, capacity, true);
        return block;
    }
    return std::nullopt;
}

std::byte* HostPoolState::allocate(std::size_t bytes, std::size_t capacity) {
    const cuda::ContextScope scope(m_context);
    if (const std::optional<HeldBlock> block = takeDone(bytes, capacity))
        return block->data;
    std::byte* data = allocateFromDriver(bytes, capacity);
    const std::lock_guard lock(m_mutex);
    m_accounts.takenFromDriver(capacity);
    m_accounts.handedOut(bytes, capacity, false);
    return data;
}

std::byte* HostPoolState::allocateFromDriver(std::size_t bytes, std::size_t capacity) {
    const cuda::ContextState& state = *m_context.state();
    void* data = nullptr;
    // Portable: page-locked for every context, so that several devices can share it.
    const DriverAllocation allocation = allocateOrRelease(
        [&] { return state.api().memHostAlloc(&data, capacity, CU_MEMHOSTALLOC_PORTABLE); },
        [&] { return freeHeld(capacity); });
    if (allocation.code == CUDA_ERROR_OUT_OF_MEMORY)
        throwOutOfMemory(bytes, allocation.released);
    if (allocation.code != CUDA_SUCCESS)
        state.raise(allocation.code, "cuMemHostAlloc", saidByteCount(capacity));
    return static_cast<std::byte*>(data);
}

void HostPoolState::throwOutOfMemory(std::size_t bytes, std::size_t released) const {
    OutOfMemory::Amounts amounts;
    amounts.wantedBytes = bytes;
    amounts.activeBytes = statistics().activeBytes;
    amounts.releasedBytes = released;
    throw OutOfMemory(m_context.device(), CUDA_ERROR_OUT_OF_MEMORY, "cuMemHostAlloc", true,
                      amounts);
}

void HostPoolState::giveBack(std::byte* data, std::size_t bytes, std::size_t capacity,
                             std::shared_ptr<Use> use) noexcept {
    HeldBlock block{data, std::move(use)};
    {
        const std::lock_guard lock(m_mutex);
        m_accounts.givenBack(bytes, capacity);
        if (m_holding) {
            m_held[capacity].push_back(std::move(block));
            return;
        }
        m_accounts.returnedToDriver(capacity);
    }
    bury(block);
}

std::size_t HostPoolState::freeHeld(std::size_t enough) {
    const cuda::ContextScope scope(m_context);
    std::vector<HeldBlock> leaving;
    std::size_t bytes = 0;
    {
        const std::lock_guard lock(m_mutex);
        bytes = takeForDriver(m_held, enough, m_accounts, leaving);
    }
    for (HeldBlock& block : leaving)
        bury(block);
    return bytes;
}

void HostPoolState::stopHolding() {
    {
        const std::lock_guard lock(m_mutex);
        m_holding = false;
    }
    freeHeld(static_cast<std::size_t>(-1));
}

// PooledHostBlock

PooledHostBlock::PooledHostBlock(PooledHostBlock&& other) noexcept
    : m_pool(std::move(other.m_pool))
    , m_use(std::move(other.m_use))
    , m_data(std::exchange(other.m_data, nullptr))
    , m_size(std::exchange(other.m_size, 0))
    , m_capacity(std::exchange(other.m_capacity, 0)) {}

PooledHostBlock& PooledHostBlock::operator=(PooledHostBlock&& other) noexcept {
    if (this != &other) {
        release();
        m_pool = std::move(other.m_pool);
        m_use = std::move(other.m_use);
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
    }
    return *this;
}

PooledHostBlock::~PooledHostBlock() {
    release();
}

void PooledHostBlock::usedBy(const cuda::Stream& stream) {
    cuda::Event event = cuda::Event::create(m_pool->context(), cuda::Event::Timing::off);
    event.record(stream);
    if (!m_use)
        m_use = std::make_shared<Use>();
    m_use->events.push_back(std::move(event));
}

void PooledHostBlock::release() noexcept {
    if (!m_pool)
        return;
    m_pool->giveBack(std::exchange(m_data, nullptr), std::exchange(m_size, 0),
                     std::exchange(m_capacity, 0), std::move(m_use));
    m_pool.reset();
}

std::shared_ptr<arrays::HostBlock> PooledHostBlock::share() && {
    // std::function requires something copyable
    auto kept = std::make_shared<PooledHostBlock>(std::move(*this));
    std::byte* data = kept->data();
    const std::size_t size = kept->size();
    return std::make_shared<arrays::HostBlock>(data, size,
                                               [held = std::move(kept)] { held->release(); });
}

// HostPool

HostPool::HostPool(const cuda::Context& context)
    : m_state(std::make_shared<HostPoolState>(context)) {}

PooledHostBlock HostPool::allocate(std::size_t bytes) {
    std::size_t capacity = 0;
    try {
        capacity = sizeClass(bytes);
    } catch (const std::length_error&) {
        m_state->throwOutOfMemory(bytes, 0);
    }
    PooledHostBlock block;
    block.m_data = m_state->allocate(bytes, capacity);
    block.m_pool = m_state;
    block.m_size = bytes;
    block.m_capacity = capacity;
    return block;
}

std::shared_ptr<arrays::HostBlock> HostPool::allocateShared(std::size_t bytes) {
    PooledHostBlock block = allocate(bytes);
    std::memset(block.data(), 0, block.size());
    return std::move(block).share();
}

void HostPool::freeHeld() {
    m_state->freeHeld(static_cast<std::size_t>(-1));
}

void HostPool::stopHolding() {
    m_state->stopHolding();
}

PoolStatistics HostPool::statistics() const {
    return m_state->statistics();
}

} // namespace warpbench::memory
