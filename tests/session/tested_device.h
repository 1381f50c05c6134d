// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/session/real_gpu.h"

#include <QTest>

#include <algorithm>
#include <string>

/// Test programs that ctest runs twice: as tst_session_… on simulated GPUs, and as tst_gpu_…, with
/// WARPBENCH_TESTED_DEVICE=real in their environment, on a real one.
namespace warpbench::session::testing {

inline bool testsRealGpu() {
    return qgetenv("WARPBENCH_TESTED_DEVICE") == "real";
}

/// As a request names the device that its run is to be on; real ones come first in the list.
inline std::string testedDevice() {
    return testsRealGpu() ? "0" : "sim";
}

/// As many devices as requested, or all real ones if there are fewer.
inline int testedDevices(int wanted) {
    return testsRealGpu() ? std::min(wanted, realDevices()) : wanted;
}

/// Ends a test whose subject is a simulation's own.
#define ONLY_SIMULATED(what)                                                                       \
    if (warpbench::session::testing::testsRealGpu())                                               \
    QSKIP("of simulated GPUs: " what)

} // namespace warpbench::session::testing
