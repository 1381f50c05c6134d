// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::host {

/// Whether this process may read all of [address, address + bytes), according to the system,
/// without touching any byte. True if the system does not say.
/// \param write  whether it must also be writable
/// \param bytes  at least 1; the range does not wrap around
bool isAccessible(std::uint64_t address, std::uint64_t bytes, bool write);

/// The machine's memory in bytes; the largest number if unknown.
std::uint64_t physicalMemory();

} // namespace warpbench::simgpu::host
