// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace warpbench::ui {

/// The background that says how hot something is, in the theme that is shown, from 0 (the margin's
/// own colour) to 1. Text in the theme's text colour is readable on all of them; what is told by
/// it is beside it in figures too.
QColor heatColor(double heat);

} // namespace warpbench::ui
