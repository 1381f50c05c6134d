// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::simgpu::engine {

/// Which bytes of a piece of memory have been written: a bit each. Several threads may mark and
/// look at once.
class WrittenBytes {
  public:
    WrittenBytes() = default;
    WrittenBytes(std::uint64_t size, bool written) { assign(size, written); }

    /// All bytes alike. Not while others look.
    void assign(std::uint64_t size, bool written);
    bool isEmpty() const { return m_size == 0; }

    // Of bytes [first, first + count), which must lie within.
    void mark(std::uint64_t first, std::uint64_t count, bool written = true);
    bool isAny(std::uint64_t first, std::uint64_t count) const;
    bool isAll(std::uint64_t first, std::uint64_t count) const;

    /// Sets bit i % 8 of out[i / 8] where byte first + i was written.
    void copyBits(std::uint64_t first, std::uint64_t count, std::uint8_t* out) const;
    /// A bit for each byte, to be put back later. Not while others mark.
    std::vector<std::uint64_t> words() const;
    /// \param words  of as many bytes as these are
    void setWords(const std::vector<std::uint64_t>& words);

  private:
    using Word = std::atomic<std::uint64_t>;
    std::unique_ptr<Word[]> m_words;
    std::uint64_t m_size = 0;
};

} // namespace warpbench::simgpu::engine
