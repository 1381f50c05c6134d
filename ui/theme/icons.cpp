// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace warpbench::ui {

namespace {

QColor colorOf(IconTint tint, QIcon::Mode mode) {
    const ThemeColors& c = themeColors();
    if (mode == QIcon::Disabled) {
        return c.disabled;
    }
    switch (tint) {
    case IconTint::muted:
        return c.muted;
    case IconTint::accent:
        return c.info;
    case IconTint::success:
        return c.success;
    case IconTint::warning:
        return c.warning;
    case IconTint::error:
        return c.error;
    case IconTint::onPrimary:
        return Qt::white;
    case IconTint::text:
        break;
    }
    return c.text;
}

class TintedSvg : public QIconEngine {
  public:
    TintedSvg(QString name, IconTint tint)
        : m_name(std::move(name))
        , m_tint(tint) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (!file.open(QIODevice::ReadOnly)) {
            return;
        }
        QByteArray svg = file.readAll();
        svg.replace("currentColor", colorOf(m_tint, mode).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override {
        if (size.isEmpty()) {
            return {}; // requested by a menu without space for icons
        }
        const QString key = QStringLiteral("wb-%1-%2-%3-%4-%5")
                                .arg(m_name, colorOf(m_tint, mode).name())
                                .arg(size.width())
                                .arg(size.height())
                                .arg(scale);
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect(QPoint(0, 0), size), mode, state);
            painter.end();
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }

    QIconEngine* clone() const override { return new TintedSvg(*this); }
    bool isNull() override { return false; }

  private:
    QString m_name;
    IconTint m_tint;
};

} // namespace

QIcon icon(const QString& name, IconTint tint) {
    return QIcon(new TintedSvg(name, tint));
}

} // namespace warpbench::ui
