// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/trial_chart.h"

#include "core/sweep/figures.h"
#include "ui/charts/plot.h"
#include "ui/sweeps/axis_values.h"
#include "ui/sweeps/trial_words.h"
#include "ui/theme/theme.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr double kHeadroom = 1.1;
constexpr double kManyTimes = 32; // from this ratio on, small values need a logarithmic axis

/// A title that explains the numbers used for words.
QString titleOf(const AxisValues& axis) {
    if (axis.numeric)
        return qs(axis.name);
    QStringList words;
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        words.append(QStringLiteral("%1: %2").arg(i + 1).arg(qs(axis.values[i])));
    return QStringLiteral("%1 (%2)").arg(qs(axis.name), words.join(QStringLiteral(", ")));
}

PlotAxis axisOver(const QString& title, double least, double most, bool integer) {
    const double room = most > least ? (most - least) * 0.05 : std::max(1.0, most * 0.1);
    if (least > 0 && most / least >= kManyTimes)
        return {title, least / kHeadroom, most * kHeadroom, integer, true};
    return {title, std::max(least >= 0 ? 0.0 : least - room, least - room), most + room, integer};
}

} // namespace

void drawAlong(Plot& plot, const session::SweepReport& report, const AxisValues& axis,
               const AxisValues* by) {
    double largest = 0;
    for (const sweep::Trial& trial : report.result.trials)
        if (trial.status == "ok" && trial.objective)
            largest = std::max(largest, *trial.objective);
    const DrawnUnit unit = unitOf(objectiveTitle(report.objective), report.objective.name,
                                  report.objective.unit, largest);
    QList<PlotSeries> series;
    double most = 0;
    const std::size_t lines = by ? by->values.size() : 1;
    for (std::size_t line = 0; line < lines; ++line) {
        PlotSeries one;
        one.name = by ? QStringLiteral("%1 = %2").arg(qs(by->name), qs(by->values[line]))
                      : objectiveTitle(report.objective);
        for (std::size_t value = 0; value < axis.values.size(); ++value) {
            const auto best = bestOf(report, [&](const sweep::Trial& trial) {
                return axis.indexIn(trial) == int(value) &&
                       (!by || by->indexIn(trial) == int(line));
            });
            if (!best)
                continue;
            const double y = *report.result.trials[*best].objective * unit.factor;
            most = std::max(most, y);
            one.points.append({axis.positionOf(value), y});
        }
        if (!one.points.isEmpty())
            series.append(one);
    }
    if (series.isEmpty())
        return plot.clear();
    const double first = axis.positionOf(0);
    const double last = axis.positionOf(axis.values.size() - 1);
    plot.showLines(series, axisOver(titleOf(axis), first, last, true),
                   {unit.title, 0, most > 0 ? most * kHeadroom : 1, false});
    if (report.result.best) {
        const sweep::Trial& best = report.result.trials[*report.result.best];
        if (const int at = axis.indexIn(best); at >= 0)
            plot.setMarkers({{{axis.positionOf(std::size_t(at)), *best.objective * unit.factor},
                              objectiveText(report.objective, *best.objective)}});
    }
}

void drawFigures(Plot& plot, const session::SweepReport& report, std::size_t x, std::size_t y) {
    const sweep::Figure& across = sweep::figures()[x];
    const sweep::Figure& up = sweep::figures()[y];
    const auto& trials = report.result.trials;
    double right = 0, top = 0;
    for (const sweep::Trial& trial : trials) {
        right = std::max(right, across.of(trial).value_or(0));
        top = std::max(top, up.of(trial).value_or(0));
    }
    const DrawnUnit xUnit = unitOf(figureTitle(across), across.key, across.unit, right);
    const DrawnUnit yUnit = unitOf(figureTitle(up), up.key, up.unit, top);
    const auto pointOf = [&](const sweep::Trial& trial) {
        return QPointF(*across.of(trial) * xUnit.factor, *up.of(trial) * yUnit.factor);
    };
    PlotSeries cloud{tr("Trials"), {}, PlotSeries::Style::points};
    for (const sweep::Trial& trial : trials)
        if (trial.status == "ok" && across.of(trial) && up.of(trial))
            cloud.points.append(pointOf(trial));
    if (cloud.points.isEmpty())
        return plot.clear();
    PlotSeries front{tr("None is better in both"), {}, PlotSeries::Style::dashedLine};
    front.color = themeColors().warning;
    for (const std::size_t i : sweep::paretoFront(trials, across, up))
        front.points.append(pointOf(trials[i]));
    if (front.points.size() > 1 && front.points.first().x() > front.points.last().x())
        std::reverse(front.points.begin(), front.points.end());
    plot.setMarkers({});
    plot.showLines({cloud, front},
                   {xUnit.title, 0, std::max(right * xUnit.factor * kHeadroom, 1e-9), false},
                   {yUnit.title, 0, std::max(top * yUnit.factor * kHeadroom, 1e-9), false});
}

void drawImportance(Plot& plot, const session::SweepReport& report) {
    QList<PlotBar> bars;
    for (const auto& [name, share] : byImportance(report, axesOf(report.result.trials))) {
        const double percent = share * 100;
        bars.append({QStringLiteral("%1  %2 %").arg(qs(name)).arg(percent, 0, 'f', 0), percent,
                     percent, percent, std::nullopt});
    }
    plot.setMarkers({});
    plot.showBars(bars, {tr("Share of the differences that it alone explains, %"), 0, 100, true});
}

} // namespace warpbench::ui
