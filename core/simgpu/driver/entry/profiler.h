// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

// Declared as in cudaProfiler.h, which some installations with cuda.h lack. The last parameter of
// the first function has its own enumeration type there.
#pragma GCC visibility push(default)
extern "C" {
CUresult CUDAAPI cuProfilerInitialize(const char* configFile, const char* outputFile, int mode);
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
}
#pragma GCC visibility pop
