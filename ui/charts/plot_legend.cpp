// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_legend.h"

#include "ui/charts/plot_samples.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr qreal kSample = 30;    // pixels of a line: two of the longest dashes
constexpr qreal kBeforeName = 6; // pixels
constexpr qreal kBetween = 16;   // pixels between two entries

} // namespace

PlotLegend::PlotLegend(QList<Entry> entries, const QFont& font, const QColor& text, qreal width)
    : m_entries(std::move(entries))
    , m_font(font)
    , m_text(text) {
    const QFontMetricsF metrics(font);
    qreal x = 0;
    qreal y = 0;
    for (const Entry& entry : std::as_const(m_entries)) {
        const qreal before = (entry.cloud ? kDot : kSample) + kBeforeName;
        const qreal wide = std::min(before + metrics.horizontalAdvance(entry.name) + 1, width);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += metrics.height();
        }
        m_boxes.append(QRectF(x, y, wide, metrics.height()));
        x += wide + kBetween;
    }
    m_bounds = QRectF(0, 0, width, m_boxes.isEmpty() ? 0 : y + metrics.height());
}

void PlotLegend::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_font);
    const QFontMetricsF metrics(m_font);
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRectF& box = m_boxes[i];
        const qreal middle = box.center().y();
        const qreal before = entry.cloud ? kDot : kSample;
        if (entry.cloud) {
            drawDot(*painter, QPointF(box.left() + kDot / 2, middle), entry.color, entry.hollow);
        } else {
            QPen pen(entry.color, kLineWidth, Qt::SolidLine, Qt::FlatCap);
            if (!entry.dashes.isEmpty())
                pen.setDashPattern(entry.dashes);
            painter->setPen(pen);
            painter->drawLine(QPointF(box.left(), middle), QPointF(box.left() + before, middle));
        }
        const QRectF name = box.adjusted(before + kBeforeName, 0, 0, 0);
        painter->setPen(m_text);
        painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(entry.name, Qt::ElideMiddle, name.width()));
    }
}

} // namespace warpbench::ui
