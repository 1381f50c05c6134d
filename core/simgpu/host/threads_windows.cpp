// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/threads.h"

#include <windows.h>

namespace warpbench::simgpu::host {

void lowerPriority() noexcept {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

void watchForks() noexcept {}

bool isFork() noexcept {
    return false;
}

} // namespace warpbench::simgpu::host
