// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/figures.h"
#include "core/sweep/objective.h"
#include "core/sweep/trial.h"

#include <QString>

/// A sweep's figures in words.
namespace warpbench::ui {

/// "Estimated time", "Registers", or a counter's key with spaces.
QString objectiveTitle(const sweep::Objective& objective);
QString objectiveText(const sweep::Objective& objective, double value);
/// A word for a column's head: "Registers".
QString figureTitle(const sweep::Figure& figure);
QString figureText(const sweep::Figure& figure, double value);
/// "BLOCK = 128, TILE = 16"
QString valuesText(const sweep::Trial& trial);
/// Why a trial does not count, in one line; empty: it does.
QString whyNot(const sweep::Trial& trial);
/// All there is to know of a trial, a line for each figure.
QString trialText(const sweep::Trial& trial, const sweep::Objective& objective);

} // namespace warpbench::ui
