// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/report/run_report.h"

namespace warpbench::session {

/// The estimates of a run's launches, added up: of a pass over them. Without lines. Untimed, with
/// the reason, if an estimate is missing.
estimate::TimeEstimate passEstimate(const RunReport& report);

} // namespace warpbench::session
