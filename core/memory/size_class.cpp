// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/size_class.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace warpbench::memory {

namespace {

/// Rounded up to a multiple of one of so many parts of the power of two that is not above it.
std::size_t roundUp(std::size_t bytes, std::size_t parts) {
    const std::size_t wanted = std::max<std::size_t>(bytes, 1);
    const std::size_t step = std::max(kBlockAlignment, std::bit_floor(wanted) / parts);
    if (wanted > std::numeric_limits<std::size_t>::max() - (step - 1))
        throw std::length_error("a block of this size does not exist");
    return (wanted + step - 1) & ~(step - 1);
}

} // namespace

std::size_t sizeClass(std::size_t bytes) {
    return roundUp(bytes, 8);
}

std::size_t blockSize(std::size_t bytes) {
    return roundUp(bytes, 64);
}

} // namespace warpbench::memory
