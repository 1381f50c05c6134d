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
    const char* key;  ///< "time_ms", as files have it
    const char* unit; ///< "ms", "bytes"; empty for a count or a share
    bool largerIsBetter;
    std::optional<double> (*of)(const Trial&);
};

/// Times, what the compiler made, and how long a trial took; not the objective.
std::span<const Figure> figures();
/// The figure that a sweep makes best; null: the objective is a counter or a rate.
const Figure* figureOf(const Objective& objective);

/// How much of what the objective varies by each axis accounts for: 0 to 1, in the order of
/// `names`. The spread of an axis' means, against the spread of all (the correlation ratio), of
/// logarithms where all values are above 0. 0 where fewer than two values of it were tried.
std::vector<double> importanceOf(const std::vector<Trial>& trials,
                                 const std::vector<std::string>& names);

/// Trials that no other one is at least as good as in both figures and better in one, by index, the
/// first figure's best first. Those that are not ok or lack a figure are none.
std::vector<std::size_t> paretoFront(const std::vector<Trial>& trials, const Figure& first,
                                     const Figure& second);

} // namespace warpbench::sweep
