// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QGraphicsItem>
#include <QList>
#include <QString>

namespace warpbench::ui {

inline constexpr qreal kLineWidth = 1.8; ///< pixels, of a series and its piece in the legend

/// Names of a plot's series, each behind a piece of its line as it is drawn: long enough for its
/// dashes to be told apart, which Qt Charts' own squares of colour are not.
class PlotLegend : public QGraphicsItem {
  public:
    struct Entry {
        QString name;
        QColor color{};
        QList<qreal> dashes{}; ///< in widths of the pen; empty: an unbroken line
        bool cloud = false;    ///< a dot instead of a line
        bool hollow = false;   ///< a ring instead of a dot
    };

    /// \param width  pixels that there are; entries wrap into further rows
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
