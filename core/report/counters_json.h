// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

namespace warpbench::session {

/// A launch's counters in the run report; null if nothing was counted.
nlohmann::json countersJson(const LaunchReport& launch);

} // namespace warpbench::session
