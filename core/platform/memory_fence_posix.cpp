// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/memory_fence.h"

#include <cstdlib>

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace warpbench::platform {

#ifdef __linux__
namespace {

long memoryBarrier(int command) noexcept {
    return ::syscall(SYS_membarrier, command, 0, 0);
}

} // namespace

bool canFenceAllThreads() noexcept {
    static const bool can = [] {
        const long known = memoryBarrier(MEMBARRIER_CMD_QUERY);
        return known > 0 && (known & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
    }();
    return can;
}

void fenceAllThreads() noexcept {
    // A process has to register first. With several threads this takes the system milliseconds,
    // once; most processes never get here.
    static const bool registered = memoryBarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
    // A supported call does not fail; continuing without it would occasionally give wrong results.
    if (!registered || memoryBarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0)
        std::abort();
}
#else
bool canFenceAllThreads() noexcept {
    return false;
}

void fenceAllThreads() noexcept {
    std::abort();
}
#endif

} // namespace warpbench::platform
