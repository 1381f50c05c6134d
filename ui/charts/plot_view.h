// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot.h"

#include <QChart>
#include <QChartView>
#include <QPolygonF>
#include <QXYSeries>

class QCategoryAxis;
class QGraphicsItem;

namespace warpbench::ui {

/// The requested contents of a plot, whether drawn already or not.
struct Plot::Contents {
    QList<PlotSeries> series;
    QList<bool> rising; ///< for each series: whether its x increases
    QList<PlotBar> bars;
    PlotAxis x, y;
    std::optional<PlotAxis> right;
    QList<PlotMarker> markers;
    bool navigable = false; ///< the mouse can move and zoom the plot
    bool drawn = false;
};

/// The chart's view.
class Plot::View : public QChartView {
  public:
    View(Plot* plot, Contents& contents);

    void draw();
    QPointF positionOf(QPointF value) const {
        return m_anchor ? mapFromScene(toPixels(value)) : QPointF();
    }

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
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
    /// Places rings around points, their texts, and the names beside lines.
    void placeMarkers();
    bool addLabel(const QString& text, const QList<QPointF>& points, qreal gap,
                  QList<QPolygonF>& taken, bool must = true);
    void nameMarker(const PlotMarker& marker, QPointF at, QList<QPolygonF>& taken);
    void nameLines(QList<QPolygonF>& taken, bool level);
    void placeClouds();
    void placeColumns();
    void placeLegend();
    void clearOverlays();
    QList<QPolygonF> linesInPixels() const;
    QPointF toPixels(QPointF value, bool right = false) const {
        return chart()->mapToPosition(onAxes(value),
                                      right && m_rightAnchor ? m_rightAnchor : m_anchor);
    }
    /// Converts a value to chart axes, which are always linear.
    QPointF onAxes(QPointF value) const;
    QList<QPointF> onAxes(QList<QPointF> values) const;
    void fitDecades(QCategoryAxis& axis);
    void fitDecadesUpwards(QCategoryAxis& axis);
    /// The axis value at a position.
    QPointF valueAt(QPointF position) const;
    void hover(QPointF position);
    void hoverPoints(QPointF position);

    Plot* m_plot;
    Contents& m_contents;
    QXYSeries* m_anchor = nullptr;      ///< any series: QChart maps positions through one
    QXYSeries* m_rightAnchor = nullptr; ///< a series on the right axis; null: none
    QList<QGraphicsItem*> m_overlays;
    bool m_fitting = false; ///< guards against recursion: new ticks may change the area, which asks
                            ///< for ticks
    bool m_placing = false; ///< the same for the legend
    std::optional<QPointF> m_pressed; ///< where the mouse button went down; empty: it is up
    QPointF m_draggedTo;
    bool m_dragging = false; ///< moved too far for a click
};

} // namespace warpbench::ui
