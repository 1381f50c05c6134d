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

/// The state of a sweep: hands out combinations, takes their results, tracks the best and when to
/// stop. Several combinations may be in progress at once. Not thread-safe.
class Sweep {
  public:
    /// The budget's time starts now.
    /// \param space, searcher  outlive this object
    /// \param earlier  trials of a resumed sweep; they are part of the result and not repeated.
    ///                 Omits those whose combination is no longer in the space.
    Sweep(const Space& space, Searcher& searcher, const Budget& budget, const Objective& objective,
          std::vector<Trial> earlier = {});

    /// The next combination to try. Empty if there is none: at the moment (the search waits for
    /// outstanding results) or at all.
    /// \throws Error (cancelled) if a stop came during the search
    std::optional<Point> next(const std::stop_token& stop = {});
    /// The result of a combination that next() gave. Its `set` is filled in.
    void finish(const Point& point, Trial trial);
    /// A combination from next() is not tried after all. The sweep is then incomplete.
    void abandon(const Point& point);
    /// Hands out no more combinations.
    void stop() { m_stopped = true; }

    /// Combinations handed out and not yet finished.
    std::size_t underWay() const noexcept { return m_underWay; }
    /// Nothing is in progress and nothing will follow.
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

/// The result of an earlier sweep's trials, with the best of them. It is incomplete.
SweepResult resultOf(std::vector<Trial> trials, const Objective& objective);

} // namespace warpbench::sweep
