// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/memory/virtual_ranges.h"

#include <iterator>

namespace warpbench::simgpu::engine {

void VirtualRanges::erase(std::uint64_t begin, std::uint64_t size) {
    const std::uint64_t end = begin + size;
    auto it = m_ranges.upper_bound(begin);
    if (it != m_ranges.begin())
        --it;
    while (it != m_ranges.end() && it->first < end) {
        const std::uint64_t first = it->first;
        const Rest old = it->second;
        if (old.end <= begin) {
            ++it;
            continue;
        }
        it = m_ranges.erase(it);
        if (first < begin)
            m_ranges[first] = {begin, old.access};
        if (old.end > end)
            m_ranges[end] = {old.end, old.access};
    }
}

void VirtualRanges::set(std::uint64_t begin, std::uint64_t size, VirtualAccess access) {
    erase(begin, size);
    std::uint64_t end = begin + size;
    auto next = m_ranges.lower_bound(begin);
    if (next != m_ranges.end() && next->first == end && next->second.access == access) {
        end = next->second.end;
        next = m_ranges.erase(next);
    }
    if (next != m_ranges.begin()) {
        Rest& before = std::prev(next)->second;
        if (before.end == begin && before.access == access) {
            before.end = end;
            return;
        }
    }
    m_ranges[begin] = {end, access};
}

std::optional<VirtualRanges::Range> VirtualRanges::find(std::uint64_t address) const {
    auto it = m_ranges.upper_bound(address);
    if (it == m_ranges.begin())
        return std::nullopt;
    --it;
    if (address >= it->second.end)
        return std::nullopt;
    return Range{it->first, it->second.end, it->second.access};
}

} // namespace warpbench::simgpu::engine
