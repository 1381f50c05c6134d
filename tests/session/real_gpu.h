// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"

namespace warpbench::session::testing {

/// Also 0 without a driver.
inline int realDevices() {
    try {
        return cuda::Driver::openSystem().deviceCount();
    } catch (const Error&) {
        return 0;
    }
}

/// Whether WARPBENCH_CUDA_DRIVER names a driver that computes on the CPU: such a device has no
/// sensors, and large data takes it minutes.
inline bool realOnesAreSimulated() {
    return realDevices() > 0 &&
           cuda::Driver::openSystem().device(0).name().starts_with("Simulated");
}

inline bool hasRealGpu() {
    return realDevices() > 0;
}

} // namespace warpbench::session::testing
