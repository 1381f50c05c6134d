// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

#include <cstdint>

/// Arithmetic on sizes from a program: a result that exceeds 64 bits is an invalid value.
namespace warpbench::simgpu::driver {

inline std::uint64_t checkedSum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    require(!__builtin_add_overflow(a, b, &sum));
    return sum;
}

inline std::uint64_t checkedProduct(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    require(!__builtin_mul_overflow(a, b, &product));
    return product;
}

/// Bytes from the first byte of the first row to the last byte of the last. `height` is at least 1.
inline std::uint64_t checkedReach(std::uint64_t height, std::uint64_t pitch, std::uint64_t width) {
    return checkedSum(checkedProduct(height - 1, pitch), width);
}

} // namespace warpbench::simgpu::driver
