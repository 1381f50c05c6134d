// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include "ui/charts/plot_label.h"
#include "ui/charts/plot_legend.h"
#include "ui/charts/plot_samples.h"
#include "ui/models/describe.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"

#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsEllipseItem>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QGraphicsPixmapItem>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kMarkerRadius = 6;  // pixels
constexpr int kHoverRange = 40;   // pixels
constexpr qreal kWidestRow = 34;  // of a bar, below its text, with the room to the next; pixels
constexpr qreal kLeastBar = 6;    // below its text; where there is less room it lies behind that
constexpr qreal kTextOfRow = 0.8; // of a low row, the letters' size
constexpr int kLeastText = 8;     // pixels
constexpr int kBehindText = 110;  // of 255, how much of a bar's colour shows there
constexpr qreal kLineWidth = 1.8; // pixels
constexpr int kAround = 4;        // pixels around the chart
constexpr int kAroundRight = 12;
constexpr int kMostTicks = 64;     // along an axis, whatever was asked for
constexpr int kMostColumns = 2048; // of a line's points, more than there are pixels side by side

/// Tick distance of 1, 2 or 5 times a power of ten that gives about `count` ticks.
double niceStep(double range, int count) {
    if (!(range > 0))
        return 1;
    const double raw = range / count;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double factor = raw / power;
    return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

/// How many decimals tell figures apart that are a step from each other.
int decimalsOf(double step) {
    return std::max(0, -int(std::floor(std::log10(step) + 1e-9)));
}

/// Qt takes labels as HTML, where every space becomes a plain one but this.
QString axisFigure(double value, int decimals) {
    return describeFigure(value, decimals).replace(QChar(0x202F), QChar::Nbsp);
}

/// Ticks at the multiples of a step, each with its figure. Qt's own axes of values write figures
/// without a space between thousands, or as a whole country does.
void setTicks(QCategoryAxis& axis, double step) {
    const double min = axis.min();
    const double max = axis.max();
    const int decimals = decimalsOf(step);
    const double end = max + step * 1e-6;
    double at = std::ceil(min / step - 1e-6);
    QStringList labels;
    QList<double> places;
    for (; at * step <= end && labels.size() < kMostTicks; ++at) {
        places.append(at * step);
        labels.append(axisFigure(at * step + 0.0, decimals));
    }
    if (labels == axis.categoriesLabels())
        return;
    const QStringList former = axis.categoriesLabels();
    for (const QString& label : former)
        axis.remove(label);
    axis.setStartValue(places.isEmpty() ? min : places.first());
    for (qsizetype i = 0; i < labels.size(); ++i)
        axis.append(labels[i], places[i]);
    axis.setRange(min, max);
}

/// Corners of a staircase through the points, changing at each x.
QList<QPointF> stepped(const QList<QPointF>& points) {
    QList<QPointF> corners;
    for (const QPointF& point : points) {
        if (!corners.isEmpty())
            corners.append(QPointF(point.x(), corners.last().y()));
        corners.append(point);
    }
    return corners;
}

} // namespace

/// What was last asked of a plot, whether it is drawn already or not.
struct Plot::Contents {
    QList<PlotSeries> series;
    QList<bool> rising; ///< of each series, whether its x rises
    QList<PlotBar> bars;
    PlotAxis x, y;
    std::optional<PlotAxis> right;
    QList<PlotMarker> markers;
    bool drawn = false;
};

/// The chart's view of it.
class Plot::View : public QChartView {
  public:
    View(Plot* plot, Contents& contents)
        : QChartView(new QChart, plot)
        , m_plot(plot)
        , m_contents(contents) {
        setRenderHint(QPainter::Antialiasing);
        setFrameShape(QFrame::NoFrame);
        setMouseTracking(true);
        chart()->layout()->setContentsMargins(0, 0, 0, 0);
        chart()->setMargins(QMargins(kAround, kAround, kAroundRight, 0));
        chart()->legend()->hide();
        chart()->setBackgroundRoundness(0);
        QObject::connect(chart(), &QChart::plotAreaChanged, plot, [this] { placeOverlays(); });
        QObject::connect(&Theme::instance(), &Theme::changed, plot, [this] { draw(); });
    }

