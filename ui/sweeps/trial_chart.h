// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"

class QString;

namespace warpbench::ui {

class Plot;
struct AxisValues;

/// The best of each value of an axis, a line for each value of a second one.
/// \param by  null: one line, over all
void drawAlong(Plot& plot, const session::SweepReport& report, const AxisValues& axis,
               const AxisValues* by);
/// Two figures of each trial over each other, with the front that none is better than in both.
/// \param x, y  indices of sweep::figures()
void drawFigures(Plot& plot, const session::SweepReport& report, std::size_t x, std::size_t y);
/// How much the objective hangs on each axis.
void drawImportance(Plot& plot, const session::SweepReport& report);

} // namespace warpbench::ui
