// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/api.h"

// As cudaProfiler.h declares them, which is not everywhere where cuda.h is. The last parameter of
// the first is an enumeration of its own.
#pragma GCC visibility push(default)
extern "C" {
CUresult CUDAAPI cuProfilerInitialize(const char* configFile, const char* outputFile, int mode);
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
}
#pragma GCC visibility pop
