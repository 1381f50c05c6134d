// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/searcher.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <random>

namespace warpbench::sweep {

namespace {

/// Remembers what was tried, and draws the rest in random order on request.
class Base : public Searcher {
  public:
    Base(const Space& space, std::uint64_t seed)
        : m_space(space)
        , m_done(std::size_t(space.size()), false)
        , m_random(seed) {}

    void report(const Point& point, std::optional<double> cost) override {
        m_done[std::size_t(m_space.index(point))] = true;
        if (cost) {
            m_costs[m_space.index(point)] = *cost;
        }
        learned(point, cost);
    }

  protected:
    virtual void learned(const Point&, std::optional<double>) {}

    /// Marks a combination as tried; false if it already was, or a restriction excludes it.
    /// \throws Error (cancelled)
    bool claim(const Point& point, const std::stop_token& stop) {
        if (stop.stop_requested()) {
            throw Error(ErrorKind::cancelled,
                        {"WB2060", "the search for a combination was cancelled"});
        }
        const auto index = std::size_t(m_space.index(point));
        if (m_done[index]) {
            return false;
        }
        m_done[index] = true;
        return m_space.ruledOut(point).empty();
    }

    std::uint64_t below(std::uint64_t range) { return m_random() % range; }
    double fraction() { return double(m_random() >> 11) * 0x1p-53; }

    /// An untried combination, all equally likely; empty if none is left.
    std::optional<Point> untried(const std::stop_token& stop) {
        if (m_order.empty() && !m_shuffled) {
            m_shuffled = true;
            m_order.resize(std::size_t(m_space.size()));
            for (std::size_t i = 0; i < m_order.size(); ++i) {
                m_order[i] = std::uint32_t(i);
            }
            for (std::size_t i = m_order.size(); i > 1; --i) { // the same with every library
                std::swap(m_order[i - 1], m_order[std::size_t(below(i))]);
            }
        }
        while (!m_order.empty()) {
            const Point point = m_space.point(m_order.back());
            m_order.pop_back();
            if (claim(point, stop)) {
                return point;
            }
        }
        return std::nullopt;
    }

    /// The combinations one step away in one dimension.
    std::vector<Point> neighbours(const Point& point) const {
        std::vector<Point> list;
        for (std::size_t d = 0; d < point.size(); ++d) {
            for (const int step : {-1, 1}) {
                Point moved = point;
                if ((step < 0 && point[d] == 0) ||
                    (step > 0 && point[d] + 1 >= m_space.dimensions()[d].values.size())) {
                    continue;
                }
                moved[d] = step < 0 ? point[d] - 1 : point[d] + 1;
                list.push_back(std::move(moved));
            }
        }
        return list;
    }

    const Space& m_space;
    std::map<std::uint64_t, double> m_costs;

  private:
    std::vector<bool> m_done;
    std::mt19937_64 m_random;
    std::vector<std::uint32_t> m_order;
    bool m_shuffled = false;
};

class Exhaustive final : public Base {
  public:
    using Base::Base;
    std::optional<Point> next(const std::stop_token& stop) override {
        while (m_next < m_space.size()) {
            const Point point = m_space.point(m_next++);
            if (claim(point, stop)) {
                return point;
            }
        }
        return std::nullopt;
    }

  private:
    std::uint64_t m_next = 0;
};

class Random final : public Base {
  public:
    using Base::Base;
    std::optional<Point> next(const std::stop_token& stop) override { return untried(stop); }
};

/// Tries all neighbours of the best combination of a climb, moves to the best of them, and
/// starts again somewhere else if none is better.
class HillClimbing final : public Base {
  public:
    using Base::Base;
    std::optional<Point> next(const std::stop_token& stop) override {
        while (!m_pending.empty()) {
            const Point point = m_pending.front();
            m_pending.pop_front();
            if (claim(point, stop)) {
                return point;
            }
        }
        m_cost.reset(); // the climb has ended
        return untried(stop);
    }
    bool waitsForResults() const override { return m_pending.empty(); }

  protected:
    void learned(const Point& point, std::optional<double> cost) override {
        if (!cost || (m_cost && *cost >= *m_cost)) {
            return;
        }
        m_cost = cost;
        const auto around = neighbours(point);
        m_pending.assign(around.begin(), around.end());
    }

