// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"
#include "core/report/device_run.h"
#include "core/workers/compiler.h"

#include <optional>
#include <stop_token>
#include <string>

namespace warpbench::session {

/// launch::peakKernelsSource() for a real device, compiled as any kernel is and cached as long.
/// \param why  what was wrong, where the result is empty: a run without peaks is better than none
/// \throws Error (cancelled)
std::optional<DeviceCodePart> compiledPeakKernels(Compiler& compiler, const DeviceInfo& device,
                                                  const std::stop_token& stop, std::string& why);

} // namespace warpbench::session
