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

/// The values of an axis that were tried: numbers sorted by size, words in order of appearance.
struct AxisValues {
    std::string name;
    std::vector<std::string> values;
    bool numeric = false;

    /// Index of a trial's value; -1: none.
    int indexIn(const sweep::Trial& trial) const;
    /// The position of a value on a chart's axis: the number itself, or for words its index from 1.
    double positionOf(std::size_t value) const;
};

std::vector<AxisValues> axesOf(const std::vector<sweep::Trial>& trials);

/// Index of the best valid trial among those accepted by `chosen`; empty: none.
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

/// Axis names with their share of the variation (sweep::importanceOf()), the largest first.
std::vector<std::pair<std::string, double>> byImportance(const session::SweepReport& report,
                                                         const std::vector<AxisValues>& axes);

/// How good each trial is: from 0 (worst) to 1 (best), on a logarithmic scale if all objectives are
/// above 0. Below 0: the trial is invalid.
std::vector<double> goodnessOf(const session::SweepReport& report);

/// The unit of a quantity in a drawing.
struct DrawnUnit {
    double factor = 1;
    QString title;
};
/// \param key      of a figure or an objective
/// \param largest  largest value in the drawing
DrawnUnit unitOf(const QString& title, std::string_view key, std::string_view unit, double largest);

} // namespace warpbench::ui
