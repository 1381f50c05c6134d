// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

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

  private:
    using Word = std::atomic<std::uint64_t>;
    std::unique_ptr<Word[]> m_words;
    std::uint64_t m_size = 0;
};

} // namespace warpbench::simgpu::engine
