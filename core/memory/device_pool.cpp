// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/device_pool.h"

#include "core/memory/device_pool_state.h"
#include "core/memory/size_class.h"

#include <memory>
#include <stdexcept>
#include <utility>

namespace warpbench::memory {

// PooledDeviceBlock

void PooledDeviceBlock::setStream(const cuda::Stream& stream) {
    if (m_range)
        m_range->uses.front().stream = stream.box();
}

void PooledDeviceBlock::release() noexcept {
    if (!m_pool)
        return;
    if (cuda::OwnerThread::Needs* needs = m_pool->capturedNeeds()) [[unlikely]] {
        needs->push_back(std::make_shared<PooledDeviceBlock>(std::move(*this)));
        return;
    }
    std::exchange(m_pool, nullptr)->giveBack(*std::exchange(m_range, nullptr), m_size);
    m_pointer = 0;
    m_size = m_capacity = 0;
}

// DevicePool

DevicePool::DevicePool(const cuda::Context& context)
    : m_state(new DevicePoolState(context), [](DevicePoolState* state) { state->abandon(); }) {}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes, const cuda::Stream& stream) {
    std::size_t capacity = 0;
    try {
        capacity = blockSize(bytes);
    } catch (const std::length_error&) {
        m_state->throwOutOfMemory(bytes, 0);
    }
    PooledDeviceBlock block;
    block.m_range = &m_state->allocate(bytes, capacity, stream.box());
    block.m_pool = m_state.get();
    block.m_pointer = block.m_range->at;
    block.m_size = bytes;
    block.m_capacity = capacity;
    return block;
}

PooledDeviceBlock DevicePool::allocate(std::size_t bytes) {
    return allocate(bytes, m_state->defaultStream());
}

void DevicePool::freeHeld() {
    m_state->freeHeld(static_cast<std::size_t>(-1));
}

void DevicePool::stopHolding() {
    m_state->stopHolding();
}

void DevicePool::allow(const cuda::Device& peer) {
    m_state->allow(peer);
}

PoolStatistics DevicePool::statistics() const {
    return m_state->statistics();
}

const cuda::Context& DevicePool::context() const noexcept {
    return m_state->context();
}

} // namespace warpbench::memory