    void draw();
    QPointF positionOf(QPointF value) const {
        return m_anchor ? mapFromScene(toPixels(value)) : QPointF();
    }

  protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override {
        QChartView::leaveEvent(event);
        emit m_plot->hovered({}, {});
    }

  private:
    void drawLines();
    void drawBars();
    QCategoryAxis* addAxis(const PlotAxis& axis, Qt::Alignment side);
    void fitTicks();
    void placeOverlays();
    void addText(const QString& text, QPointF topLeft, const QFont& font, bool hides);
    void addLine(QPointF from, QPointF to, const QPen& pen);
    void placeBars();
    void placeMarkers();
    void placeClouds();
    void placeLegend();
    void clearOverlays();
    QList<QPolygonF> linesInPixels() const;
    QPointF toPixels(QPointF value, bool right = false) const {
        return chart()->mapToPosition(value, right && m_rightAnchor ? m_rightAnchor : m_anchor);
    }

    Plot* m_plot;
    Contents& m_contents;
    QXYSeries* m_anchor = nullptr;      ///< any series: QChart maps positions through one
    QXYSeries* m_rightAnchor = nullptr; ///< one of the axis at the right; null: there is none
    QList<QGraphicsItem*> m_overlays;
    bool m_fitting = false; ///< other ticks may change the area, which asks for them again
    bool m_placing = false; ///< so may the legend
};

