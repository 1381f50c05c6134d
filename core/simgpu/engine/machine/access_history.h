// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// An access to a word of memory, for the race checks.
struct Access {
    std::uint32_t block = 0;  ///< linear index in the grid
    std::uint32_t epoch = 0;  ///< of the block when it happened, see Block::epoch; 0: none yet
    std::uint32_t record = 0; ///< into Code::insts
    std::uint16_t thread = 0; ///< warp * 32 + lane
    std::uint8_t bytes = 0;   ///< of the word, a bit each
    std::uint32_t warp() const { return thread / 32u; }
    std::uint32_t lane() const { return thread % 32u; }
    bool sameWarp(const Access& other) const {
        return block == other.block && warp() == other.warp();
    }
};

/// The last write to a 4-byte word, and the last reads of two different warps: a write races with
/// at least one of two, as it can be only one of them itself.
struct WordHistory {
    Access write;
    std::array<Access, 2> reads;
};

/// The histories of global memory's words, of one launch. One thread at a time: a launch that is
/// checked for races in global memory runs on one, which also makes its reports reproducible.
class GlobalHistory {
  public:
    explicit GlobalHistory(std::uint64_t blockCount)
        : m_fenced(blockCount) {}

    void noteFence(std::uint64_t block, std::uint32_t epoch) { m_fenced[block] = epoch; }
    /// True where the block has passed a fence since the access: it is ordered then.
    bool fencedSince(const Access& access) const { return access.epoch < m_fenced[access.block]; }
    /// Null where the launch has touched more memory than is kept track of (32 MiB).
    WordHistory* at(std::uint64_t word);

  private:
    std::vector<std::uint32_t> m_fenced; ///< by block: its epoch after the last fence
    std::unordered_map<std::uint64_t, std::unique_ptr<WordHistory[]>> m_pages;
    std::uint64_t m_lastPage = ~std::uint64_t{0};
    WordHistory* m_lastWords = nullptr;
};

} // namespace warpbench::simgpu::engine
