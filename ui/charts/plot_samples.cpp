// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_samples.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr int kFewPoints = 2000; // up to this number, each point is a round dot
constexpr int kCell = 3;         // size of a density cell in pixels
constexpr double kFaintest = 0.5;
constexpr qreal kRingWidth = 2; // pixels

} // namespace

bool risesInX(const QList<QPointF>& points) {
    return std::is_sorted(points.begin(), points.end(),
                          [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); });
}

QList<QPointF> thinned(const QList<QPointF>& points, int columns) {
    constexpr int kKept = 4; // per column
    if (columns <= 0 || points.size() <= qsizetype(columns) * kKept || !risesInX(points))
        return points;
    const double left = points.first().x();
    const double width = points.last().x() - left;
    QList<QPointF> kept;
    kept.reserve(qsizetype(columns) * kKept);
    qsizetype i = 0;
    for (int column = 0; column < columns && i < points.size(); ++column) {
        const double end = left + width * (column + 1) / columns;
        const qsizetype first = i;
        qsizetype lowest = i;
        qsizetype highest = i;
        for (; i < points.size() && (points[i].x() <= end || column == columns - 1); ++i) {
            lowest = points[i].y() < points[lowest].y() ? i : lowest;
            highest = points[i].y() > points[highest].y() ? i : highest;
        }
        if (i == first)
            continue;
        qsizetype chosen[kKept] = {first, lowest, highest, i - 1};
        std::sort(std::begin(chosen), std::end(chosen));
        for (auto one = std::begin(chosen);
             one != std::unique(std::begin(chosen), std::end(chosen)); ++one)
            kept.append(points[*one]);
    }
    return kept;
}

void drawDot(QPainter& painter, QPointF middle, const QColor& color, bool hollow) {
    painter.setPen(hollow ? QPen(color, kRingWidth) : QPen(Qt::NoPen));
    painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(color));
    painter.drawEllipse(middle, kDot / 2, kDot / 2);
}

QImage drawCloud(const PlotSeries& cloud, const QRectF& range, QSize pixels, const QColor& color) {
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    if (range.width() <= 0 || range.height() <= 0)
        return image;
    const double perX = pixels.width() / range.width();
    const double perY = pixels.height() / range.height();
    const auto place = [&](const QPointF& point) {
        return QPointF((point.x() - range.left()) * perX,
                       pixels.height() - (point.y() - range.top()) * perY);
    };
    QPainter painter(&image);
    if (cloud.size() <= kFewPoints) {
        painter.setRenderHint(QPainter::Antialiasing);
        for (qsizetype i = 0; i < cloud.size(); ++i)
            drawDot(painter, place(cloud.at(i)), color, cloud.hollow);
        return image;
    }
    painter.setPen(Qt::NoPen);
    const int across = pixels.width() / kCell + 1;
    const int down = pixels.height() / kCell + 1;
    std::vector<std::uint32_t> counts(std::size_t(across) * std::size_t(down));
    for (qsizetype i = 0; i < cloud.size(); ++i) {
        const QPointF at = place(cloud.at(i));
        const int x = int(at.x()) / kCell;
        const int y = int(at.y()) / kCell;
        if (x >= 0 && y >= 0 && x < across && y < down)
            ++counts[std::size_t(y) * std::size_t(across) + std::size_t(x)];
    }
    // Logarithmic, because most samples are close together and outliers are rare.
    const double most = std::log(1.0 + *std::max_element(counts.begin(), counts.end()));
    for (int y = 0; y < down; ++y) {
        for (int x = 0; x < across; ++x) {
            const std::uint32_t count =
                counts[std::size_t(y) * std::size_t(across) + std::size_t(x)];
            if (count == 0)
                continue;
            QColor shade = color;
            shade.setAlphaF(float(kFaintest + (1 - kFaintest) * std::log(1.0 + count) / most));
            painter.fillRect(x * kCell, y * kCell, kCell, kCell, shade);
        }
    }
    return image;
}

qsizetype nearestByX(const QList<QPointF>& points, double x, bool rising) {
    if (points.isEmpty())
        return -1;
    const auto distance = [&](qsizetype i) { return std::abs(points[i].x() - x); };
    if (!rising) {
        qsizetype best = 0;
        for (qsizetype i = 1; i < points.size(); ++i)
            best = distance(i) < distance(best) ? i : best;
        return best;
    }
    const auto after =
        std::lower_bound(points.begin(), points.end(), x,
                         [](const QPointF& p, double value) { return p.x() < value; });
    const qsizetype i = std::min(qsizetype(after - points.begin()), points.size() - 1);
    return i > 0 && distance(i - 1) <= distance(i) ? i - 1 : i;
}

} // namespace warpbench::ui
