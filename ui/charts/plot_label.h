// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

namespace warpbench::ui {

/// Where the text beside a marked point of a plot covers the plot's lines least: close to the
/// point, within the plot where it fits. All in pixels. \param gap the least distance between the
/// point and the text \returns the text's upper left corner
QPointF placeLabel(QSizeF label, QPointF point, qreal gap, const QRectF& area,
                   const QList<QPolygonF>& lines);

} // namespace warpbench::ui
