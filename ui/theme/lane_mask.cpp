// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/lane_mask.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace warpbench::ui {

namespace {

constexpr int kLanes = 32;
constexpr int kNarrow = 4 * kLanes; ///< pixels

} // namespace

void paintLanes(QPainter& painter, const QRect& area, quint32 mask) {
    const int rows = area.width() < kNarrow ? 2 : 1;
    const int columns = kLanes / rows;
    const int gap = 1;
    const int width = std::max(1, area.width() / columns - gap);
    const int height = std::max(2, (area.height() - (rows - 1) * 2) / rows);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int lane = 0; lane < kLanes; ++lane) {
        QRect cell(area.left() + lane % columns * (width + gap),
                   area.top() + lane / columns * (height + 2), width, height);
        const bool on = (mask >> lane & 1u) != 0;
        if (!on)
            cell.setTop(cell.bottom()); // a stroke, so that colour is not the only difference
        painter.fillRect(cell, on ? themeColors().accent : themeColors().borderStrong);
    }
    painter.restore();
}

QPixmap lanePixmap(quint32 mask, QSize size, qreal ratio) {
    QPixmap picture(size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintLanes(painter, QRect({2, 1}, size - QSize(3, 2)), mask);
    return picture;
}

} // namespace warpbench::ui
