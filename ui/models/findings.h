// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"
#include "ui/models/line_costs.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// The line of a launch that wastes most of what the GPU does for it.
struct Finding {
    int launch = 0; ///< index in the report
    int line = 0;   ///< of the source, from 1
    LineMetric metric = LineMetric::executions;
    QString text; ///< a sentence with launch and line
};

/// What is worth a look in a run on the simulated GPU: for each launch at most one line, and none
/// where what it wastes is little beside what the launch does. Empty where nothing was counted.
std::vector<Finding> findingsOf(const session::RunReport& report);

} // namespace warpbench::ui
