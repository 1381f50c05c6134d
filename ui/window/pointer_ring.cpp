// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pointer_ring.h"

#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"

#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QWindow>

#include <utility>

namespace warpbench::ui {

namespace {

// Pixels at 100 % text size.
constexpr int kAcross = 44;
constexpr int kLine = 3;

} // namespace

PointerRing::PointerRing(QWidget& window)
    : QWidget(&window)
    , m_system(window.windowHandle()) {
    setObjectName(QStringLiteral("pointerRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    withTextScale(*this, [this] {
        setFixedSize(scaled(kAcross), scaled(kAcross));
        follow(QCursor::pos());
    });
    if (m_system)
        m_system->installEventFilter(this);
    show();
    raise();
}

bool PointerRing::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease: {
        const auto& mouse = static_cast<const QMouseEvent&>(*event);
        if (const bool pressed = mouse.buttons() != Qt::NoButton;
            std::exchange(m_pressed, pressed) != pressed)
            update();
        follow(mouse.globalPosition().toPoint());
        setVisible(true);
        break;
    }
    case QEvent::Leave:
        hide();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void PointerRing::follow(QPoint global) {
    move(parentWidget()->mapFromGlobal(global) - rect().center());
    raise(); // above panels shown meanwhile
}

void PointerRing::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = themeColors();
    const qreal line = scaled(kLine);
    const QRectF ring = QRectF(rect()).adjusted(line, line, -line, -line);
    QColor inside = colors.accent;
    inside.setAlphaF(m_pressed ? 0.45F : 0.1F);
    // A border in the background colour, so that the ring is visible on anything.
    painter.setPen(QPen(colors.base, line + 2));
    painter.drawEllipse(ring);
    painter.setBrush(inside);
    painter.setPen(QPen(colors.accent, line));
    painter.drawEllipse(ring);
}

} // namespace warpbench::ui
