// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/device_info.h"
#include "core/report/device_run.h"
#include "core/workers/compiler.h"

#include <optional>
#include <stop_token>
#include <string>

namespace warpbench::session {

/// launch::peakKernelsSource() for a real device, compiled and cached like any other kernel.
/// \param why  the reason if the result is empty; then the run continues without peaks
/// \throws Error (cancelled)
std::optional<DeviceCodePart> compiledPeakKernels(Compiler& compiler, const DeviceInfo& device,
                                                  const std::stop_token& stop, std::string& why);

} // namespace warpbench::session
