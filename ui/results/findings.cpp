// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/findings.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <cmath>

namespace warpbench::ui {

namespace {

using cuda::HardwareFigure;
using cuda::HardwareFigures;

constexpr double kLeastShare = 0.1; // of a launch's instructions, to be worth mentioning

QString countText(double count) {
    return describeCount(std::uint64_t(std::llround(count)));
}

/// The line of a launch with the most waste.
Finding worstLineOf(const session::Counters& counters, const QString& launch) {
    const LineCosts costs(counters);
    Finding worst;
    double most = kLeastShare * double(counters.warpInstructions);
    for (const LineMetric metric : {LineMetric::bankConflicts, LineMetric::sectors,
                                    LineMetric::activeLanes, LineMetric::atomics}) {
        const int line = costs.worstLine(metric);
        if (const double waste = costs.waste(metric, line); waste > most) {
            most = waste;
            worst = {0, line, metric, {}};
        }
    }
    if (worst.line > 0)
        worst.text = tr("%1: %2").arg(launch, costs.sentence(worst.metric, worst.line));
    return worst;
}

/// The same for a real GPU's counters, which have no lines; waste is also in passes.
Finding worstOf(const HardwareFigures& figures, const QString& launch) {
    const auto value = [&](HardwareFigure figure) { return figures[figure].value_or(0); };
    constexpr double kSectorBytes = 32;
    constexpr double kSectorsAtOnce = 4;
    const double conflicts = value(HardwareFigure::shared_bank_conflicts);
    const double sectors = value(HardwareFigure::global_sectors);
    const double fewest =
        (value(HardwareFigure::global_bytes_loaded) + value(HardwareFigure::global_bytes_stored)) /
        kSectorBytes;
    const double divergent = value(HardwareFigure::divergent_branches);
    const double excess = (sectors - fewest) / kSectorsAtOnce;
    const double least = kLeastShare * value(HardwareFigure::warp_instructions);
    Finding worst;
    if (conflicts > least && conflicts >= excess && conflicts >= divergent) {
        worst.metric = LineMetric::bankConflicts;
        worst.text = tr("%1: %2 accesses to shared memory take %3 extra passes.")
                         .arg(launch, countText(value(HardwareFigure::shared_accesses)),
                              countText(conflicts));
    } else if (excess > least && excess >= divergent) {
        worst.metric = LineMetric::sectors;
        worst.text = tr("%1: accesses to global memory move %2 sectors where %3 would do.")
                         .arg(launch, countText(sectors), countText(fewest));
    } else if (divergent > least) {
        worst.metric = LineMetric::divergence;
        worst.text =
            tr("%1: %2 of %3 branches send the lanes of a warp different ways.")
                .arg(launch, countText(divergent), countText(value(HardwareFigure::branches)));
    }
    return worst;
}

} // namespace

std::vector<Finding> findingsOf(const session::RunReport& report) {
    std::vector<Finding> found;
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const session::LaunchReport& launch = report.launches[i];
        Finding worst;
        if (launch.counters)
            worst = worstLineOf(*launch.counters, qs(titleOf(launch)));
        else if (launch.hardware)
            worst = worstOf(*launch.hardware, qs(titleOf(launch)));
        if (worst.text.isEmpty())
            continue;
        worst.launch = int(i);
        found.push_back(std::move(worst));
    }
    return found;
}

} // namespace warpbench::ui
