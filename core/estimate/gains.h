// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <vector>

namespace warpbench::estimate {

/// The wastes of a launch, each with the launch's time without it: estimated again with nothing
/// else changed. Largest gain first; gains below 5 % are left out.
/// \param now  estimateTime() of the same launch
std::vector<Gain> gainsOf(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model,
                          const TimeEstimate& now);

} // namespace warpbench::estimate
