// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

/// Memory without an address, which can be mapped into several address ranges at once
/// (AddressRange::map). It backs the physical device memory of cuMemCreate.
class SharedPages {
  public:
    /// The memory is allocated on return, so a shortage shows up here and not on first use.
    /// \param bytes  whole pages
    /// \throws std::bad_alloc if the host runs out of memory, or does not support this
    explicit SharedPages(std::uint64_t bytes);
    ~SharedPages();
    SharedPages(const SharedPages&) = delete;
    SharedPages& operator=(const SharedPages&) = delete;

    std::uint64_t size() const noexcept { return m_size; } ///< bytes
    int descriptor() const noexcept { return m_descriptor; }

    /// Whether this host supports it. Linux only: Windows would need placeholder mappings.
    static bool supported() noexcept;

  private:
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

} // namespace warpbench::simgpu::host
