// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Which lane a `shfl` reads (PTX ISA 9.0, 9.7.9.6). In an unnamed namespace: see lanes.h.
namespace warpbench::simgpu::engine {
namespace {

enum class Shuffle { up, down, bfly, idx };

struct ShuffleSource {
    std::int32_t lane;
    bool inRange; ///< otherwise `lane` is the reading lane
};

/// \param b  lane or distance
/// \param c  clamp and segment mask
template <Shuffle kMode>
inline __attribute__((always_inline)) ShuffleSource
shuffleSource(std::int32_t lane, std::uint32_t b, std::uint32_t c) {
    const auto amount = static_cast<std::int32_t>(b & 31);
    const auto clamp = static_cast<std::int32_t>(c & 31);
    const auto segment = static_cast<std::int32_t>(c >> 8 & 31);
    const std::int32_t last = (lane & segment) | (clamp & ~segment);
    std::int32_t j;
    if constexpr (kMode == Shuffle::up)
        j = lane - amount;
    else if constexpr (kMode == Shuffle::down)
        j = lane + amount;
    else if constexpr (kMode == Shuffle::bfly)
        j = lane ^ amount;
    else
        j = (lane & segment) | (amount & ~segment);
    const bool valid = kMode == Shuffle::up ? j >= last : j <= last;
    return {valid ? j : lane, valid};
}

} // namespace
} // namespace warpbench::simgpu::engine
