// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace warpbench::simgpu::engine {

/// What a device may do with a range of reserved virtual addresses.
enum class VirtualAccess : std::uint8_t {
    unmapped,  ///< reserved, but no memory is mapped there
    none,      ///< mapped, but this device has been given no access
    read,      ///< reads only
    readWrite, ///< everything
};

/// Which accesses a device has to the virtual addresses that a program manages itself
/// (cuMemAddressReserve and its family). Neighbours with the same access are one range, so that an
/// access may cross from one mapping into the next, as on a GPU. Not thread-safe.
class VirtualRanges {
  public:
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        VirtualAccess access = VirtualAccess::unmapped;
    };

    void set(std::uint64_t begin, std::uint64_t size, VirtualAccess access);
    void erase(std::uint64_t begin, std::uint64_t size);
    /// The range that holds an address.
    std::optional<Range> find(std::uint64_t address) const;

  private:
    struct Rest {
        std::uint64_t end = 0;
        VirtualAccess access = VirtualAccess::unmapped;
    };
    std::map<std::uint64_t, Rest> m_ranges; ///< by their begin
};

} // namespace warpbench::simgpu::engine
