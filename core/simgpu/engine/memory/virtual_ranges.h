// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace warpbench::simgpu::engine {

/// A device's access to a range of reserved virtual addresses.
enum class VirtualAccess : std::uint8_t {
    unmapped,  ///< reserved, but no memory is mapped there
    none,      ///< mapped, but this device has no access
    read,      ///< reads only
    readWrite, ///< everything
};

/// The access that a device has to virtual addresses that a program manages itself
/// (cuMemAddressReserve etc.). Adjacent ranges with the same access are merged, so an access may
/// cross from one mapping into the next, as on a GPU. Not thread-safe.
class VirtualRanges {
  public:
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        VirtualAccess access = VirtualAccess::unmapped;
    };

    void set(std::uint64_t begin, std::uint64_t size, VirtualAccess access);
    void erase(std::uint64_t begin, std::uint64_t size);
    /// The range that contains an address.
    std::optional<Range> find(std::uint64_t address) const;

  private:
    struct Rest {
        std::uint64_t end = 0;
        VirtualAccess access = VirtualAccess::unmapped;
    };
    std::map<std::uint64_t, Rest> m_ranges; ///< by start address
};

} // namespace warpbench::simgpu::engine
