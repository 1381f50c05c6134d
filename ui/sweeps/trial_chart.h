// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"

class QString;

namespace warpbench::ui {

class Plot;
struct AxisValues;

/// Draws the best trial for each value of an axis, with a line per value of a second axis.
/// \param by  null: one line over all trials
void drawAlong(Plot& plot, const session::SweepReport& report, const AxisValues& axis,
               const AxisValues* by);
/// Draws two figures of each trial against each other, with the Pareto front.
/// \param x, y  indices of sweep::figures()
void drawFigures(Plot& plot, const session::SweepReport& report, std::size_t x, std::size_t y);
/// Draws how much the objective depends on each axis.
void drawImportance(Plot& plot, const session::SweepReport& report);

} // namespace warpbench::ui
