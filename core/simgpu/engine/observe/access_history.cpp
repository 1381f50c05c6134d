// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/access_history.h"

#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <type_traits>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint64_t kPageBytes = GlobalHistory::kPageLines * sizeof(LineHistory);

using Page = std::unique_ptr<LineHistory[]>;

/// Pages of earlier launches: for a short launch, memory that is new to the process costs more than
/// the accesses do.
class SparePages {
  public:
    /// Empty lines; null without memory.
    Page take() {
        Page page;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_pages.empty()) {
                page = std::move(m_pages.back());
                m_pages.pop_back();
            }
        }
        // All of an empty line's bits are zero.
        static_assert(std::is_trivially_copyable_v<LineHistory>);
        if (page)
            std::memset(static_cast<void*>(page.get()), 0, kPageBytes);
        else
            page.reset(new (std::nothrow) LineHistory[GlobalHistory::kPageLines]());
        return page;
    }
    void keep(Page page) {
        constexpr std::size_t kMostPages = (16u << 20) / kPageBytes;
        const std::lock_guard lock(m_mutex);
        if (m_pages.size() < kMostPages)
            m_pages.push_back(std::move(page));
    }

  private:
    std::mutex m_mutex;
    std::vector<Page> m_pages;
};

SparePages& sparePages() {
    static SparePages* const pages = new SparePages; // launches may end after static objects do
    return *pages;
}

} // namespace

std::uint64_t historyLimit() {
    constexpr std::uint64_t kUnknown = std::uint64_t{1} << 30;
    const std::uint64_t available = host::availableMemory();
    return available ? available / 2 : kUnknown;
}

void LineHistory::spreadTo(WordHistory* to) const {
    for (std::uint32_t word = 0; word < kLineWords; ++word) {
        to[word] = first;
        const auto behind = [&](Access& access) { access.lane = (access.lane + word) % kLanes; };
        behind(to[word].write);
        behind(to[word].reads[0]);
        behind(to[word].reads[1]);
    }
}

GlobalHistory::~GlobalHistory() {
    for (auto& [number, page] : m_pages) {
        if (page)
            sparePages().keep(std::move(page));
    }
}

LineHistory* GlobalHistory::pageAt(std::uint64_t page) {
    const auto [it, isNew] = m_pages.try_emplace(page);
    if (isNew && m_used + kPageBytes <= m_limit) {
        it->second = sparePages().take();
        if (it->second)
            m_used += kPageBytes;
    }
    if (isNew && !it->second)
        m_notFollowed += kPageLines * kLineBytes;
    return it->second.get();
}

WordHistory* GlobalHistory::apart(LineHistory& line, std::uint32_t past) {
    if (line.words == kNotFollowed)
        return nullptr;
    if (m_linesApart % kChunkLines == 0) {
        constexpr std::size_t kWords = std::size_t{kChunkLines} * kLineWords;
        std::unique_ptr<WordHistory[]> chunk;
        if (m_used + kWords * sizeof(WordHistory) <= m_limit)
            chunk.reset(new (std::nothrow) WordHistory[kWords]());
        if (!chunk) {
            m_notFollowed += kLineBytes;
            line.words = kNotFollowed;
            return nullptr;
        }
        m_used += kWords * sizeof(WordHistory);
        m_words.push_back(std::move(chunk));
    }
    const std::uint32_t words = ++m_linesApart;
    if (line.latest >= past)
        line.spreadTo(wordsAt(words));
    line.words = words;
    return wordsAt(words);
}

void GlobalHistory::forget(std::uint64_t address, std::uint64_t bytes) {
    // If only a part of a line is freed, all of it is forgotten: at worst a race is missed.
    const std::uint64_t end = (address + bytes + kLineBytes - 1) / kLineBytes;
    for (std::uint64_t line = address / kLineBytes; line < end;) {
        const std::uint64_t next = std::min(end, (line / kPageLines + 1) * kPageLines);
        const auto it = m_pages.find(line / kPageLines);
        for (; it != m_pages.end() && it->second && line < next; ++line) {
            LineHistory& history = it->second[line % kPageLines];
            const std::uint32_t words = history.words;
            history = {};
            if (words && words != kNotFollowed) {
                std::fill_n(wordsAt(words), kLineWords, WordHistory{});
                history.words = words;
            }
        }
        line = next;
    }
}

} // namespace warpbench::simgpu::engine
