// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/series_color.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <iterator>

namespace warpbench::ui {

namespace {

/// Painted on demand, in the colour of the current theme, and unchanged in selected
/// rows.
class Swatch : public QIconEngine {
  public:
    explicit Swatch(int color)
        : m_color(color) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override {
        const qreal side = 0.8 * std::min(rect.width(), rect.height()); // in pixels of any scale
        QRectF square(0, 0, side, side);
        square.moveCenter(QRectF(rect).center());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(seriesColor(m_color));
        painter->drawRoundedRect(square, side / 6, side / 6);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new Swatch(*this); }

  private:
    int m_color;
};

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
    return QIcon(new Swatch(index));
}

} // namespace warpbench::ui
