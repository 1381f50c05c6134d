// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/memory_watch.h"

#include <tuple>

namespace warpbench::session {

namespace {

/// Everything reported, for comparison.
auto figuresOf(const DeviceMemory& memory) {
    const PoolUse pool = memory.use.pool.value_or(PoolUse{});
    return std::tuple(memory.use.bytes, memory.use.pool.has_value(), pool.blockBytes,
                      pool.managedBytes, pool.fragmentation, memory.managedBytes,
                      memory.lockedBytes);
}

} // namespace

void MemoryWatch::set(DeviceAddress device, const DeviceMemory& memory) {
    const std::lock_guard lock(m_mutex); // also during the report, so that the newest comes last
    const auto [known, added] = m_memory.try_emplace(device, memory);
    if (!added && figuresOf(known->second) == figuresOf(memory))
        return;
    known->second = memory;
    if (!m_handler)
        return;
    std::vector<DeviceMemory> all;
    for (const auto& [address, figures] : m_memory)
        all.push_back(figures);
    m_handler(all);
}

void MemoryWatch::close() {
    const std::lock_guard lock(m_mutex);
    m_handler = nullptr;
}

} // namespace warpbench::session
