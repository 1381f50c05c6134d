// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot.h"

#include <QColor>
#include <QImage>
#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSize>

class QPainter;

namespace warpbench::ui {

inline constexpr qreal kDot = 6; ///< pixels across, of a point of a cloud

/// A line with so many points that several share a pixel, thinned out to what can be seen: the
/// first, lowest, highest and last point of each of `columns` columns. A line with few points, or
/// whose x does not rise, comes back as it is.
QList<QPointF> thinned(const QList<QPointF>& points, int columns);

/// One point of a cloud: a dot, or a ring that is hollow.
void drawDot(QPainter& painter, QPointF middle, const QColor& color, bool hollow);

/// A cloud of points as dots of a few pixels. Where there are so many that they cover each other,
/// the picture is a density: the more points, the fuller the colour, and a lonely one is still
/// seen. \param range  of x and y values that the picture covers; its top is the highest y
QImage drawCloud(const PlotSeries& cloud, const QRectF& range, QSize pixels, const QColor& color);

/// The point whose x is closest; -1 where there is none.
/// \param rising  whether x rises from each point to the next: then it is found without a walk
qsizetype nearestByX(const QList<QPointF>& points, double x, bool rising);
bool risesInX(const QList<QPointF>& points);

} // namespace warpbench::ui
