// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

/// Memory without an address: it can be mapped into address ranges, at several places at once
/// (AddressRange::map). This is what physical device memory is to cuMemCreate.
class SharedPages {
  public:
    /// The memory is there once this returns, so that shortage shows here and not at a first use.
    /// \param bytes  whole pages
    /// \throws std::bad_alloc where the host has not that much, or cannot do this at all
    explicit SharedPages(std::uint64_t bytes);
    ~SharedPages();
    SharedPages(const SharedPages&) = delete;
    SharedPages& operator=(const SharedPages&) = delete;

    std::uint64_t size() const noexcept { return m_size; } ///< bytes
    int descriptor() const noexcept { return m_descriptor; }

    /// Whether this host can do it. Linux only: on Windows it would take placeholder mappings.
    static bool supported() noexcept;

  private:
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

} // namespace warpbench::simgpu::host
