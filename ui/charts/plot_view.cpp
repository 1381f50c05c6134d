// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a plot: axes and lines with Qt Charts; bars, clouds, markers and legend on top.
#include "ui/charts/plot_view.h"

#include "ui/charts/plot_label.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/plot_samples.h"
#include "ui/charts/plot_ticks.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/words/describe.h"

#include <QCategoryAxis>
#include <QGraphicsEllipseItem>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QGraphicsPixmapItem>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kMarkerRadius = 6;  // pixels
constexpr int kBesideLine = 2;    // pixels between a line and its name
constexpr qreal kWidestRow = 34;  // height of a bar and its gap below the text; pixels
constexpr qreal kLeastBar = 6;    // below the text; with less space, the bar is behind the text
constexpr qreal kTextOfRow = 0.8; // size of the letters in a low row
constexpr int kLeastText = 8;     // pixels
constexpr int kBehindText = 110;  // of 255, opacity of a bar behind text
constexpr int kAround = 4;        // pixels around the chart
constexpr int kAroundRight = 12;
constexpr qreal kBetweenLabels = 14; // pixels between two labels of an axis
constexpr int kMostColumns = 2048;   // points of a line; more than the pixels across

/// Corners of a staircase through the points with a step at each x.
QList<QPointF> stepped(const QList<QPointF>& points) {
    QList<QPointF> corners;
    for (const QPointF& point : points) {
        if (!corners.isEmpty())
            corners.append(QPointF(point.x(), corners.last().y()));
        corners.append(point);
    }
    return corners;
}

/// The position of a value on a chart's axis.
double placeOn(const PlotAxis& axis, double value) {
    return axis.logarithmic ? std::log10(std::max(value, std::numeric_limits<double>::min()))
                            : value;
}

} // namespace

Plot::View::View(Plot* plot, Contents& contents)
    : QChartView(new QChart, plot)
    , m_plot(plot)
    , m_contents(contents) {
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setMargins(QMargins(kAround, kAround, kAroundRight, 0));
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false); // clouds are drawn behind it
    QObject::connect(chart(), &QChart::plotAreaChanged, plot, [this] { placeOverlays(); });
    QObject::connect(&Theme::instance(), &Theme::changed, plot, [this] {
        m_contents.drawn = false; // a tab in the background is drawn when it becomes visible
        inTurn(*this, [this] {
            if (m_plot->isVisible())
                m_plot->view();
        });
    });
}

QPointF Plot::View::onAxes(QPointF value) const {
    if (m_contents.x.logarithmic)
        value.setX(placeOn(m_contents.x, value.x()));
    if (m_contents.y.logarithmic)
        value.setY(placeOn(m_contents.y, value.y()));
    return value;
}

QList<QPointF> Plot::View::onAxes(QList<QPointF> values) const {
    for (QPointF& value : values)
        value = onAxes(value);
    return values;
}

QCategoryAxis* Plot::View::addAxis(const PlotAxis& description, Qt::Alignment side) {
    const ThemeColors& colors = themeColors();
    auto* axis = new QCategoryAxis;
    const double range = description.max - description.min;
    double step = niceStep(range, side == Qt::AlignBottom ? 6 : 4);
    if (description.integer)
        step = std::max(1.0, step);
    axis->setRange(placeOn(description, description.min), placeOn(description, description.max));
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    description.logarithmic ? setDecades(*axis, 1) : setTicks(*axis, step);
    axis->setTitleText(description.title);
    QFont font = m_plot->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    axis->setLabelsFont(font);
    axis->setTitleFont(font);
    axis->setLabelsColor(colors.muted);
    axis->setTitleBrush(colors.muted);
    axis->setLinePen(QPen(colors.borderStrong, 1));
    axis->setGridLinePen(QPen(colors.border, 1));
    axis->setGridLineVisible(side != Qt::AlignRight); // two overlapping grids are unreadable
    chart()->addAxis(axis, side);
    return axis;
}

