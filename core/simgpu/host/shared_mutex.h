// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <shared_mutex>

namespace warpbench::simgpu::host {

/// std::shared_mutex that is ready once it is made. That of GCC on Windows is made ready by its
/// first lock, and where two threads take that at once, winpthreads shows the other one an empty
/// lock, whose refusal std::shared_mutex does not look at: both are inside.
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
