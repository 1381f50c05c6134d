// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/atomic_counts.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

AtomicCounts::Page& AtomicCounts::pageAt(std::uint64_t number) {
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Page>& page = m_pages[number];
    if (!page)
        page = std::make_unique<Page>();
    return *page;
}

void AtomicCounts::Counter::add(std::uint64_t address, std::uint32_t bytes, std::uint32_t lanes) {
    const std::uint64_t number = address / kPageBytes;
    Known& known = m_known[number % m_known.size()];
    if (known.number != number)
        known = {number, &m_counts.pageAt(number)};
    const std::uint64_t first = address % kPageBytes / 4;
    const std::uint64_t end = std::min<std::uint64_t>(first + (bytes + 3) / 4, known.page->size());
    for (std::uint64_t word = first; word < end; ++word)
        (*known.page)[word].fetch_add(lanes, std::memory_order_relaxed);
}

AtomicCounts::Sum AtomicCounts::sum() const {
    Sum sum;
    for (const auto& [number, page] : m_pages) {
        for (const std::atomic<std::uint32_t>& word : *page) {
            const std::uint32_t lanes = word.load(std::memory_order_relaxed);
            sum.bytes += lanes ? 4 : 0;
            sum.hottest = std::max<std::uint64_t>(sum.hottest, lanes);
        }
    }
    return sum;
}

} // namespace warpbench::simgpu::engine
