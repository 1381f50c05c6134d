// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace warpbench::simgpu::engine {

/// Device memory is host memory at the same address.
inline std::uint8_t* pointerTo(std::uint64_t address) {
    return reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address));
}

} // namespace warpbench::simgpu::engine
