// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <vector>

namespace warpbench::estimate {

/// The wastes of a launch, each with the time of the launch without it: estimated again as if
/// nothing else changed. The greatest gain comes first; gains below 5 % are left out.
/// \param now  estimateTime() of the same launch
std::vector<Gain> gainsOf(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model,
                          const TimeEstimate& now);

} // namespace warpbench::estimate
