// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

namespace warpbench::ui {

/// Where a text stands, in pixels.
struct LabelPlace {
    QPointF topLeft;
    bool free = false; ///< it covers nothing
};

/// Where a text of a plot covers the least of what is drawn there: close to one of the points, the
/// first that has room, within the plot where it fits. All in pixels. \param gap the least distance
/// between the point and the text
LabelPlace placeLabel(QSizeF label, const QList<QPointF>& points, qreal gap, const QRectF& area,
                      const QList<QPolygonF>& lines);
/// A text or the like as a line that goes through all of it, so that placeLabel() leaves it free
/// before it leaves lines free.
QPolygonF hatchOf(const QRectF& rect);

} // namespace warpbench::ui
