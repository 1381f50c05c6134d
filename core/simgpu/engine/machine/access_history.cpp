// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/machine/access_history.h"

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kPageWords = 1024;
/// Histories take twelve times the memory that they watch: 32 MiB in 384 MiB.
constexpr std::size_t kMaxPages = 8192;

} // namespace

WordHistory* GlobalHistory::at(std::uint64_t word) {
    const std::uint64_t page = word / kPageWords;
    if (page != m_lastPage) {
        auto found = m_pages.find(page);
        if (found == m_pages.end() && m_pages.size() < kMaxPages)
            found = m_pages.emplace(page, std::make_unique<WordHistory[]>(kPageWords)).first;
        m_lastPage = page;
        m_lastWords = found == m_pages.end() ? nullptr : found->second.get();
    }
    return m_lastWords ? m_lastWords + word % kPageWords : nullptr;
}

} // namespace warpbench::simgpu::engine
