// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli_fixture.h"
#include "core/cuda/device.h"
#include "core/cuda/driver.h"

#include <filesystem>
#include <string>

/// Whether the tests are to use NVIDIA's driver.
inline bool gpuIsReal() {
    return qEnvironmentVariable("WARPBENCH_TEST_GPU") == QStringLiteral("1");
}

inline std::filesystem::path standInDriver() {
    return warpbench::platform::executableFolder() / "stand_in_driver" / "libcuda.so.1";
}

/// With which warpbench-cli finds a real GPU as its device 0: without WARPBENCH_TEST_GPU=1 one that
/// a simulated driver stands in for.
inline CliFixture::Environment gpuEnvironment() {
    if (gpuIsReal())
        return {};
    return {{"WARPBENCH_CUDA_DRIVER", standInDriver().string()}};
}

/// Why there is none; empty: there is one.
inline std::string gpuProblem() {
    if (!gpuIsReal())
        return std::filesystem::exists(standInDriver()) ? "" : "this build has no stand-in driver";
    try {
        const auto& driver = warpbench::cuda::Driver::openSystem();
        return driver.deviceCount() > 0 ? "" : "the driver has no device";
    } catch (const warpbench::Error& error) {
        return std::string("no real GPU: ") + error.what();
    }
}
