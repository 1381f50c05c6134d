// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QGraphicsItem>
#include <QList>
#include <QString>

namespace warpbench::ui {

inline constexpr qreal kLineWidth = 1.8; ///< pixels, of a series and its sample in the legend

/// Names of a plot's series, each after a sample of its line. The sample is long enough to show the
/// dash pattern; the colour squares of Qt Charts are not.
class PlotLegend : public QGraphicsItem {
  public:
    struct Entry {
        QString name;
        QColor color{};
        QList<qreal> dashes{}; ///< in pen widths; empty: a solid line
        bool cloud = false;    ///< a dot instead of a line
        bool hollow = false;   ///< a ring instead of a dot
    };

    /// \param width  available width in pixels; entries wrap into more rows
    PlotLegend(QList<Entry> entries, const QFont& font, const QColor& text, qreal width);

    const QList<Entry>& entries() const { return m_entries; }
    qreal height() const { return m_bounds.height(); } ///< pixels
    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* on) override;

  private:
    QList<Entry> m_entries;
    QList<QRectF> m_boxes;
    QFont m_font;
    QColor m_text;
    QRectF m_bounds;
};

} // namespace warpbench::ui
