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

/// What was last asked of a plot, whether it is drawn already or not.
struct Plot::Contents {
    QList<PlotSeries> series;
    QList<bool> rising; ///< of each series, whether its x rises
    QList<PlotBar> bars;
    PlotAxis x, y;
    std::optional<PlotAxis> right;
    QList<PlotMarker> markers;
    bool navigable = false; ///< the mouse moves and zooms
    bool drawn = false;
};

/// The chart's view of it.
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
    /// Rings around points; their texts, and the names that are beside lines.
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
    /// A value as the chart's axes have it, which know no logarithms.
    QPointF onAxes(QPointF value) const;
    QList<QPointF> onAxes(QList<QPointF> values) const;
    void fitDecades(QCategoryAxis& axis);
    void fitDecadesUpwards(QCategoryAxis& axis);
    /// The value of the axes at a place.
    QPointF valueAt(QPointF position) const;
    void hover(QPointF position);
    void hoverPoints(QPointF position);

    Plot* m_plot;
    Contents& m_contents;
    QXYSeries* m_anchor = nullptr;      ///< any series: QChart maps positions through one
    QXYSeries* m_rightAnchor = nullptr; ///< one of the axis at the right; null: there is none
    QList<QGraphicsItem*> m_overlays;
    bool m_fitting = false; ///< other ticks may change the area, which asks for them again
    bool m_placing = false; ///< so may the legend
    std::optional<QPointF> m_pressed; ///< where the mouse button went down; empty: it is up
    QPointF m_draggedTo;
    bool m_dragging = false; ///< it moved too far for a click
};

} // namespace warpbench::ui
