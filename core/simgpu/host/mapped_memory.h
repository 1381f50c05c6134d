// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

/// Whether this process may read all of [address, address + bytes), by what the system says: no
/// byte is touched. True where the system says nothing.
/// \param write  whether it may write there, too
/// \param bytes  at least 1; the range does not wrap around
bool isAccessible(std::uint64_t address, std::uint64_t bytes, bool write);

/// Bytes of memory that the machine has; the largest number where it does not say.
std::uint64_t physicalMemory();

} // namespace warpbench::simgpu::host
