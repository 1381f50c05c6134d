// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/estimate/estimate.h"
#include "core/occupancy/occupancy.h"
#include "core/report/device_info.h"
#include "core/report/device_run.h"

#include <filesystem>
#include <string>

namespace warpbench::session {

/// Whether a file named by PTX is the source. A source without a location has only a name there.
bool isSameSource(const std::filesystem::path& file, const std::filesystem::path& own);

/// Sets what the profile of a launch needs to know about the multiprocessor.
void prepareForProfile(DeviceLaunch& launch, const occupancy::KernelUsage& usage,
                       const DeviceInfo& device);

/// The input of a launch's estimate besides its profile.
struct EstimateInput {
    const compile::CompileResult& compiled;
    std::string lowered;    ///< the kernel's name in the module
    std::string sourceFile; ///< as compiled
    occupancy::KernelUsage usage;
    // See estimate::Surroundings.
    double passLines = 0;
    std::uint64_t localBytes = 0;
};

/// \returns an estimate, or the reason why it is not possible
estimate::TimeEstimate estimateOf(const estimate::LaunchProfile& profile,
                                  const EstimateInput& input, const DeviceInfo& device);

} // namespace warpbench::session
