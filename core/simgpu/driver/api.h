// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// cuda.h as the driver itself sees it: every version of every function, none hidden by a macro.
// The build defines __CUDA_API_VERSION_INTERNAL for this folder alone.
#include <cuda.h>

#include <cstdint>
#include <new>
#include <utility>

namespace warpbench::simgpu::driver {

/// What an entry point returns instead of success. Thrown only inside the driver; `entry` turns it
/// into the return value, so no exception crosses the C interface.
struct DriverError {
    CUresult code = CUDA_ERROR_UNKNOWN;
};

[[noreturn]] inline void fail(CUresult code) {
    throw DriverError{code};
}
/// Throws `code` unless the condition holds.
inline void require(bool condition, CUresult code = CUDA_ERROR_INVALID_VALUE) {
    if (!condition)
        fail(code);
}

/// Whether cuInit has succeeded.
bool isInitialized() noexcept;
/// Logs once per name, if WARPBENCH_SIMGPU_LOG=1, that an entry point is not supported.
CUresult unsupported(const char* name) noexcept;
/// Writes a line to standard error if WARPBENCH_SIMGPU_LOG=1.
void log(const char* text) noexcept;

/// Frees a context stack that was created after the calling thread began to exit, if it is empty.
void dropLateStack() noexcept;

/// Runs the body of an entry point that also works before cuInit.
template <typename Body>
CUresult entryAnyTime(Body&& body) noexcept {
    struct LateStackGuard {
        ~LateStackGuard() { dropLateStack(); }
    } const guard;
    try {
        std::forward<Body>(body)();
        return CUDA_SUCCESS;
    } catch (const DriverError& error) {
        return error.code;
    } catch (const std::bad_alloc&) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    } catch (...) {
        return CUDA_ERROR_UNKNOWN;
    }
}

/// Runs the body of an entry point.
template <typename Body>
CUresult entry(Body&& body) noexcept {
    if (!isInitialized())
        return CUDA_ERROR_NOT_INITIALIZED;
    return entryAnyTime(std::forward<Body>(body));
}

/// While an instance exists, the null stream of this thread is its per-thread default stream. The
/// _ptds and _ptsz entry points are the plain ones inside such a scope.
class PerThreadDefaultStream {
  public:
    PerThreadDefaultStream() noexcept;
    ~PerThreadDefaultStream();
    PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
    PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;
    static bool active() noexcept;
};

} // namespace warpbench::simgpu::driver
