// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_ticks.h"

#include "ui/words/describe.h"

#include <QCategoryAxis>
#include <QList>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

constexpr int kMostTicks = 64; // per axis, regardless of the requested number

} // namespace

double niceStep(double range, int count) {
    if (!(range > 0))
        return 1;
    const double raw = range / count;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double factor = raw / power;
    return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

int decimalsOf(double step) {
    return std::max(0, -int(std::floor(std::log10(step) + 1e-9)));
}

namespace {

/// Replaces all ticks.
void replaceTicks(QCategoryAxis& axis, const QStringList& labels, const QList<double>& places) {
    if (labels == axis.categoriesLabels())
        return;
    const double min = axis.min();
    const double max = axis.max();
    const QStringList former = axis.categoriesLabels();
    for (const QString& label : former)
        axis.remove(label);
    axis.setStartValue(places.isEmpty() ? min : places.first());
    for (qsizetype i = 0; i < labels.size(); ++i)
        axis.append(labels[i], places[i]);
    axis.setRange(min, max);
}

} // namespace

QString decadeFigure(int power) {
    return describeFigure(std::pow(10.0, power), std::max(0, -power));
}

void setDecades(QCategoryAxis& axis, int step) {
    QStringList labels;
    QList<double> places;
    for (int power = int(std::ceil(axis.min() - 1e-9));
         power <= axis.max() + 1e-9 && labels.size() < kMostTicks; power += std::max(step, 1)) {
        labels.append(decadeFigure(power));
        places.append(power);
    }
    replaceTicks(axis, labels, places);
}

void setTicks(QCategoryAxis& axis, double step) {
    const double min = axis.min();
    const double max = axis.max();
    const int decimals = decimalsOf(step);
    const double end = max + step * 1e-6;
    double at = std::ceil(min / step - 1e-6);
    QStringList labels;
    QList<double> places;
    for (; at * step <= end && labels.size() < kMostTicks; ++at) {
        places.append(at * step);
        labels.append(describeFigure(at * step + 0.0, decimals));
    }
    replaceTicks(axis, labels, places);
}

} // namespace warpbench::ui
