// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

namespace warpbench::session {

/// What a launch's counters are in the run report; null where nothing counted.
nlohmann::json countersJson(const LaunchReport& launch);

} // namespace warpbench::session
