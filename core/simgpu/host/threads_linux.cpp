// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/threads.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace warpbench::simgpu::host {

void lowerPriority() noexcept {
    constexpr int kNice = 5; // of the thread alone on Linux, whatever POSIX says
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNice);
}

namespace {
std::atomic<bool> g_isFork{false};
}

void watchForks() noexcept {
    static const int once = pthread_atfork(nullptr, nullptr, [] { g_isFork = true; });
    static_cast<void>(once);
}

bool isFork() noexcept {
    return g_isFork.load(std::memory_order_relaxed);
}

} // namespace warpbench::simgpu::host
