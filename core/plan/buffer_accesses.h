// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"

#include <cstddef>
#include <functional>

namespace warpbench::project {

/// Which buffers a launch is given, and what for: one may come several times.
void forEachAccess(const PlannedLaunch& launch,
                   const std::function<void(std::size_t buffer, Access access)>& tell);

/// Says of each buffer of a plan what its launches and checks do with it: whether it is used,
/// uploaded, written, downloaded, and stays on the device.
/// \throws Error (project) where one stays there that does not be in the device's own memory
void noteAccesses(LaunchPlan& plan);

/// Makes resident buffers such as begin and end with a run: as if their access were `inout`.
void ownResidents(LaunchPlan& plan);

} // namespace warpbench::project
