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

inline constexpr qreal kDot = 6; ///< diameter of a point of a cloud in pixels

/// Thins out a line with several points per pixel without changing its look: keeps the first,
/// lowest, highest and last point of each of `columns` columns. Returns a line unchanged if it has
/// few points or its x does not increase.
QList<QPointF> thinned(const QList<QPointF>& points, int columns);

/// Draws a point of a cloud: a dot, or a ring if hollow.
void drawDot(QPainter& painter, QPointF middle, const QColor& color, bool hollow);

/// Draws a cloud of points as dots of a few pixels. Where dots overlap, the image shows density:
/// more points give a stronger colour, and a single point stays visible. \param range  x and y
/// values that the image covers; its top is the highest y
QImage drawCloud(const PlotSeries& cloud, const QRectF& range, QSize pixels, const QColor& color);

/// The index of the point with the closest x; -1: no points.
/// \param rising  whether x increases from point to point, which allows a binary search
qsizetype nearestByX(const QList<QPointF>& points, double x, bool rising);
bool risesInX(const QList<QPointF>& points);

} // namespace warpbench::ui
