// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/memory_map.h"

#include <iterator>

namespace warpbench::recorder {

using launch_files::MemoryPart;

MemoryMap& MemoryMap::ofProcess() {
    static auto* const map = new MemoryMap; // programs free from static destructors too
    return *map;
}

void MemoryMap::add(const MemoryPart& part) {
    if (part.base == 0 || part.size == 0)
        return;
    const std::lock_guard lock(m_mutex);
    // What is in its place was freed in a way that nobody saw, such as with its context.
    auto first = m_parts.lower_bound(part.base);
    if (first != m_parts.begin() &&
        part.base - std::prev(first)->first < std::prev(first)->second.size)
        --first;
    m_parts.erase(first, m_parts.lower_bound(part.base + part.size));
    m_parts.insert_or_assign(part.base, part);
}

std::optional<MemoryPart> MemoryMap::take(std::uint64_t base) {
    const std::lock_guard lock(m_mutex);
    const auto node = m_parts.extract(base);
    return node ? std::optional(node.mapped()) : std::nullopt;
}

std::vector<MemoryPart> MemoryMap::takeAll(std::uint64_t base, std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    const auto first = m_parts.lower_bound(base);
    const auto last = m_parts.lower_bound(base + bytes);
    std::vector<MemoryPart> taken;
    for (auto it = first; it != last; ++it)
        taken.push_back(it->second);
    m_parts.erase(first, last);
    return taken;
}

std::optional<MemoryPart> MemoryMap::partAt(std::uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    const auto behind = m_parts.upper_bound(address);
    if (behind == m_parts.begin())
        return std::nullopt;
    const MemoryPart& part = std::prev(behind)->second;
    return address - part.base < part.size ? std::optional(part) : std::nullopt;
}

} // namespace warpbench::recorder
