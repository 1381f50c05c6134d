// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_label.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpbench::ui {

namespace {

/// The length of a line inside a rectangle, in pixels (Liang-Barsky clipping).
qreal lengthWithin(QPointF from, QPointF to, const QRectF& rect) {
    const QPointF along = to - from;
    const qreal directions[] = {-along.x(), along.x(), -along.y(), along.y()};
    const qreal distances[] = {from.x() - rect.left(), rect.right() - from.x(),
                               from.y() - rect.top(), rect.bottom() - from.y()};
    qreal enters = 0;
    qreal leaves = 1;
    for (int side = 0; side < 4; ++side) {
        if (directions[side] == 0) {
            if (distances[side] < 0) {
                return 0;
            }
            continue;
        }
        const qreal at = distances[side] / directions[side];
        if (directions[side] < 0) {
            enters = std::max(enters, at);
        } else {
            leaves = std::min(leaves, at);
        }
    }
    return enters < leaves ? (leaves - enters) * std::hypot(along.x(), along.y()) : 0;
}

qreal covered(const QRectF& label, const QList<QPolygonF>& lines) {
    qreal sum = 0;
    for (const QPolygonF& line : lines) {
        for (qsizetype i = 1; i < line.size(); ++i) {
            sum += lengthWithin(line[i - 1], line[i], label);
        }
    }
    return sum;
}

} // namespace

LabelPlace placeLabel(QSizeF label, const QList<QPointF>& points, qreal gap, const QRectF& area,
                      const QList<QPolygonF>& lines) {
    constexpr int kRings = 8; // greatest distance from the point, in multiples of the gap
    constexpr qreal kRoom = 2;
    const qreal w = label.width();
    const qreal h = label.height();
    qreal least = std::numeric_limits<qreal>::max();
    QPointF best = points.first() + QPointF(gap, -gap - h);
    for (int ring = 1; ring <= kRings; ++ring) {
        const qreal d = gap * ring;
        const QPointF corners[] = {{d, -d - h}, {d, d},           {-d - w, -d - h},
                                   {-d - w, d}, {-w / 2, -d - h}, {-w / 2, d},
                                   {d, -h / 2}, {-d - w, -h / 2}};
        for (const QPointF& point : points) {
            for (const QPointF& corner : corners) {
                const QRectF at(point + corner, label);
                if (!area.contains(at))
                    continue;
                const qreal cost = covered(at.adjusted(-kRoom, -kRoom, kRoom, kRoom), lines);
                if (cost == 0)
                    return {at.topLeft(), true};
                if (cost < least) {
                    least = cost;
                    best = at.topLeft();
                }
            }
        }
    }
    return {best, false};
}

QPolygonF hatchOf(const QRectF& rect) {
    constexpr int kRows = 4;
    QPolygonF line;
    for (int row = 0; row <= kRows; ++row) {
        const qreal y = rect.top() + row * rect.height() / kRows;
        const QPointF ends[] = {{rect.left(), y}, {rect.right(), y}};
        line << ends[row % 2] << ends[1 - row % 2];
    }
    return line;
}

} // namespace warpbench::ui
