// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/axis_values.h"

#include "core/sweep/figures.h"
#include "core/sweep/values.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warpbench::ui {

int AxisValues::indexIn(const sweep::Trial& trial) const {
    const auto value = trial.set.find(name);
    if (value == trial.set.end())
        return -1;
    const auto found = std::find(values.begin(), values.end(), value->second);
    return found == values.end() ? -1 : int(found - values.begin());
}

double AxisValues::positionOf(std::size_t value) const {
    return numeric ? *sweep::numberOf(values[value]) : double(value + 1);
}

std::vector<AxisValues> axesOf(const std::vector<sweep::Trial>& trials) {
    std::map<std::string, AxisValues> byName;
    for (const sweep::Trial& trial : trials)
        for (const auto& [name, value] : trial.set) {
            AxisValues& axis = byName[name];
            axis.name = name;
            if (std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end())
                axis.values.push_back(value);
        }
    std::vector<AxisValues> axes;
    for (auto& [name, axis] : byName) {
        axis.numeric = std::all_of(axis.values.begin(), axis.values.end(),
                                   [](const std::string& text) { return sweep::numberOf(text); });
        if (axis.numeric)
            std::sort(axis.values.begin(), axis.values.end(),
                      [](const std::string& a, const std::string& b) {
                          return *sweep::numberOf(a) < *sweep::numberOf(b);
                      });
        axes.push_back(std::move(axis));
    }
    return axes;
}

std::vector<std::pair<std::string, double>> byImportance(const session::SweepReport& report,
                                                         const std::vector<AxisValues>& axes) {
    std::vector<std::string> names;
    names.reserve(axes.size());
    for (const AxisValues& axis : axes)
        names.push_back(axis.name);
    const std::vector<double> shares = sweep::importanceOf(report.result.trials, names);
    std::vector<std::pair<std::string, double>> sorted;
    for (std::size_t i = 0; i < names.size(); ++i)
        sorted.emplace_back(names[i], shares[i]);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return sorted;
}

std::vector<double> goodnessOf(const session::SweepReport& report) {
    const auto& trials = report.result.trials;
    const auto counts = [](const sweep::Trial& trial) {
        return trial.status == "ok" && trial.objective && std::isfinite(*trial.objective);
    };
    const bool allAboveZero = std::all_of(trials.begin(), trials.end(), [&](const auto& trial) {
        return !counts(trial) || *trial.objective > 0;
    });
    const auto cost = [&](const sweep::Trial& trial) {
        const double value = allAboveZero ? std::log(*trial.objective) : *trial.objective;
        return report.objective.largerIsBetter ? -value : value;
    };
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (const sweep::Trial& trial : trials)
        if (counts(trial)) {
            least = std::min(least, cost(trial));
            most = std::max(most, cost(trial));
        }
    std::vector<double> goodness;
    goodness.reserve(trials.size());
    for (const sweep::Trial& trial : trials)
        goodness.push_back(!counts(trial)  ? -1
                           : most == least ? 1
                                           : (most - cost(trial)) / (most - least));
    return goodness;
}

DrawnUnit unitOf(const QString& title, std::string_view key, std::string_view unit,
                 double largest) {
    const auto with = [&](double factor, const QString& of) {
        return DrawnUnit{factor, QStringLiteral("%1, %2").arg(title, of)};
    };
    if (key == "occupancy")
        return with(100, QStringLiteral("%"));
    if (unit == "ms")
        return largest < 1      ? with(1e3, QStringLiteral("µs"))
               : largest < 1000 ? with(1, QStringLiteral("ms"))
                                : with(1e-3, QStringLiteral("s"));
    if (unit == "bytes")
        return largest < 4096 ? with(1, QStringLiteral("B"))
                              : with(1.0 / 1024, QStringLiteral("KiB"));
    if (unit == "bytes/s")
        return with(1e-9, QStringLiteral("GB/s"));
    if (unit == "flops/s")
        return with(1e-9, QStringLiteral("GFLOP/s"));
    return {1, title};
}

} // namespace warpbench::ui
