// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/size_class.h"

#include <stdexcept>

namespace warpbench::memory {

void throwSizeTooLarge() {
    throw std::length_error("a block of this size does not exist");
}

} // namespace warpbench::memory
