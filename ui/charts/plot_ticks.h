// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCategoryAxis;

namespace warpbench::ui {

/// A tick distance of 1, 2 or 5 times a power of ten that gives about `count` ticks.
double niceStep(double range, int count);
/// The number of decimals needed to distinguish values one step apart.
int decimalsOf(double step);
/// Sets labelled ticks at the multiples of a step. Qt's value axes omit the space between
/// thousands, unless they use all formats of a locale.
void setTicks(QCategoryAxis& axis, double step);
/// Sets ticks at powers of ten on an axis of common logarithms. \param step  decades between
/// ticks
void setDecades(QCategoryAxis& axis, int step);
/// The label of a power of ten.
QString decadeFigure(int power);

} // namespace warpbench::ui
