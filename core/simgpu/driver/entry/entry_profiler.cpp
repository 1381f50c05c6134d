// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of cudaProfiler.h, which programs link with: they tell a profiler what to record.
// Here there is no profiler, so they do nothing.
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
