// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/space.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::sweep {

/// A strategy for searching a space. The driver requests a combination, measures it, and reports
/// its cost. No combination is returned twice, and restricted ones never.
class Searcher {
  public:
    virtual ~Searcher() = default;
    /// The next combination to try; empty once all permitted ones were tried. Restrictions may
    /// exclude millions before one is found, so a stop ends the search.
    /// \throws Error (cancelled)
    virtual std::optional<Point> next(const std::stop_token& stop) = 0;
    std::optional<Point> next() { return next(std::stop_token()); }
    /// The cost of a combination: lower is better; empty if it did not run. Also called, before
    /// the first next(), for each result of an earlier sweep that is resumed.
    virtual void report(const Point& point, std::optional<double> cost) = 0;
    /// Whether a good choice needs all outstanding results: if true, call next() only once every
    /// combination that it returned was reported.
    virtual bool waitsForResults() const { return false; }
};

/// exhaustive, random, hill_climbing, simulated_annealing, genetic.
const std::vector<std::string>& strategies();

/// \param space  must outlive the searcher
/// \param seed   of the random choices: the same seed tries the same combinations
/// \throws Error (project) for an unknown strategy
std::unique_ptr<Searcher> makeSearcher(const std::string& strategy, const Space& space,
                                       std::uint64_t seed = 0);

} // namespace warpbench::sweep
