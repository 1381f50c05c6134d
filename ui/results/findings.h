// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/results/line_costs.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// What wastes most of what the GPU does for a launch.
struct Finding {
    int launch = 0; ///< index in the report
    int line = 0;   ///< of the source, from 1; 0: not known
    LineMetric metric = LineMetric::executions;
    QString text; ///< a sentence with the launch, and the line where one is known
};

/// What is worth a look in a run: for each launch on the simulated GPU at most one line, on a real
/// one what its counters say of the whole, and nothing where what is wasted is little beside what
/// the launch does. Empty where nothing was counted.
std::vector<Finding> findingsOf(const session::RunReport& report);

} // namespace warpbench::ui
