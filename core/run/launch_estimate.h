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

/// Whether a file as PTX names it is the source. One with no place of its own has but a name there.
bool isSameSource(const std::filesystem::path& file, const std::filesystem::path& own);

/// Sets what the profile of a launch has to know of the multiprocessor.
void prepareForProfile(DeviceLaunch& launch, const occupancy::KernelUsage& usage,
                       const DeviceInfo& device);

/// What a launch's estimate is made of, beside its profile.
struct EstimateInput {
    const compile::CompileResult& compiled;
    std::string lowered;    ///< the kernel as the module has it
    std::string sourceFile; ///< as compiled
    occupancy::KernelUsage usage;
    double passLines = 0; ///< see estimate::Surroundings
};

/// \returns an estimate, or why there is none
estimate::TimeEstimate estimateOf(const estimate::LaunchProfile& profile,
                                  const EstimateInput& input, const DeviceInfo& device);

} // namespace warpbench::session
