// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/order.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace warpbench::simgpu::engine {

/// The last write to a 4-byte word, and the last reads of two threads, of different warps if there
/// are such: a write races with at least one of two, as it can be only one of them itself.
struct WordHistory {
    Access write;
    std::array<Access, 2> reads;
};

/// The histories of global memory's words, of one launch: pages of them, made when a word of the
/// page is first touched. One thread at a time: a launch that is checked for races in global memory
/// runs on one, which also makes its reports reproducible.
class GlobalHistory {
  public:
    /// \param limit  bytes that the histories may take, six times the memory that they follow
    explicit GlobalHistory(std::uint64_t limit)
        : m_limit(limit) {}

    /// Null where the limit is reached.
    WordHistory* at(std::uint64_t word);
    /// Memory that has been given back and may be somebody else's now.
    void forget(std::uint64_t address, std::uint64_t bytes);
    /// Bytes of memory that were touched and could not be followed, in whole pages.
    std::uint64_t bytesNotFollowed() const { return m_notFollowed; }

  private:
    WordHistory* slowly(std::uint64_t page);

    std::uint64_t m_limit;
    std::uint64_t m_used = 0;
    std::uint64_t m_notFollowed = 0;
    /// Null: a page that came too late to be followed.
    std::unordered_map<std::uint64_t, std::unique_ptr<WordHistory[]>> m_pages;
    std::uint64_t m_lastPage = ~std::uint64_t{0};
    WordHistory* m_lastWords = nullptr;
};

/// Bytes that the histories of a launch may take: half of what the host has to spare.
std::uint64_t historyLimit();

} // namespace warpbench::simgpu::engine
