// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/results/line_costs.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// The largest inefficiency of a launch.
struct Finding {
    int launch = 0; ///< index in the report
    int line = 0;   ///< of the source, from 1; 0: unknown
    LineMetric metric = LineMetric::executions;
    QString text; ///< a sentence with the launch and, if known, the line
};

/// Inefficiencies worth a look. On the simulated GPU: at most one line per launch. On a real GPU:
/// the result of its counters for the launch as a whole. Omits launches with little waste; empty
/// without counts.
std::vector<Finding> findingsOf(const session::RunReport& report);

} // namespace warpbench::ui
