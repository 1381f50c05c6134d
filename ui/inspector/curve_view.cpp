// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/curve_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpbench::ui {

namespace {

constexpr std::int64_t kNearest = 8; // minimum number of visible positions
constexpr double kZoomStep = 1.5;    // per key
constexpr double kMoveStep = 0.1;    // of the visible range, per key

} // namespace

CurveView::CurveView(QWidget* parent)
    : QWidget(parent) {
    m_messageLabel = new QLabel;
    m_messageLabel->setProperty("role", "empty");
    m_messageLabel->setAlignment(Qt::AlignCenter);
    m_messageLabel->setWordWrap(true);
    m_plot = new Plot;
    m_plot->setObjectName(QStringLiteral("curvePlot"));
    m_plot->setAccessibleName(tr("Plot"));
    m_plot->setNavigable(true);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(m_messageLabel);
    m_pages->addWidget(m_plot);
    setFocusProxy(m_plot);

    connect(m_plot, &Plot::hovered, this, [this](const QString& text, QPointF value) {
        emit hovered(text.isEmpty() ? -1 : std::llround(positionOf(value.x())));
    });
    connect(m_plot, &Plot::zoomed, this,
            [this](double x, double factor) { zoom(positionOf(x), factor); });
    connect(m_plot, &Plot::dragged, this,
            [this](double from, double to) { moveBy(positionOf(from) - positionOf(to)); });
    connect(m_plot, &Plot::doubleClicked, this, [this] { showRange({0, m_row.elements.count}); });
}

void CurveView::setRow(const Row& row) {
    if (row == m_row)
        return;
    m_row = row;
    m_range = {0, row.elements.count};
    m_curves.clear();
}

void CurveView::setCurves(const QList<Curve>& curves) {
    m_message.clear();
    m_curves = curves;
    m_pages->setCurrentIndex(1);
    draw();
}

void CurveView::setMessage(const QString& message) {
    m_message = message;
    m_messageLabel->setText(message);
    m_curves.clear();
    m_pages->setCurrentIndex(0);
}

double CurveView::positionOf(double x) const {
    return (x - double(m_row.index)) / double(m_row.step);
}

void CurveView::draw() {
    QList<PlotSeries> lines;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Curve& curve : std::as_const(m_curves)) {
        PlotSeries line;
        line.name = curve.name;
        line.style = curve.dashed ? PlotSeries::Style::dashedLine : PlotSeries::Style::line;
        for (const arrays::Envelope::Point& point : curve.points) {
            line.points.append({double(m_row.index + point.position * m_row.step), point.value});
            low = std::min(low, point.value);
            high = std::max(high, point.value);
        }
        if (m_row.step < 0) // from left to right
            std::reverse(line.points.begin(), line.points.end());
        lines.append(line);
    }
    if (low > high)
        low = 0, high = 1; // nothing finite is visible
    // Halves, because the widest range exceeds the range of a double.
    const double room = high > low ? (high / 2 - low / 2) * 0.1 : std::max(1.0, std::abs(low) / 2);
    const auto xOf = [this](std::int64_t position) {
        return double(m_row.index + position * m_row.step);
    };
    const double ends[] = {xOf(m_range.first),
                           xOf(m_range.first + std::max<std::int64_t>(1, m_range.count - 1))};
    PlotAxis index{m_row.title, std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
    index.integer = true;
    m_plot->showLines(lines, index, {tr("value"), low - room, high + room});
}

void CurveView::showRange(Range range) {
    const std::int64_t all = m_row.elements.count;
    range.count = std::clamp(range.count, std::min(kNearest, all), all);
    range.first = std::clamp<std::int64_t>(range.first, 0, all - range.count);
    if (range == m_range)
        return;
    m_range = range;
    draw(); // draws available data until the rest arrives
    emit rangeChanged();
}

/// \param around  a position that keeps its place
void CurveView::zoom(double around, double factor) {
    // Changes by at least one position, because a small step would be rounded to none.
    const double wanted = double(m_range.count) / factor;
    const auto count = std::int64_t(factor > 1 ? std::floor(wanted) : std::ceil(wanted));
    const double share =
        (around - double(m_range.first)) / double(std::max<std::int64_t>(1, m_range.count));
    showRange({std::llround(around - share * double(count)), count});
}

void CurveView::moveBy(double positions) {
    m_moved += positions;
    const double whole = std::trunc(m_moved);
    m_moved -= whole;
    showRange({m_range.first + std::llround(whole), m_range.count});
}

void CurveView::keyPressEvent(QKeyEvent* event) {
    const double middle = double(m_range.first) + double(m_range.count) / 2;
    const double far = std::max(1.0, double(m_range.count) * kMoveStep) * (m_row.step < 0 ? -1 : 1);
    switch (event->key()) {
    case Qt::Key_Plus:
        return zoom(middle, kZoomStep);
    case Qt::Key_Minus:
        return zoom(middle, 1 / kZoomStep);
    case Qt::Key_Left:
        return moveBy(-far);
    case Qt::Key_Right:
        return moveBy(far);
    case Qt::Key_Home:
        return showRange({0, m_row.elements.count});
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace warpbench::ui
