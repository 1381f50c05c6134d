// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/objective.h"
#include "core/sweep/trial.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// A figure of a trial: a column of tables and files, an axis of charts.
struct Figure {
    const char* key;  ///< "time_ms", as in files
    const char* unit; ///< "ms", "bytes"; empty for a count or a share
    bool largerIsBetter;
    std::optional<double> (*of)(const Trial&);
};

/// Times, the compiler's figures, and the duration of a trial; not the objective.
std::span<const Figure> figures();
/// The figure that a sweep optimises; null: the objective is a counter or a rate.
const Figure* figureOf(const Objective& objective);

/// The share of the objective's variation that each axis accounts for: 0 to 1, in the order of
/// `names`. The spread of an axis' means relative to the total spread (the correlation ratio), on
/// logarithms if all values are above 0. 0 if fewer than two of its values were tried.
std::vector<double> importanceOf(const std::vector<Trial>& trials,
                                 const std::vector<std::string>& names);

/// Trials for which no other one is at least as good in both figures and better in one, by index,
/// the first figure's best first. Excludes trials that are not ok or lack a figure.
std::vector<std::size_t> paretoFront(const std::vector<Trial>& trials, const Figure& first,
                                     const Figure& second);

} // namespace warpbench::sweep
