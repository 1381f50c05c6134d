// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/series_color.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

#include <iterator>

namespace warpbench::ui {

namespace {

constexpr int kSwatch = 12; // pixels

} // namespace

QColor seriesColor(int index) {
    static const char* const kLight[] = {"#1f6feb", "#b45309", "#17703a",
                                         "#8a2da5", "#b42318", "#0f6f78"};
    static const char* const kDark[] = {"#6ea8fe", "#e0a56b", "#76cf95",
                                        "#d29be8", "#ff8f85", "#63c7cf"};
    static_assert(std::size(kLight) == kSeriesColors && std::size(kDark) == kSeriesColors);
    const int at = index % kSeriesColors;
    return QColor(Theme::instance().dark() ? kDark[at] : kLight[at]);
}

QString seriesColorName(int index) {
    static const char* const kNames[] = {
        QT_TRANSLATE_NOOP("SeriesColor", "Blue"),  QT_TRANSLATE_NOOP("SeriesColor", "Orange"),
        QT_TRANSLATE_NOOP("SeriesColor", "Green"), QT_TRANSLATE_NOOP("SeriesColor", "Purple"),
        QT_TRANSLATE_NOOP("SeriesColor", "Red"),   QT_TRANSLATE_NOOP("SeriesColor", "Teal")};
    static_assert(std::size(kNames) == kSeriesColors);
    return QCoreApplication::translate("SeriesColor", kNames[index % kSeriesColors]);
}

QIcon seriesSwatch(int index) {
    QPixmap pixmap(kSwatch, kSwatch);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(seriesColor(index));
    painter.drawRoundedRect(QRectF(1, 1, kSwatch - 2, kSwatch - 2), 2, 2);
    return QIcon(pixmap);
}

} // namespace warpbench::ui
