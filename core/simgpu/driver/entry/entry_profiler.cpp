// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of cudaProfiler.h, which programs link with: they tell a profiler that watches
// where to look. None watches here, so there is nothing to tell.
#include "core/simgpu/driver/entry/profiler.h"
#include "core/simgpu/driver/runtime.h"

using namespace warpbench::simgpu::driver;

CUresult CUDAAPI cuProfilerInitialize(const char*, const char*, int) {
    return unsupported("cuProfilerInitialize"); // of a profiler that CUDA no longer has
}

CUresult CUDAAPI cuProfilerStart(void) {
    return entry([] { currentContext(); });
}

CUresult CUDAAPI cuProfilerStop(void) {
    return entry([] { currentContext(); });
}
