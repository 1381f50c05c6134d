// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpbench::simgpu::engine {

/// Tracks which bytes of a memory range have been written, with one bit per byte. Several threads
/// may mark and query at the same time.
class WrittenBytes {
  public:
    WrittenBytes() = default;
    WrittenBytes(std::uint64_t size, bool written) { assign(size, written); }

    /// Resets all bytes. Not thread-safe.
    void assign(std::uint64_t size, bool written);
    bool isEmpty() const { return m_size == 0; }

    // Bytes [first, first + count) must be within the range.
    void mark(std::uint64_t first, std::uint64_t count, bool written = true);
    bool isAny(std::uint64_t first, std::uint64_t count) const;
    bool isAll(std::uint64_t first, std::uint64_t count) const;

    /// Sets bit i % 8 of out[i / 8] if byte first + i was written.
    void copyBits(std::uint64_t first, std::uint64_t count, std::uint8_t* out) const;
    /// One bit per byte, for setWords. Not while other threads mark bytes.
    std::vector<std::uint64_t> words() const;
    /// \param words  from an object of the same size
    void setWords(const std::vector<std::uint64_t>& words);

  private:
    using Word = std::atomic<std::uint64_t>;
    std::unique_ptr<Word[]> m_words;
    std::uint64_t m_size = 0;
};

} // namespace warpbench::simgpu::engine
