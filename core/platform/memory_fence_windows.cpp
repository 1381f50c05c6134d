// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/memory_fence.h"

#include <cstdlib>

namespace warpbench::platform {

bool canFenceAllThreads() noexcept {
    return false;
}

void fenceAllThreads() noexcept {
    std::abort();
}

} // namespace warpbench::platform
