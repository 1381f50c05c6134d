// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep.h"

#include <algorithm>
#include <charconv>

namespace warpbench::sweep {

namespace {

/// The point of a trial's values; empty if the project's sweep has changed since.
std::optional<Point> pointOf(const Space& space, const project::Overrides& set) {
    Point point;
    for (const Space::Dimension& dimension : space.dimensions()) {
        const auto value = set.find(dimension.name);
        if (value == set.end())
            return std::nullopt;
        const auto found =
            std::find(dimension.values.begin(), dimension.values.end(), value->second);
        if (found == dimension.values.end())
            return std::nullopt;
        point.push_back(std::size_t(found - dimension.values.begin()));
    }
    return set.size() == point.size() ? std::optional(point) : std::nullopt;
}

/// Lower is better; empty if a trial does not count.
std::optional<double> costOf(const Trial& trial, const Objective& objective) {
    if (trial.status != "ok" || !trial.objective)
        return std::nullopt;
    return objective.largerIsBetter ? -*trial.objective : *trial.objective;
}

void append(SweepResult& result, Trial trial, const Objective& objective) {
    const auto now = costOf(trial, objective);
    if (now && (!result.best || *now < *costOf(result.trials[*result.best], objective)))
        result.best = result.trials.size();
    result.trials.push_back(std::move(trial));
}

} // namespace

Budget parseBudget(const std::string& text) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(result.ptr, text.data() + text.size());
    Budget budget;
    if (result.ec == std::errc() && value > 0 && value < 1e9) {
        if (unit.empty() && value == double(std::size_t(value))) {
            budget.trials = std::size_t(value);
            return budget;
        }
        for (const auto& [name, seconds] :
             {std::pair<const char*, double>{"s", 1}, {"m", 60}, {"h", 3600}}) {
            if (unit == name) {
                budget.seconds = value * seconds;
                return budget;
            }
        }
    }
    throw Error(ErrorKind::usage, {"WB2065",
                                   "\"{text}\" is not a budget",
                                   "give a number of trials (50) or a time (30s, 5m, 1h)",
                                   {{"text", text}}});
}

Sweep::Sweep(const Space& space, Searcher& searcher, const Budget& budget,
             const Objective& objective, std::vector<Trial> earlier)
    : m_space(space)
    , m_searcher(searcher)
    , m_budget(budget)
    , m_objective(objective) {
    for (Trial& trial : earlier) {
        if (const auto point = pointOf(space, trial.set)) {
            m_searcher.report(*point, costOf(trial, m_objective));
            append(m_result, std::move(trial), m_objective);
        }
    }
}

SweepResult resultOf(std::vector<Trial> trials, const Objective& objective) {
    SweepResult result;
    for (Trial& trial : trials)
        append(result, std::move(trial), objective);
    return result;
}

bool Sweep::timeIsUp() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - m_start;
    return m_budget.seconds > 0 && spent.count() >= m_budget.seconds;
}

std::optional<Point> Sweep::next(const std::stop_token& stop) {
    if (m_stopped || m_exhausted)
        return std::nullopt;
    if (timeIsUp()) {
        m_stopped = true;
        return std::nullopt;
    }
    if (m_underWay > 0 && m_searcher.waitsForResults())
        return std::nullopt;
    std::optional<Point> point = m_searcher.next(stop);
    if (!point) {
        m_exhausted = true;
        m_result.complete = m_underWay == 0 && !m_abandoned;
        return point;
    }
    if (m_budget.trials > 0 && m_handedOut == m_budget.trials) {
        // There was another one to try: the budget ends the sweep, not the space.
        m_stopped = true;
        return std::nullopt;
    }
    ++m_handedOut;
    ++m_underWay;
    return point;
}

void Sweep::finish(const Point& point, Trial trial) {
    --m_underWay;
    trial.set = m_space.overrides(point);
    m_searcher.report(point, costOf(trial, m_objective));
    append(m_result, std::move(trial), m_objective);
    m_result.complete = m_exhausted && m_underWay == 0 && !m_abandoned;
}

void Sweep::abandon(const Point&) {
    --m_underWay;
    m_abandoned = true;
    m_result.complete = false;
}

} // namespace warpbench::sweep
