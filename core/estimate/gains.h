// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <vector>

namespace warpbench::estimate {

/// What a launch does that it could do without, each with its time if it did: estimated again as if
/// nothing else changed. Those that help most come first; what would help less than 5 % is left
/// out.
/// \param now  estimateTime() of the same launch
std::vector<Gain> gainsOf(const LaunchProfile& profile, const MachineCode& code,
                          const Surroundings& around, const GpuModel& model,
                          const TimeEstimate& now);

} // namespace warpbench::estimate
