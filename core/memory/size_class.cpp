// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/size_class.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace warpbench::memory {

std::size_t sizeClass(std::size_t bytes) {
    const std::size_t wanted = std::max<std::size_t>(bytes, 1);
    const std::size_t step = std::max(kBlockAlignment, std::bit_floor(wanted) / 8);
    if (wanted > std::numeric_limits<std::size_t>::max() - (step - 1))
        throw std::length_error("a block of this size does not exist");
    return (wanted + step - 1) / step * step;
}

} // namespace warpbench::memory