  private:
    std::deque<Point> m_pending;
    std::optional<double> m_cost;
};

/// Walks to random neighbours; a worse one is less likely to be accepted the later it is. The
/// temperature is relative to the cost, because times differ by orders of magnitude.
class SimulatedAnnealing final : public Base {
  public:
    using Base::Base;
    std::optional<Point> next(const std::stop_token& stop) override {
        if (!m_cost) {
            return untried(stop);
        }
        auto around = neighbours(m_point);
        while (!around.empty()) {
            const auto choice = std::size_t(below(around.size()));
            const Point point = around[choice];
            around.erase(around.begin() + std::ptrdiff_t(choice));
            if (claim(point, stop)) {
                return point;
            }
        }
        return untried(stop);
    }
    bool waitsForResults() const override { return true; }

  protected:
    void learned(const Point& point, std::optional<double> cost) override {
        m_temperature *= 0.97;
        if (!cost) {
            return;
        }
        const double scale = m_cost ? std::max(std::fabs(*m_cost), 1e-300) : 1;
        if (!m_cost || *cost <= *m_cost ||
            fraction() < std::exp((*m_cost - *cost) / scale / m_temperature)) {
            m_point = point;
            m_cost = cost;
        }
    }

  private:
    Point m_point;
    std::optional<double> m_cost;
    double m_temperature = 0.5;
};

/// Crosses two of the best combinations so far and changes one dimension in some of the children.
class Genetic final : public Base {
  public:
    using Base::Base;
    std::optional<Point> next(const std::stop_token& stop) override {
        constexpr std::size_t kPopulation = 12;
        constexpr int kTries = 50;
        if (m_costs.size() >= std::min<std::size_t>(kPopulation, 4)) {
            const std::vector<Point> parents = best(kPopulation);
            for (int attempt = 0; attempt < kTries; ++attempt) {
                const Point& mother = parents[std::size_t(below(parents.size()))];
                const Point& father = parents[std::size_t(below(parents.size()))];
                Point child = mother;
                for (std::size_t d = 0; d < child.size(); ++d) {
                    if (below(2) == 0) {
                        child[d] = father[d];
                    }
                    if (below(5) == 0) {
                        child[d] = std::size_t(below(m_space.dimensions()[d].values.size()));
                    }
                }
                if (claim(child, stop)) {
                    return child;
                }
            }
        }
        return untried(stop);
    }

  private:
    std::vector<Point> best(std::size_t count) const {
        std::vector<std::pair<double, std::uint64_t>> ranked;
        for (const auto& [index, cost] : m_costs) {
            ranked.emplace_back(cost, index);
        }
        std::sort(ranked.begin(), ranked.end());
        ranked.resize(std::min(count, ranked.size()));
        std::vector<Point> points;
        points.reserve(ranked.size());
        for (const auto& [cost, index] : ranked) {
            points.push_back(m_space.point(index));
        }
        return points;
    }
};

} // namespace

const std::vector<std::string>& strategies() {
    static const std::vector<std::string> names{"exhaustive", "random", "hill_climbing",
                                                "simulated_annealing", "genetic"};
    return names;
}

std::unique_ptr<Searcher> makeSearcher(const std::string& strategy, const Space& space,
                                       std::uint64_t seed) {
    if (strategy == "exhaustive") {
        return std::make_unique<Exhaustive>(space, seed);
    }
    if (strategy == "random") {
        return std::make_unique<Random>(space, seed);
    }
    if (strategy == "hill_climbing") {
        return std::make_unique<HillClimbing>(space, seed);
    }
    if (strategy == "simulated_annealing") {
        return std::make_unique<SimulatedAnnealing>(space, seed);
    }
    if (strategy == "genetic") {
        return std::make_unique<Genetic>(space, seed);
    }
    throw Error(
        ErrorKind::project,
        ErrorText{"WB2061", "unknown search strategy '{strategy}'", {}, {{"strategy", strategy}}}
            .advised(project::suggestion(strategy, strategies())));
}

} // namespace warpbench::sweep
