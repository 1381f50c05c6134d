// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

namespace warpbench::memory {

/// Internal to this file: throws std::length_error.
[[noreturn]] void throwSizeTooLarge();

/// Every block is a multiple of this: the alignment that cuMemAlloc promises (CUDA C++ Programming
/// Guide, "Device Memory Accesses").
inline constexpr std::size_t kBlockAlignment = 256;

/// Rounds up to a multiple of 1/parts of the largest power of two that is not above `bytes`.
/// \throws std::length_error if the size is too large for that
inline std::size_t roundUp(std::size_t bytes, std::size_t parts) {
    const std::size_t wanted = std::max<std::size_t>(bytes, 1);
    const std::size_t step = std::max(kBlockAlignment, std::bit_floor(wanted) / parts);
    if (wanted > std::numeric_limits<std::size_t>::max() - (step - 1)) [[unlikely]]
        throwSizeTooLarge();
    return (wanted + step - 1) & ~(step - 1);
}

/// The size in bytes of the block for a request: the next multiple of an eighth of the largest
/// power of two that is not above it, and of 256 bytes. So at most 12.5% is wasted (above 2 KiB;
/// below, at most 255 bytes), powers of two from 256 on are exact, and blocks of one size can
/// replace each other. 0 is treated as 1.
/// \throws std::length_error if the size is too large to round up
inline std::size_t sizeClass(std::size_t bytes) {
    return roundUp(bytes, 8);
}

/// The same with 1/64 instead of an eighth, for pools that split and merge their memory: at most
/// 1.6% is wasted above 16 KiB, and below at most 255 bytes.
/// \throws std::length_error if the size is too large to round up
inline std::size_t blockSize(std::size_t bytes) {
    return roundUp(bytes, 64);
}

} // namespace warpbench::memory
