// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace warpbench::ui {

/// The background colour for a heat from 0 (the margin's colour) to 1 in the current theme.
/// The theme's text colour is readable on all of them. Always shown next to the value as a
/// number.
QColor heatColor(double heat);

} // namespace warpbench::ui
