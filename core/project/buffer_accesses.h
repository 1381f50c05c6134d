// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"

namespace warpbench::project {

/// Says of each buffer of a plan what its launches and checks do with it: whether it is used,
/// uploaded, written, downloaded, and stays on the device.
/// \throws Error (project) where one stays there that does not lie in the device's own memory
void noteAccesses(LaunchPlan& plan);

} // namespace warpbench::project