void Plot::View::draw() {
    m_contents.drawn = true;
    clearOverlays();
    chart()->removeAllSeries();
    m_anchor = nullptr;
    m_rightAnchor = nullptr;
    for (QAbstractAxis* axis : chart()->axes()) {
        chart()->removeAxis(axis);
        delete axis;
    }
    const ThemeColors& colors = themeColors();
    // The background of the surrounding panel.
    setBackgroundBrush(colors.window);
    if (!m_contents.bars.isEmpty())
        drawBars();
    else if (!m_contents.series.isEmpty())
        drawLines();
    placeOverlays();
}

void Plot::View::drawLines() {
    QCategoryAxis* axisX = addAxis(m_contents.x, Qt::AlignBottom);
    QCategoryAxis* axisY = addAxis(m_contents.y, Qt::AlignLeft);
    QCategoryAxis* axisRight =
        m_contents.right ? addAxis(*m_contents.right, Qt::AlignRight) : nullptr;
    int index = 0;
    for (const PlotSeries& one : m_contents.series) {
        const QColor color = one.color.isValid() ? one.color : seriesColor(index);
        ++index;
        // A cloud's points are painted in one go (placeOverlays), because Qt Charts creates an item
        // for each, which blocks the window for half a minute with 100,000 points. This series
        // provides the name.
        auto* line = new QLineSeries;
        if (one.isLine()) {
            const QList<QPointF> points = onAxes(thinned(one.points, kMostColumns));
            line->append(one.style == PlotSeries::Style::steps ? stepped(points) : points);
        }
        line->setName(one.name);
        QPen pen(color, kLineWidth, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
        if (const QList<qreal> dashes = m_plot->dashesOf(index - 1); !dashes.isEmpty())
            pen.setDashPattern(dashes);
        line->setPen(pen);
        chart()->addSeries(line);
        line->attachAxis(axisX);
        const bool right = one.right && axisRight;
        line->attachAxis(right ? axisRight : axisY);
        QXYSeries*& anchor = right ? m_rightAnchor : m_anchor;
        if (!anchor)
            anchor = line;
    }
}

/// Shows the names above the plot if there are several, and makes room for them.
void Plot::View::placeLegend() {
    QList<PlotLegend::Entry> entries;
    for (int i = 0; m_contents.series.size() > 1 && i < int(m_contents.series.size()); ++i) {
        const PlotSeries& one = m_contents.series[i];
        if (one.naming != PlotSeries::Naming::legend)
            continue;
        entries.append({one.name, one.color.isValid() ? one.color : seriesColor(i),
                        m_plot->dashesOf(i), one.style == PlotSeries::Style::points, one.hollow});
    }
    int room = 0;
    if (!entries.isEmpty()) {
        auto* legend = new PlotLegend(entries, m_plot->font(), themeColors().muted,
                                      std::max(1, width() - 2 * kAroundRight));
        legend->setPos(kAroundRight, kAround);
        legend->setZValue(30);
        scene()->addItem(legend);
        m_overlays.append(legend);
        room = int(std::ceil(legend->height())) + kAround;
    }
    chart()->setMargins(QMargins(kAround, kAround + room, kAroundRight, 0));
}

/// Bars are overlays over an empty series: QHorizontalBarSeries knows neither whiskers nor marks,
/// and elides category names.
void Plot::View::drawBars() {
    QCategoryAxis* axisX = addAxis(m_contents.x, Qt::AlignBottom);
    // Its label is blank but reserves space for the leftmost number, half of which is outside the
    // plot: Qt Charts hides labels that do not fit.
    auto* rows = new QCategoryAxis;
    rows->setRange(0, double(m_contents.bars.size()));
    rows->append(QString(2, QChar::Nbsp), double(m_contents.bars.size()));
    rows->setLabelsFont(axisX->labelsFont());
    rows->setLineVisible(false);
    rows->setGridLineVisible(false);
    chart()->addAxis(rows, Qt::AlignLeft);
    m_anchor = new QLineSeries;
    chart()->addSeries(m_anchor);
    m_anchor->attachAxis(axisX);
    m_anchor->attachAxis(rows);
}

void Plot::View::clearOverlays() {
    for (QGraphicsItem* item : std::as_const(m_overlays)) {
        scene()->removeItem(item);
        delete item;
    }
    m_overlays.clear();
}

/// As many ticks at the bottom as labels fit: Qt Charts divides the axis into equal shares, plus
/// one, and cuts off labels wider than their share.
void Plot::View::fitTicks() {
    constexpr int kMost = 6;
    constexpr qreal kMargin = 8; // around a label in its share
    const qreal width = chart()->plotArea().width();
    if (width <= 0)
        return; // no layout yet
    if (std::exchange(m_fitting, true))
        return;
    for (QAbstractAxis* each : chart()->axes(Qt::Horizontal)) {
        auto* axis = qobject_cast<QCategoryAxis*>(each);
        if (!axis)
            continue;
        if (m_contents.x.logarithmic) {
            fitDecades(*axis);
            continue;
        }
        const double range = axis->max() - axis->min();
        const double least = m_contents.x.integer ? 1 : 0;
        double step = std::max(least, niceStep(range, kMost));
        const qreal label = QFontMetricsF(axis->labelsFont())
                                .horizontalAdvance(describeFigure(axis->max(), decimalsOf(step)));
        const auto fits = [&] {
            const double distances = range / step;
            return distances * (label + kBetweenLabels) <= width &&
                   (std::floor(distances) + 2) * (label + kMargin) <= width;
        };
        for (int count = kMost - 1; count > 0 && !fits(); --count)
            step = std::max(least, niceStep(range, count));
        setTicks(*axis, step);
    }
    for (QAbstractAxis* each : chart()->axes(Qt::Vertical)) {
        auto* axis = qobject_cast<QCategoryAxis*>(each);
        if (axis && m_contents.y.logarithmic)
            fitDecadesUpwards(*axis);
    }
    m_fitting = false;
}

/// As many ticks as fit by height, with equal shares.
void Plot::View::fitDecadesUpwards(QCategoryAxis& axis) {
    const qreal label = QFontMetricsF(axis.labelsFont()).height() + 2;
    const qreal decades = axis.max() - axis.min();
    if (chart()->plotArea().height() < 2 * label)
        return; // no layout yet
    int step = 1;
    while (step < decades &&
           (std::floor(decades / step) + 2) * label > chart()->plotArea().height())
        ++step;
    setDecades(axis, step);
}

void Plot::View::fitDecades(QCategoryAxis& axis) {
    const QFontMetricsF metrics(axis.labelsFont());
    const qreal label =
        std::max(metrics.horizontalAdvance(decadeFigure(int(std::ceil(axis.min())))),
                 metrics.horizontalAdvance(decadeFigure(int(std::floor(axis.max())))));
    const qreal decade = chart()->plotArea().width() / std::max(1.0, axis.max() - axis.min());
    setDecades(axis, std::max(1, int(std::ceil((label + kBetweenLabels) / std::max(1.0, decade)))));
}

void Plot::View::placeOverlays() {
    if (m_placing)
        return;
    fitTicks();
    clearOverlays();
    m_placing = true; // its margins change the plot's area
    placeLegend();
    m_placing = false;
    if (!m_anchor)
        return;
    placeClouds();
    placeColumns();
    m_contents.bars.isEmpty() ? placeMarkers() : placeBars();
}

/// \param hides  draws a background over things that would make the text unreadable, such as lines
void Plot::View::addText(const QString& text, QPointF topLeft, const QFont& font, bool hides) {
    const ThemeColors& colors = themeColors();
    QGraphicsSimpleTextItem* item = scene()->addSimpleText(text, font);
    const QRectF area = chart()->plotArea();
    const qreal right = area.right() - item->boundingRect().width() - 4;
    item->setPos(std::clamp(topLeft.x(), area.left() + 4, std::max(area.left() + 4, right)),
                 topLeft.y());
    item->setBrush(colors.text);
    item->setZValue(30);
    m_overlays.append(item);
    if (!hides)
        return;
    QColor behind = colors.window;
    behind.setAlpha(200);
    QGraphicsRectItem* back = scene()->addRect(item->sceneBoundingRect(), Qt::NoPen, behind);
    back->setZValue(22);
    m_overlays.append(back);
}

void Plot::View::addLine(QPointF from, QPointF to, const QPen& pen) {
    QGraphicsLineItem* item = scene()->addLine(QLineF(from, to), pen);
    item->setZValue(20);
    m_overlays.append(item);
}

void Plot::View::placeBars() {
    const ThemeColors& colors = themeColors();
    const QList<PlotBar>& bars = m_contents.bars;
    const QRectF area = chart()->plotArea();
    const qreal textHeight = QFontMetricsF(m_plot->font()).height();
    // A few bars are close together at the top rather than far apart.
    const qreal rowHeight = std::min(area.height() / qreal(bars.size()), textHeight + kWidestRow);
    // In low rows, a bar is behind its text, which shrinks as necessary.
    const bool low = rowHeight < textHeight + kLeastBar;
    QFont font = m_plot->font();
    if (rowHeight < textHeight)
        font.setPixelSize(std::max(kLeastText, int(rowHeight * kTextOfRow)));
    // If there are too many rows to read, only some have a name.
    const int everyNth = std::max(1, int(std::ceil(QFontMetricsF(font).ascent() / rowHeight)));
    const auto xOf = [this](double value) { return toPixels({value, 0}).x(); };
    for (int i = 0; i < int(bars.size()); ++i) {
        const PlotBar& bar = bars[i];
        const QPointF top(xOf(0), area.top() + i * rowHeight);
        const qreal width = std::max(1.0, xOf(bar.value) - top.x());
        const qreal height = std::clamp((rowHeight - textHeight) * 0.5, 3.0, 14.0);
        const QRectF rect = low ? QRectF(top.x(), top.y() + 1, width, std::max(1.0, rowHeight - 2))
                                : QRectF(top.x(), top.y() + textHeight + 2, width, height);
        QColor color = seriesColor(i);
        if (low)
            color.setAlpha(kBehindText);
        QGraphicsRectItem* item = scene()->addRect(rect, Qt::NoPen, color);
        item->setZValue(10);
        m_overlays.append(item);
        if (bar.high > bar.low) {
            const qreal middle = rect.center().y();
            addLine({xOf(bar.low), middle}, {xOf(bar.high), middle}, QPen(colors.text, 1.2));
        }
        if (bar.baseline) {
            const qreal xPixel = xOf(*bar.baseline);
            addLine({xPixel, rect.top() - (low ? 0 : 3)}, {xPixel, rect.bottom() + (low ? 0 : 3)},
                    QPen(bar.baselineColor.isValid() ? bar.baselineColor : colors.warning, 2));
        }
        if (i % everyNth == 0)
            addText(bar.name, {top.x() + 2, top.y()}, font, !low);
    }
}

/// Places a text where it covers the least. \param taken  areas in use; the text is added
/// \param must  shows the text even if it covers something
/// \returns whether the text is shown
bool Plot::View::addLabel(const QString& text, const QList<QPointF>& points, qreal gap,
                          QList<QPolygonF>& taken, bool must) {
    const QFontMetricsF metrics(m_plot->font());
    const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
    const LabelPlace place = placeLabel(size, points, gap, chart()->plotArea(), taken);
    if (!must && !place.free)
        return false;
    addText(text, place.topLeft, m_plot->font(), true);
    taken.append(hatchOf(QRectF(place.topLeft, size)));
    return true;
}

void Plot::View::nameMarker(const PlotMarker& marker, QPointF at, QList<QPolygonF>& taken) {
    constexpr qreal kShorter[] = {1, 0.75, 0.5};
    const QFontMetricsF metrics(m_plot->font());
    const qreal width = metrics.horizontalAdvance(marker.text);
    for (const qreal part : kShorter) {
        const QString text = metrics.elidedText(marker.text, Qt::ElideMiddle, part * width + 1);
        if (addLabel(text, {at}, kMarkerRadius + 2, taken, !marker.yields))
            return;
    }
}

void Plot::View::placeMarkers() {
    const ThemeColors& colors = themeColors();
    QList<QPolygonF> taken = linesInPixels();
    const qreal radius = kMarkerRadius - 1; // its own text may touch the ring
    for (const PlotMarker& marker : m_contents.markers) {
        const QPointF at = toPixels(marker.point, marker.right);
        taken.append(hatchOf({at.x() - radius, at.y() - radius, 2 * radius, 2 * radius}));
    }
    // Level lines have the fewest places for their names, steep lines the most.
    nameLines(taken, true);
    for (const PlotMarker& marker : m_contents.markers) {
        const QPointF at = toPixels(marker.point, marker.right);
        const QColor color = marker.color.isValid() ? marker.color : colors.warning;
        QGraphicsEllipseItem* ring =
            scene()->addEllipse(at.x() - kMarkerRadius, at.y() - kMarkerRadius, 2 * kMarkerRadius,
                                2 * kMarkerRadius, QPen(color, 2.5), QBrush(Qt::NoBrush));
        ring->setZValue(25);
        m_overlays.append(ring);
        if (!marker.text.isEmpty())
            nameMarker(marker, at, taken);
    }
    nameLines(taken, false);
}

/// Places names beside lines, either of the level ones or of the others; omits those that do not
/// fit.
void Plot::View::nameLines(QList<QPolygonF>& taken, bool level) {
    qsizetype line = 0;
    for (const PlotSeries& one : m_contents.series) {
        if (!one.isLine())
            continue;
        const QPolygonF corners = taken.at(line++);
        if (one.naming != PlotSeries::Naming::beside || corners.isEmpty() ||
            (std::abs(corners.first().y() - corners.last().y()) < 1) != level)
            continue;
        addLabel(one.label.isEmpty() ? one.name : one.label,
                 {(corners.first() + corners.last()) / 2, corners.last(), corners.first()},
                 kBesideLine, taken, level);
    }
}

void Plot::View::placeClouds() {
    const QRectF area = chart()->plotArea();
    const qreal ratio = devicePixelRatioF();
    const QRectF range(onAxes(QPointF(m_contents.x.min, m_contents.y.min)),
                       onAxes(QPointF(m_contents.x.max, m_contents.y.max)));
    for (int i = 0; i < int(m_contents.series.size()); ++i) {
        const PlotSeries& one = m_contents.series[i];
        if (one.style != PlotSeries::Style::points || area.isEmpty())
            continue;
        PlotSeries cloud = one;
        cloud.points = onAxes(cloud.points);
        QImage image = drawCloud(cloud, range, (area.size() * ratio).toSize(),
                                 one.color.isValid() ? one.color : seriesColor(i));
        image.setDevicePixelRatio(ratio);
        QGraphicsPixmapItem* item = scene()->addPixmap(QPixmap::fromImage(image));
        item->setPos(area.topLeft());
        item->setZValue(-1); // below the chart, because many points would hide its lines
        m_overlays.append(item);
    }
}

/// Columns end at whole pixels, so that no background shows between neighbours.
void Plot::View::placeColumns() {
    constexpr int kWide = 4; // pixels; wider columns have a gap after them
    const QRectF area = chart()->plotArea();
    for (int i = 0; i < int(m_contents.series.size()); ++i) {
        const PlotSeries& one = m_contents.series[i];
        if (one.style != PlotSeries::Style::columns)
            continue;
        QPainterPath columns;
        for (qsizetype at = 0; at + 1 < one.points.size(); ++at) {
            const QPointF top = toPixels(one.points[at]);
            const int left = qRound(top.x());
            const int room = std::max(1, qRound(toPixels(one.points[at + 1]).x()) - left);
            const qreal height = area.bottom() - top.y();
            if (height > 0) // keep small values visible
                columns.addRect(left, area.bottom() - std::max(1.0, height),
                                room < kWide ? room : room - 1, std::max(1.0, height));
        }
        QGraphicsPathItem* item =
            scene()->addPath(columns, Qt::NoPen, one.color.isValid() ? one.color : seriesColor(i));
        item->setZValue(10);
        m_overlays.append(item);
    }
}

/// The drawn lines in scene pixels.
QList<QPolygonF> Plot::View::linesInPixels() const {
    QList<QPolygonF> lines;
    for (const PlotSeries& one : m_contents.series) {
        if (!one.isLine())
            continue;
        const bool steps = one.style == PlotSeries::Style::steps;
        QPolygonF line;
        const QList<QPointF> points = thinned(one.points, kMostColumns);
        for (const QPointF& point : steps ? stepped(points) : points) {
            line.append(toPixels(point, one.right));
        }
        lines.append(line);
    }
    return lines;
}

} // namespace warpbench::ui
