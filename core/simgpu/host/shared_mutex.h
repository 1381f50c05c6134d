// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <shared_mutex>

namespace warpbench::simgpu::host {

/// std::shared_mutex whose first lock was taken when it was made. That of GCC on Windows is made
/// ready by its first lock, and where two threads took that at once, both were inside: seen under
/// Wine with GCC 12, two contexts' first allocations got the same memory.
class SharedMutex : public std::shared_mutex {
#ifdef _WIN32
  public:
    SharedMutex() {
        lock();
        unlock();
    }
#endif
};

} // namespace warpbench::simgpu::host