QCategoryAxis* Plot::View::addAxis(const PlotAxis& description, Qt::Alignment side) {
    const ThemeColors& colors = themeColors();
    auto* axis = new QCategoryAxis;
    const double range = description.max - description.min;
    double step = niceStep(range, side == Qt::AlignBottom ? 6 : 4);
    if (description.integer)
        step = std::max(1.0, step);
    axis->setRange(description.min, description.max);
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    setTicks(*axis, step);
    axis->setTitleText(description.title);
    QFont font = m_plot->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    axis->setLabelsFont(font);
    axis->setTitleFont(font);
    axis->setLabelsColor(colors.muted);
    axis->setTitleBrush(colors.muted);
    axis->setLinePen(QPen(colors.borderStrong, 1));
    axis->setGridLinePen(QPen(colors.border, 1));
    axis->setGridLineVisible(side != Qt::AlignRight); // two grids over each other tell nothing
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
    // That of the panel around it, which is the window's.
    chart()->setBackgroundBrush(colors.window);
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
        // A cloud's points are painted in one go (placeOverlays): Qt Charts makes an item of each,
        // and 100,000 of them keep the window busy for half a minute. This names them.
        auto* line = new QLineSeries;
        if (one.style != PlotSeries::Style::points) {
            const QList<QPointF> points = thinned(one.points, kMostColumns);
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

/// Names the series above the plot, where there is more than one, and makes room for that.
void Plot::View::placeLegend() {
    QList<PlotLegend::Entry> entries;
    for (int i = 0; m_contents.series.size() > 1 && i < int(m_contents.series.size()); ++i) {
        const PlotSeries& one = m_contents.series[i];
        entries.append({one.name, one.color.isValid() ? one.color : seriesColor(i),
                        m_plot->dashesOf(i), one.style == PlotSeries::Style::points});
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
    auto* rows = new QValueAxis;
    rows->setRange(0, double(m_contents.bars.size()));
    rows->setVisible(false);
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

/// As many ticks along the bottom as their labels have room for: Qt Charts would cut them short.
void Plot::View::fitTicks() {
    constexpr int kMost = 6;
    constexpr qreal kGap = 14; // pixels between two labels
    if (std::exchange(m_fitting, true))
        return;
    for (QAbstractAxis* each : chart()->axes(Qt::Horizontal)) {
        auto* axis = qobject_cast<QCategoryAxis*>(each);
        if (!axis)
            continue;
        const double range = axis->max() - axis->min();
        const double least = m_contents.x.integer ? 1 : 0;
        double step = std::max(least, niceStep(range, kMost));
        const qreal label = QFontMetricsF(axis->labelsFont())
                                .horizontalAdvance(axisFigure(axis->max(), decimalsOf(step)));
        for (int count = kMost - 1;
             count > 0 && range / step * (label + kGap) > chart()->plotArea().width(); --count)
            step = std::max(least, niceStep(range, count));
        setTicks(*axis, step);
    }
    m_fitting = false;
}

void Plot::View::placeOverlays() {
    if (m_placing)
        return;
    fitTicks();
    clearOverlays();
    m_placing = true; // its margins move the plot's area
    placeLegend();
    m_placing = false;
    if (!m_anchor)
        return;
    placeClouds();
    m_contents.bars.isEmpty() ? placeMarkers() : placeBars();
}

/// \param hides  whether it hides what lies below, such as a line, which would make it hard to read
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
    // Few bars stand together at the top rather than far from each other.
    const qreal rowHeight = std::min(area.height() / qreal(bars.size()), textHeight + kWidestRow);
    // In low rows a bar lies behind its text, which is as small as it has to be.
    const bool low = rowHeight < textHeight + kLeastBar;
    QFont font = m_plot->font();
    if (rowHeight < textHeight)
        font.setPixelSize(std::max(kLeastText, int(rowHeight * kTextOfRow)));
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
        addText(bar.name, {top.x() + 2, top.y()}, font, !low);
    }
}

void Plot::View::placeMarkers() {
    const ThemeColors& colors = themeColors();
    for (const PlotMarker& marker : m_contents.markers) {
        const QPointF at = toPixels(marker.point, marker.right);
        const QColor color = marker.color.isValid() ? marker.color : colors.warning;
        QGraphicsEllipseItem* ring =
            scene()->addEllipse(at.x() - kMarkerRadius, at.y() - kMarkerRadius, 2 * kMarkerRadius,
                                2 * kMarkerRadius, QPen(color, 2.5), QBrush(Qt::NoBrush));
        ring->setZValue(25);
        m_overlays.append(ring);
        if (marker.text.isEmpty())
            continue;
        const QFontMetricsF metrics(m_plot->font());
        const QSizeF size(metrics.horizontalAdvance(marker.text), metrics.height());
        addText(marker.text,
                placeLabel(size, at, kMarkerRadius + 2, chart()->plotArea(), linesInPixels()),
                m_plot->font(), true);
    }
}

void Plot::View::placeClouds() {
    const QRectF area = chart()->plotArea();
    const qreal ratio = devicePixelRatioF();
    const QRectF range(m_contents.x.min, m_contents.y.min, m_contents.x.max - m_contents.x.min,
                       m_contents.y.max - m_contents.y.min);
    for (int i = 0; i < int(m_contents.series.size()); ++i) {
        const PlotSeries& one = m_contents.series[i];
        if (one.style != PlotSeries::Style::points || area.isEmpty())
            continue;
        QImage image = drawCloud(one, range, (area.size() * ratio).toSize(),
                                 one.color.isValid() ? one.color : seriesColor(i));
        image.setDevicePixelRatio(ratio);
        QGraphicsPixmapItem* item = scene()->addPixmap(QPixmap::fromImage(image));
        item->setPos(area.topLeft());
        item->setZValue(10);
        m_overlays.append(item);
    }
}

/// The lines as they are drawn, in the scene's pixels.
QList<QPolygonF> Plot::View::linesInPixels() const {
    QList<QPolygonF> lines;
    for (const PlotSeries& one : m_contents.series) {
        if (one.style == PlotSeries::Style::points) {
            continue;
        }
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

void Plot::View::mouseMoveEvent(QMouseEvent* event) {
    QChartView::mouseMoveEvent(event);
    const QList<PlotSeries>& series = m_contents.series;
    if (!m_anchor || series.isEmpty()) {
        emit m_plot->hovered({}, {});
        return;
    }
    const double x = chart()->mapToValue(event->position(), m_anchor).x();
    qreal best = kHoverRange;
    QString text;
    QPointF value;
    for (int i = 0; i < int(series.size()); ++i) {
        const PlotSeries& one = series[i];
        const qsizetype nearest =
            one.samples ? std::clamp<qsizetype>(std::llround(x) - 1, 0, one.size() - 1)
                        : nearestByX(one.points, x, m_contents.rising[i]);
        if (nearest < 0)
            continue;
        const QPointF point = one.at(nearest);
        const qreal distance = std::abs(toPixels(point).x() - event->position().x());
        if (distance < best) {
            best = distance;
            value = point;
            text = QStringLiteral("%1%2 %3: %4")
                       .arg(series.size() > 1 ? one.name + u' ' : QString(), m_contents.x.title,
                            QString::number(point.x()), QString::number(point.y(), 'g', 6));
        }
    }
    emit m_plot->hovered(text, value);
}

Plot::Plot(QWidget* parent)
    : QWidget(parent)
    , m_contents(std::make_unique<Contents>()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    addMenu();
}

Plot::~Plot() {
    if (m_view) {
        // The view is a child of the layout's widget too: whoever goes first takes it along.
        m_view->setParent(nullptr);
    }
}

Plot::View& Plot::view() {
    if (!m_view) {
        m_view = std::make_unique<View>(this, *m_contents);
        m_view->setAccessibleName(accessibleName()); // it has the focus
        layout()->addWidget(m_view.get());
        setFocusProxy(m_view.get());
    }
    if (!m_contents->drawn)
        m_view->draw();
    return *m_view;
}

void Plot::contentsChanged() {
    m_contents->drawn = false;
    if (isVisible())
        view();
}

void Plot::showEvent(QShowEvent* event) {
    view();
    QWidget::showEvent(event);
}

void Plot::showLines(const QList<PlotSeries>& series, const PlotAxis& x, const PlotAxis& y,
                     const std::optional<PlotAxis>& right) {
    m_contents->bars.clear();
    m_contents->series = series;
    m_contents->rising.clear();
    for (const PlotSeries& one : series)
        m_contents->rising.append(risesInX(one.points));
    m_contents->x = x;
    m_contents->y = y;
    m_contents->right = right;
    contentsChanged();
}

void Plot::showBars(const QList<PlotBar>& bars, const PlotAxis& x) {
    m_contents->series.clear();
    m_contents->markers.clear();
    m_contents->bars = bars;
    m_contents->x = x;
    contentsChanged();
}

void Plot::setMarkers(const QList<PlotMarker>& markers) {
    m_contents->markers = markers;
    contentsChanged();
}

void Plot::clear() {
    m_contents->series.clear();
    m_contents->bars.clear();
    m_contents->markers.clear();
    contentsChanged();
}

const QList<PlotSeries>& Plot::series() const {
    return m_contents->series;
}

const QList<PlotBar>& Plot::bars() const {
    return m_contents->bars;
}

const QList<PlotMarker>& Plot::markers() const {
    return m_contents->markers;
}

QList<qreal> Plot::dashesOf(int series) const {
    static const QList<qreal> kDashes[] = {{}, {4, 2}, {1, 1.5}, {5, 2, 1, 2}, {9, 3}};
    constexpr std::size_t kKinds = std::size(kDashes);
    std::array<bool, kKinds> taken{};
    for (int i = 0; i <= series && i < int(m_contents->series.size()); ++i) {
        const PlotSeries::Style style = m_contents->series[i].style;
        if (style == PlotSeries::Style::points)
            continue;
        std::size_t kind = style == PlotSeries::Style::dashedLine ? 1 : 0;
        while (kind + 1 < kKinds && taken[kind])
            ++kind;
        taken[kind] = true;
        if (i == series)
            return kDashes[kind];
    }
    return {};
}

QPointF Plot::positionOf(QPointF value) const {
    return const_cast<Plot*>(this)->view().positionOf(value);
}

void Plot::drawOn(QPaintDevice& device) const {
    auto* self = const_cast<Plot*>(this); // QWidget::render may lay out before it paints
    self->view();
    QPainter painter(&device);
    self->render(&painter);
}

QSize Plot::sizeHint() const {
    return {320, 200};
}

QSize Plot::minimumSizeHint() const {
    return {160, 110};
}

} // namespace warpbench::ui
