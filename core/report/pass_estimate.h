// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/report/run_report.h"

namespace warpbench::session {

/// The sum of the estimates of a run's launches, for a pass over them. Without lines. Untimed, with
/// the reason, if the run went wrong or an estimate is missing.
estimate::TimeEstimate passEstimate(const RunReport& report);
/// The order of a list: devices with a time first, the fastest on top.
bool isListedBefore(const estimate::TimeEstimate& one, const estimate::TimeEstimate& other);

} // namespace warpbench::session
