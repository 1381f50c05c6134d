// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/threads.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpbench::simgpu::host {

void lowerPriority() noexcept {
    constexpr int kNice = 5; // of the thread alone on Linux, whatever POSIX says
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNice);
}

} // namespace warpbench::simgpu::host
