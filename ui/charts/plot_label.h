// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

namespace warpbench::ui {

/// The position of a label, in pixels.
struct LabelPlace {
    QPointF topLeft;
    bool free = false; ///< it covers nothing
};

/// Finds the position near one of the points where a label covers the least. Takes the first point
/// with free space and stays inside the plot if possible. All values in pixels. \param gap  least
/// distance between the point and the label
LabelPlace placeLabel(QSizeF label, const QList<QPointF>& points, qreal gap, const QRectF& area,
                      const QList<QPolygonF>& lines);
/// A line that hatches a whole rectangle, such as a text, so that placeLabel() avoids the rectangle
/// more than it avoids lines.
QPolygonF hatchOf(const QRectF& rect);

} // namespace warpbench::ui
