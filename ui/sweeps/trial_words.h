// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/figures.h"
#include "core/sweep/objective.h"
#include "core/sweep/trial.h"

#include <QString>

/// Text for the values of a sweep.
namespace warpbench::ui {

/// "Estimated time", "Registers", or a counter's key with spaces.
QString objectiveTitle(const sweep::Objective& objective);
QString objectiveText(const sweep::Objective& objective, double value);
/// A short title for a column: "Registers".
QString figureTitle(const sweep::Figure& figure);
QString figureText(const sweep::Figure& figure, double value);
/// "BLOCK = 128, TILE = 16"
QString valuesText(const sweep::Trial& trial);
/// Why a trial is invalid, in one line; empty: it is valid.
QString whyNot(const sweep::Trial& trial);
/// Everything known about a trial, one line per figure.
QString trialText(const sweep::Trial& trial, const sweep::Objective& objective);

} // namespace warpbench::ui
