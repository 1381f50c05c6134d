// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/captured_files.h"
#include "core/recorder/launch_call.h"

namespace warpbench::recorder {

/// What is written of a launch, as far as the driver and the code tell. The current context is its
/// own.
launch_files::LaunchDescription descriptionOf(const LaunchCall& call, const KernelFacts& kernel);

} // namespace warpbench::recorder
