// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCategoryAxis;

namespace warpbench::ui {

/// Tick distance of 1, 2 or 5 times a power of ten that gives about `count` ticks.
double niceStep(double range, int count);
/// How many decimals tell figures apart that are a step from each other.
int decimalsOf(double step);
/// A figure as an axis shows it.
QString axisFigure(double value, int decimals);
/// Ticks at the multiples of a step, each with its figure. Qt's own axes of values write figures
/// without a space between thousands, or as a whole country does.
void setTicks(QCategoryAxis& axis, double step);
/// Ticks at powers of ten on an axis of common logarithms. \param step  decades from one to the
/// next
void setDecades(QCategoryAxis& axis, int step);
/// The text of a power of ten.
QString decadeFigure(int power);

} // namespace warpbench::ui
