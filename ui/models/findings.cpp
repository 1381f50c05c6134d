// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/findings.h"

#include "ui/models/text.h"
#include "ui/models/tr.h"

namespace warpbench::ui {

namespace {

constexpr double kLeastShare = 0.1; // of a launch's instructions, to be worth a word

} // namespace

std::vector<Finding> findingsOf(const session::RunReport& report) {
    std::vector<Finding> found;
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const session::LaunchReport& launch = report.launches[i];
        if (!launch.counters)
            continue;
        const LineCosts costs(*launch.counters);
        Finding worst;
        double most = kLeastShare * double(launch.counters->warpInstructions);
        for (const LineMetric metric : {LineMetric::bankConflicts, LineMetric::sectors,
                                        LineMetric::activeLanes, LineMetric::atomics}) {
            const int line = costs.worstLine(metric);
            if (const double waste = costs.waste(metric, line); waste > most) {
                most = waste;
                worst = {int(i), line, metric, {}};
            }
        }
        if (worst.line == 0)
            continue;
        worst.text =
            tr("%1: %2").arg(qs(titleOf(launch)), costs.sentence(worst.metric, worst.line));
        found.push_back(std::move(worst));
    }
    return found;
}

} // namespace warpbench::ui
