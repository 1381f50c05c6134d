// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/driver.h"
#include "core/platform/dynamic_library.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::cuda {

/// Finds a driver's library, fills in the table of entry points, and starts the driver.
class DriverLoader {
  public:
    /// \throws Error (environment), CudaError; see Driver::openSystem and openSimulated
    static std::unique_ptr<Driver> loadSystem();
    static std::unique_ptr<Driver> loadSimulated();

    /// The search paths of NVIDIA's driver and the simulated one, in order.
    static std::vector<std::filesystem::path> systemCandidates();
    static std::vector<std::filesystem::path> simulatedCandidates();

  private:
    static std::unique_ptr<Driver> start(platform::DynamicLibrary library, bool simulated);
};

} // namespace warpbench::cuda
