// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace warpbench::ui {

/// How many colours there are that can be told from each other.
inline constexpr int kSeriesColors = 6;

/// The colour of a chart's curve, or of a pinned run, in the theme that is shown. From
/// `kSeriesColors` on they come again.
QColor seriesColor(int index);
/// What it is called: "Blue".
QString seriesColorName(int index);
/// A small square of it, for lists.
QIcon seriesSwatch(int index);

} // namespace warpbench::ui
