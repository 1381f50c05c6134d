// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

class SharedPages;

/// A reserved range of host virtual addresses that is backed by memory piece by piece. Accessing
/// pages that were never committed raises a signal, so stray host accesses cannot corrupt other
/// data.
class AddressRange {
  public:
    /// \throws std::bad_alloc if the host has no free range of that size
    /// \param alignment  of the start: a power of two; 0: page alignment
    /// \param place  preferred start, used if free; 0: anywhere. Must match `alignment`
    explicit AddressRange(std::uint64_t bytes, std::uint64_t alignment = 0,
                          std::uint64_t place = 0);
    ~AddressRange();
    AddressRange(const AddressRange&) = delete;
    AddressRange& operator=(const AddressRange&) = delete;

    std::uint64_t base() const noexcept { return m_base; }
    std::uint64_t size() const noexcept { return m_size; } ///< bytes, whole pages

    /// Makes [offset, offset + bytes), whole pages, readable and writable. False if the host
    /// refuses.
    bool commit(std::uint64_t offset, std::uint64_t bytes);
    /// Returns the memory of whole committed pages to the host; they read as zero afterwards.
    void discard(std::uint64_t offset, std::uint64_t bytes);

    /// Maps [from, from + bytes) of `pages` at `offset`, readable and writable; whole pages. False
    /// if the host refuses.
    bool map(std::uint64_t offset, const SharedPages& pages, std::uint64_t from,
             std::uint64_t bytes);
    /// Makes [offset, offset + bytes) inaccessible again; shared memory behind it is kept.
    void unmap(std::uint64_t offset, std::uint64_t bytes);

    static std::uint64_t pageSize() noexcept; ///< bytes

  private:
    std::uint64_t m_base = 0;
    std::uint64_t m_size = 0;
};

} // namespace warpbench::simgpu::host
