// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QRect>

class QPainter;

namespace warpbench::ui {

/// Draws the 32 lanes of a warp, those of a mask as full cells and the others as short strokes: two
/// rows of 16 in what is less than wide, else one.
void paintLanes(QPainter& painter, const QRect& area, quint32 mask);
/// The same as a picture. \param size  in pixels of the layout
QPixmap lanePixmap(quint32 mask, QSize size, qreal ratio);

} // namespace warpbench::ui
