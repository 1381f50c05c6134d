// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "driver_library.h"

/// Sets `count` words.
inline CUDA_MEMSET_NODE_PARAMS fill(CUdeviceptr address, unsigned int value, size_t count) {
    CUDA_MEMSET_NODE_PARAMS params{};
    params.dst = address;
    params.elementSize = 4;
    params.value = value;
    params.width = count;
    params.height = 1;
    return params;
}

/// Copies bytes within the device.
inline CUDA_MEMCPY3D copy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    CUDA_MEMCPY3D params{};
    params.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    params.srcDevice = from;
    params.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    params.dstDevice = to;
    params.WidthInBytes = bytes;
    params.Height = 1;
    params.Depth = 1;
    return params;
}
