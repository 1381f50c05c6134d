// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/observe/order.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// The last write to a 4-byte word, and the last reads by two threads, of different warps if
/// possible. A writing thread can be only one of the two, so a race with the other is detected.
struct WordHistory {
    Access write;
    std::array<Access, 2> reads;
};

/// Words that are tracked together: as many as half a warp accesses contiguously.
inline constexpr std::uint32_t kLineWords = 16;
inline constexpr std::uint64_t kLineBytes = kLineWords * 4;

/// The history of a line of contiguous words. As long as every access covered all its words with
/// as many contiguous lanes, the first word's history describes all: lane n further on did the
/// same to word n further on. Otherwise each word gets its own history. In shared memory, a line
/// whose words were only read, each by the same lanes, also shares the first word's history,
/// unchanged.
struct LineHistory {
    static constexpr std::uint32_t kWordsAlike = ~0u - 1;

    WordHistory first;        ///< while `words` is 0 or kWordsAlike; plain accesses to whole words
    std::uint32_t latest = 0; ///< segment of the last access to any of the words; 0: none
    std::uint32_t words = 0;  ///< where the words' separate histories are; 0: nowhere

    /// Derives the words' histories from the line's, while `words` is 0.
    void spreadTo(WordHistory* words) const;
};

/// The histories of a block's shared memory; lines and words are counted from its start.
class SharedHistory {
  public:
    void resize(std::uint64_t bytes) {
        m_lines.resize(bytes / kLineBytes + 1);
        m_words.resize(m_lines.size() * kLineWords);
    }
    bool isEmpty() const { return m_lines.empty(); }
    LineHistory* lineAt(std::uint64_t line) { return &m_lines[line]; }
    /// Histories of that line and the next; null if they are not adjacent.
    LineHistory* linesAt(std::uint64_t line) {
        return line + 1 < m_lines.size() ? lineAt(line) : nullptr;
    }
    /// The histories of a line's words, which are kept separately from now on.
    /// \param past  accesses in earlier segments are ignored
    WordHistory* wordsOf(LineHistory& line, std::uint32_t past) {
        WordHistory* const words =
            &m_words[static_cast<std::size_t>(&line - m_lines.data()) * kLineWords];
        // In a line without a past, the words' older histories are outdated as well.
        if (line.words == 0 && line.latest >= past)
            line.spreadTo(words);
        else if (line.words == LineHistory::kWordsAlike && line.latest >= past)
            std::fill_n(words, kLineWords, line.first);
        line.words = 1;
        return words;
    }

  private:
    std::vector<LineHistory> m_lines;
    std::vector<WordHistory> m_words;
};

/// The histories of global memory for one launch: pages of lines, created when a page is first
/// touched, and words for the lines that need them. Not thread-safe: a launch that is checked for
/// global races runs on one thread, which also makes its reports reproducible.
class GlobalHistory {
  public:
    /// Small enough that pages of several arrays stay in the L1 cache while warps go through
    /// them.
    static constexpr std::uint64_t kPageLines = 256;

    /// \param limit  maximum size in bytes: the histories take half the size of the tracked memory,
    /// and six times that for lines whose words are kept separately
    explicit GlobalHistory(std::uint64_t limit)
        : m_limit(limit) {}
    ~GlobalHistory(); ///< some pages are kept for the next launch
    GlobalHistory(const GlobalHistory&) = delete;
    GlobalHistory& operator=(const GlobalHistory&) = delete;

    /// \param line  address / kLineBytes
    /// \return null once the limit is reached
    LineHistory* lineAt(std::uint64_t line) {
        const std::uint64_t page = line / kPageLines;
        // Hashing prevents collisions between arrays of the same size.
        Recent& recent = m_recent[(page * 0x9e3779b97f4a7c15u) >> kRecentShift];
        if (page != recent.page)
            recent = {page, pageAt(page)};
        return recent.lines ? recent.lines + line % kPageLines : nullptr;
    }
    /// Histories of that line and the next; null if not adjacent, or as above.
    LineHistory* linesAt(std::uint64_t line) {
        return (line + 1) % kPageLines ? lineAt(line) : nullptr;
    }
    /// The histories of a line's words, separate from now on; null once the limit is reached.
    WordHistory* wordsOf(LineHistory& line, std::uint32_t past) {
        return line.words && line.words != kNotFollowed ? wordsAt(line.words) : apart(line, past);
    }
    /// Call for memory that has been freed and may have a new owner.
    void forget(std::uint64_t address, std::uint64_t bytes);
    /// Bytes of memory that were touched but not tracked: whole pages, or lines.
    std::uint64_t bytesNotFollowed() const { return m_notFollowed; }

  private:
    static constexpr std::uint32_t kNotFollowed = ~0u;
    static constexpr std::uint32_t kChunkLines = 64;
    static constexpr int kRecentShift = 58;
    struct Recent {
        std::uint64_t page = ~std::uint64_t{0};
        LineHistory* lines = nullptr;
    };

    LineHistory* pageAt(std::uint64_t page);
    WordHistory* apart(LineHistory& line, std::uint32_t past);
    WordHistory* wordsAt(std::uint32_t words) {
        return m_words[(words - 1) / kChunkLines].get() +
               std::size_t{(words - 1) % kChunkLines} * kLineWords;
    }

    std::uint64_t m_limit;
    std::uint64_t m_used = 0;
    std::uint64_t m_notFollowed = 0;
    std::array<Recent, std::size_t{1} << (64 - kRecentShift)> m_recent; ///< recently touched pages
    /// Null: a page beyond the limit.
    std::unordered_map<std::uint64_t, std::unique_ptr<LineHistory[]>> m_pages;
    std::vector<std::unique_ptr<WordHistory[]>> m_words; ///< for kChunkLines lines each
    std::uint32_t m_linesApart = 0;
};

/// Limit in bytes for the histories of a launch: half of what the host can spare.
std::uint64_t historyLimit();

} // namespace warpbench::simgpu::engine
