// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/launch_call.h"

#include <functional>

namespace warpbench::recorder {

/// Launches, and lists and captures the launch if the environment asks for it:
/// WARPBENCH_RECORDER_LAUNCHES (core/launch_files/launch_list.h), WARPBENCH_RECORDER_CAPTURE and
/// the other variables of core/launch_files/capture_choice.h. What is captured runs alone: the
/// context's work ends before it, and it ends before this returns. Launches that only become nodes
/// of a graph are left alone.
///
/// \param isPerThread  the default stream is the thread's own
///
/// \returns what the real driver does
CUresult recordLaunch(const LaunchCall& call, bool isPerThread,
                      const std::function<CUresult()>& launch);

} // namespace warpbench::recorder
