// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/objective.h"
#include "core/sweep/searcher.h"
#include "core/sweep/trial.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpbench::sweep {

/// Where a sweep stands: hands out combinations, takes their results, knows the best and when to
/// stop. Several combinations may be under way at once. Not thread-safe.
class Sweep {
  public:
    /// The time of the budget starts now.
    /// \param space, searcher  outlive this object
    /// \param earlier  trials of a sweep that is resumed; they are part of the result and not tried
    ///                 again. Those whose combination the space no longer has are left out.
    Sweep(const Space& space, Searcher& searcher, const Budget& budget, const Objective& objective,
          std::vector<Trial> earlier = {});

    /// The next combination to try. Empty where there is none: at the moment (the search waits for
    /// results that are under way) or at all.
    /// \throws Error (cancelled) where a stop came while it was looked for
    std::optional<Point> next(const std::stop_token& stop = {});
    /// The result of a combination that next() gave. Its `set` is filled in.
    void finish(const Point& point, Trial trial);
    /// A combination that next() gave is not tried after all. The sweep is not complete then.
    void abandon(const Point& point);
    /// No combination will be handed out any more.
    void stop() { m_stopped = true; }

    /// Combinations handed out and not yet finished.
    std::size_t underWay() const noexcept { return m_underWay; }
    /// Nothing is under way and nothing will come.
    bool over() const noexcept { return m_underWay == 0 && (m_stopped || m_exhausted); }
    bool timeIsUp() const;
    const SweepResult& result() const noexcept { return m_result; }

  private:
    const Space& m_space;
    Searcher& m_searcher;
    Budget m_budget;
    Objective m_objective;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::size_t m_handedOut = 0;
    std::size_t m_underWay = 0;
    bool m_stopped = false;   ///< by the budget or the caller
    bool m_exhausted = false; ///< the searcher has nothing more
    bool m_abandoned = false;
    SweepResult m_result;
};

/// What trials of an earlier sweep come to, which of them is the best. It is not complete.
SweepResult resultOf(std::vector<Trial> trials, const Objective& objective);

} // namespace warpbench::sweep
