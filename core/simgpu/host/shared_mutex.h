// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <shared_mutex>

namespace warpbench::simgpu::host {

/// A std::shared_mutex that is locked once on construction. With GCC on Windows, the first lock
/// initializes the mutex, and two threads doing so at once both acquired it: under Wine with GCC
/// 12, the first allocations of two contexts got the same memory.
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
