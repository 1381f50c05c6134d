// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/api.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string_view>

namespace warpbench::simgpu::driver {

namespace {

thread_local int t_perThreadScopes = 0;

bool logging() noexcept {
    const char* value = std::getenv("WARPBENCH_SIMGPU_LOG");
    return value && std::strcmp(value, "1") == 0;
}

} // namespace

CUresult unsupported(const char* name) noexcept {
    if (logging()) {
        // Never destroyed: threads of the program may still call while it ends.
        // NOLINTBEGIN(bugprone-unhandled-exception-at-new): without memory the program may end here
        static auto& mutex = *new std::mutex;
        static auto& said = *new std::set<std::string_view>;
        // NOLINTEND(bugprone-unhandled-exception-at-new)
        const std::lock_guard lock(mutex);
        if (said.insert(name).second)
            std::fprintf(stderr, "warpbench-simgpu: %s is not supported\n", name);
    }
    return CUDA_ERROR_NOT_SUPPORTED;
}

void log(const char* text) noexcept {
    if (logging())
        std::fprintf(stderr, "warpbench-simgpu: %s\n", text);
}

PerThreadDefaultStream::PerThreadDefaultStream() noexcept {
    ++t_perThreadScopes;
}

PerThreadDefaultStream::~PerThreadDefaultStream() {
    --t_perThreadScopes;
}

bool PerThreadDefaultStream::active() noexcept {
    return t_perThreadScopes > 0;
}

} // namespace warpbench::simgpu::driver
