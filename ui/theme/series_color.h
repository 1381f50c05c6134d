// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace warpbench::ui {

/// The number of colours that can be distinguished.
inline constexpr int kSeriesColors = 6;

/// The colour of a chart's series or a pinned run in the current theme. Colours repeat after
/// `kSeriesColors`.
QColor seriesColor(int index);
/// The name of the colour: "Blue".
QString seriesColorName(int index);
/// A small square in that colour, for lists.
QIcon seriesSwatch(int index);

} // namespace warpbench::ui
