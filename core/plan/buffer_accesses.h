// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"

#include <cstddef>
#include <functional>

namespace warpbench::project {

/// The buffers passed to a launch, and their access; a buffer may occur several times.
void forEachAccess(const PlannedLaunch& launch,
                   const std::function<void(std::size_t buffer, Access access)>& tell);

/// Records for each buffer of a plan what its launches and checks do with it: whether it is used,
/// uploaded, written, downloaded, and stays on the device.
/// \throws Error (project) if a buffer is resident but not in the device's own memory
void noteAccesses(LaunchPlan& plan);

/// Treats resident buffers as if their access were `inout`: they begin and end with a run.
void ownResidents(LaunchPlan& plan);

} // namespace warpbench::project
