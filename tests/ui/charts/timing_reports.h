// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch/statistics.h"
#include "core/report/run_report.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

/// Reports of runs that were timed, made up.
namespace warpbench::ui {

/// \param values  its samples, ms; at least one
inline session::LaunchReport launchOf(const std::string& kernel, std::vector<double> values) {
    session::LaunchReport launch;
    launch.kernel = kernel;
    launch.time.emplace();
    auto& time = *launch.time;
    time.values = values;
    std::sort(values.begin(), values.end());
    time.min = values.front();
    time.median = values[values.size() / 2];
    time.mean = time.median;
    time.p95 = values.back();
    time.stddev = 0.01;
    time.samples = int(values.size());
    time.outliers = launch::summarize(values, {}).outliers;
    return launch;
}

inline session::RunReport reportOf(std::vector<session::LaunchReport> launches, bool simulated) {
    session::RunReport report;
    report.device.emplace();
    report.device->simulated = simulated;
    report.launches = std::move(launches);
    return report;
}

} // namespace warpbench::ui
