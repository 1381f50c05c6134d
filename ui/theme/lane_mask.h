// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QRect>

class QPainter;

namespace warpbench::ui {

/// Draws the 32 lanes of a warp: full cells for lanes in a mask, short strokes for others. Uses two
/// rows of 16 if the area is narrow.
void paintLanes(QPainter& painter, const QRect& area, quint32 mask);
/// The same as a pixmap. \param size  in device-independent pixels
QPixmap lanePixmap(quint32 mask, QSize size, qreal ratio);

} // namespace warpbench::ui
