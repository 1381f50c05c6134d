// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
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

inline bool hasRealGpu() {
    return realDevices() > 0;
}

} // namespace warpbench::session::testing
