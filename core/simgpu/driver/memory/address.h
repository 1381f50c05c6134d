// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Host pointers as device addresses and back: simulated memory is the host's.
namespace warpbench::simgpu::driver {

inline std::uint64_t addressOf(const void* pointer) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

inline void* pointerAt(std::uint64_t address) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

} // namespace warpbench::simgpu::driver
