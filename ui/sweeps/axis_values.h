// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpbench::ui {

/// The values of one axis that were tried, in order: numbers by their size, words as they came.
struct AxisValues {
    std::string name;
    std::vector<std::string> values;
    bool numeric = false;

    /// Index of a trial's value; -1: it has none.
    int indexIn(const sweep::Trial& trial) const;
    /// Where a value lies along a chart's axis: itself, or of words its number from 1 on.
    double positionOf(std::size_t value) const;
};

std::vector<AxisValues> axesOf(const std::vector<sweep::Trial>& trials);

/// Index of the best trial that counts among those for which `chosen` holds; empty: there is none.
template <class Chosen>
std::optional<std::size_t> bestOf(const session::SweepReport& report, Chosen chosen) {
    std::optional<std::size_t> best;
    const auto& trials = report.result.trials;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const sweep::Trial& trial = trials[i];
        if (trial.status != "ok" || !trial.objective || !chosen(trial))
            continue;
        if (!best ||
            (report.objective.largerIsBetter ? *trial.objective > *trials[*best].objective
                                             : *trial.objective < *trials[*best].objective))
            best = i;
    }
    return best;
}

/// Each axis' name with its share of the differences (sweep::importanceOf()), the largest first.
std::vector<std::pair<std::string, double>> byImportance(const session::SweepReport& report,
                                                         const std::vector<AxisValues>& axes);

/// How good each trial is: 1 the best, 0 the worst, by the logarithm of the objective where that is
/// above 0 everywhere; below 0: it does not count.
std::vector<double> goodnessOf(const session::SweepReport& report);

/// The unit that a quantity is drawn in.
struct DrawnUnit {
    double factor = 1;
    QString title;
};
/// \param key      of a figure or an objective
/// \param largest  of what is drawn
DrawnUnit unitOf(const QString& title, std::string_view key, std::string_view unit, double largest);

} // namespace warpbench::ui
