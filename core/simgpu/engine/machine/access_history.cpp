// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/access_history.h"

#include <algorithm>
#include <new>

#if defined(__linux__)
#include <fstream>
#include <string>
#endif

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kPageWords = 1024;
constexpr std::uint64_t kPageBytes = kPageWords * sizeof(WordHistory);

} // namespace

std::uint64_t historyLimit() {
    constexpr std::uint64_t kUnknown = std::uint64_t{1} << 30;
#if defined(__linux__)
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    std::uint64_t kilobytes = 0;
    while (file >> name >> kilobytes >> unit) {
        if (name == "MemAvailable:")
            return kilobytes * 1024 / 2;
    }
#endif
    return kUnknown;
}

WordHistory* GlobalHistory::at(std::uint64_t word) {
    const std::uint64_t page = word / kPageWords;
    if (page != m_lastPage) {
        m_lastWords = slowly(page);
        m_lastPage = page;
    }
    return m_lastWords ? m_lastWords + word % kPageWords : nullptr;
}

WordHistory* GlobalHistory::slowly(std::uint64_t page) {
    const auto [it, isNew] = m_pages.try_emplace(page);
    if (isNew && m_used + kPageBytes <= m_limit) {
        it->second.reset(new (std::nothrow) WordHistory[kPageWords]());
        if (it->second)
            m_used += kPageBytes;
    }
    if (isNew && !it->second)
        m_notFollowed += kPageWords * 4;
    return it->second.get();
}

void GlobalHistory::forget(std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t word = address / 4; word < (address + bytes + 3) / 4;) {
        const std::uint64_t next =
            std::min((address + bytes + 3) / 4, (word / kPageWords + 1) * kPageWords);
        const auto it = m_pages.find(word / kPageWords);
        if (it != m_pages.end() && it->second)
            std::fill(it->second.get() + word % kPageWords,
                      it->second.get() + word % kPageWords + (next - word), WordHistory{});
        word = next;
    }
}

} // namespace warpbench::simgpu::engine
