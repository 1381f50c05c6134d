// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include "ui/charts/plot_samples.h"
#include "ui/charts/plot_view.h"
#include "ui/theme/turns.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>

#include <array>
#include <iterator>
#include <utility>

namespace warpbench::ui {

Plot::Plot(QWidget* parent)
    : QWidget(parent)
    , m_contents(std::make_unique<Contents>()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    addMenu();
}

Plot::~Plot() {
    if (m_view) {
        // The view is also a child of the layout's widget, which would delete it a second time.
        m_view->setParent(nullptr);
    }
}

Plot::View& Plot::view() {
    if (!m_view) {
        m_view = std::make_unique<View>(this, *m_contents);
        m_view->setAccessibleName(accessibleName()); // it takes the focus
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

/// A panel applies a new text size later than the theme announces it.
void Plot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_view) {
        m_contents->drawn = false;
        inTurn(*this, [this] {
            if (isVisible())
                view();
        });
    }
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

void Plot::setNavigable(bool navigable) {
    m_contents->navigable = navigable;
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
        const PlotSeries& one = m_contents->series[i];
        if (!one.isLine())
            continue;
        std::size_t kind = one.style == PlotSeries::Style::dashedLine ? 1 : 0;
        while (kind + 1 < kKinds && taken[kind])
            ++kind;
        taken[kind] = true;
        if (i == series)
            return kDashes[kind];
    }
    return {};
}

void prepareCharts() {
    static bool prepared = false;
    if (std::exchange(prepared, true))
        return;
    Plot plot;
    plot.resize(plot.sizeHint());
    plot.showLines(
        {{QStringLiteral("1"), {{0, 1}, {1, 2}}}, {QStringLiteral("2"), {{0, 2}, {1, 1}}}},
        {QStringLiteral("x"), 0, 1}, {QStringLiteral("y"), 0, 2});
    QPixmap picture(plot.size());
    plot.drawOn(picture);
}

QPointF Plot::positionOf(QPointF value) const {
    return const_cast<Plot*>(this)->view().positionOf(value);
}

void Plot::drawOn(QPaintDevice& device) const {
    auto* self = const_cast<Plot*>(this); // QWidget::render may lay out before it paints
    View& view = self->view();
    if (!isVisible()) {
        // Rendering tells the view its size, which determines the ticks. Axes draw new ticks only
        // after another layout.
        QImage nowhere(1, 1, QImage::Format_ARGB32_Premultiplied);
        self->render(&nowhere);
        view.chart()->layout()->invalidate();
        view.chart()->layout()->activate();
    }
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
