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

/// The last write to a 4-byte word, and the last reads of two threads, of different warps if there
/// are such: a write races with at least one of two, as it can be only one of them itself.
struct WordHistory {
    Access write;
    std::array<Access, 2> reads;
};

/// Words that are followed together: as many as half a warp accesses side by side.
inline constexpr std::uint32_t kLineWords = 16;
inline constexpr std::uint64_t kLineBytes = kLineWords * 4;

/// The history of a line: words side by side. As long as every access to it was one to all its
/// words by as many lanes side by side, what happened to the first word tells about all: to the
/// word n behind it the same happened by the lane n behind. Else each word has a history of its
/// own. In shared memory a line may also be one of whose words each was read by the same lanes, and
/// nothing else: then the first word tells about all as it stands.
struct LineHistory {
    static constexpr std::uint32_t kWordsAlike = ~0u - 1;

    WordHistory first;        ///< while `words` is 0 or kWordsAlike; plain accesses to whole words
    std::uint32_t latest = 0; ///< segment of the last access to any of the words; 0: there was none
    std::uint32_t words = 0;  ///< where the words' own histories are; 0: nowhere

    /// Makes the words' histories out of the line's, where `words` is 0.
    void spreadTo(WordHistory* words) const;
};

/// The histories of a block's shared memory, whose lines and words count from its start.
class SharedHistory {
  public:
    void resize(std::uint64_t bytes) {
        m_lines.resize(bytes / kLineBytes + 1);
        m_words.resize(m_lines.size() * kLineWords);
    }
    bool isEmpty() const { return m_lines.empty(); }
    LineHistory* lineAt(std::uint64_t line) { return &m_lines[line]; }
    /// Of that line and the next one; null where they are not side by side.
    LineHistory* linesAt(std::uint64_t line) {
        return line + 1 < m_lines.size() ? lineAt(line) : nullptr;
    }
    /// The histories of a line's words, from now on kept apart.
    /// \param past  accesses of earlier segments are none
    WordHistory* wordsOf(LineHistory& line, std::uint32_t past) {
        WordHistory* const words =
            &m_words[static_cast<std::size_t>(&line - m_lines.data()) * kLineWords];
        // Of a line without a past, what its words kept from earlier is as old.
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

/// The histories of global memory, of one launch: pages of lines, made when something on the page
/// is first touched, and words where a line needs them. One thread at a time: a launch that is
/// checked for races in global memory runs on one, which also makes its reports reproducible.
class GlobalHistory {
  public:
    /// Small enough for pages of several arrays to stay in the processor's first cache while warps
    /// go through them.
    static constexpr std::uint64_t kPageLines = 256;

    /// \param limit  bytes that the histories may take: half of the size of the memory that they
    /// follow, and six times that of lines whose words are kept apart
    explicit GlobalHistory(std::uint64_t limit)
        : m_limit(limit) {}
    ~GlobalHistory(); ///< some pages are kept for the next launch
    GlobalHistory(const GlobalHistory&) = delete;
    GlobalHistory& operator=(const GlobalHistory&) = delete;

    /// \param line  address / kLineBytes
    /// \return null where the limit is reached
    LineHistory* lineAt(std::uint64_t line) {
        const std::uint64_t page = line / kPageLines;
        // Arrays of the same size must not meet in one place.
        Recent& recent = m_recent[(page * 0x9e3779b97f4a7c15u) >> kRecentShift];
        if (page != recent.page)
            recent = {page, pageAt(page)};
        return recent.lines ? recent.lines + line % kPageLines : nullptr;
    }
    /// Of that line and the next one; null where they are not side by side, or as above.
    LineHistory* linesAt(std::uint64_t line) {
        return (line + 1) % kPageLines ? lineAt(line) : nullptr;
    }
    /// The histories of a line's words, from now on kept apart; null where the limit is reached.
    WordHistory* wordsOf(LineHistory& line, std::uint32_t past) {
        return line.words && line.words != kNotFollowed ? wordsAt(line.words) : apart(line, past);
    }
    /// Memory that has been given back and may be somebody else's now.
    void forget(std::uint64_t address, std::uint64_t bytes);
    /// Bytes of memory that were touched and could not be followed: whole pages, or lines.
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
    std::array<Recent, std::size_t{1} << (64 - kRecentShift)> m_recent; ///< pages last touched
    /// Null: a page that came too late to be followed.
    std::unordered_map<std::uint64_t, std::unique_ptr<LineHistory[]>> m_pages;
    std::vector<std::unique_ptr<WordHistory[]>> m_words; ///< of kChunkLines lines each
    std::uint32_t m_linesApart = 0;
};

/// Bytes that the histories of a launch may take: half of what the host has to spare.
std::uint64_t historyLimit();

} // namespace warpbench::simgpu::engine
