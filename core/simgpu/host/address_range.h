// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

class SharedPages;

/// A range of the host's virtual addresses that is reserved whole and backed by memory piece by
/// piece. Pages that were never committed cannot be touched: a stray host access ends in a signal
/// rather than in somebody else's data.
class AddressRange {
  public:
    /// \throws std::bad_alloc where the host has no such range left
    /// \param alignment  of its begin: a power of two; 0: a page
    /// \param place  where it should begin, if nothing is there yet; 0: anywhere. Suits `alignment`
    explicit AddressRange(std::uint64_t bytes, std::uint64_t alignment = 0,
                          std::uint64_t place = 0);
    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;

    std::uint64_t base() const noexcept { return m_base; }
    std::uint64_t size() const noexcept { return m_size; } ///< bytes, whole pages

    /// Makes [offset, offset + bytes) readable and writable; whole pages. False where the host
    /// refuses.
    bool commit(std::uint64_t offset, std::uint64_t bytes);
    /// Gives the memory of whole committed pages back to the host; they read as zero afterwards.
    void discard(std::uint64_t offset, std::uint64_t bytes);

    /// Shows [from, from + bytes) of `pages` at `offset`, readable and writable; whole pages. False
    /// where the host refuses.
    bool map(std::uint64_t offset, const SharedPages& pages, std::uint64_t from,
             std::uint64_t bytes);
    /// Makes [offset, offset + bytes) untouchable again; its memory, where shared, stays.
    void unmap(std::uint64_t offset, std::uint64_t bytes);

    static std::uint64_t pageSize() noexcept; ///< bytes

  private:
    std::uint64_t m_base = 0;
    std::uint64_t m_size = 0;
};

} // namespace warpbench::simgpu::host
