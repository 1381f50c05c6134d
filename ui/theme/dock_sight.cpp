// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/dock_sight.h"

#include "ui/theme/turns.h"

#include <QDockWidget>
#include <QEvent>
#include <QWidget>

#include <utility>

namespace warpbench::ui {

DockSight::DockSight(QWidget& panel)
    : QObject(&panel)
    , m_panel(panel) {
    panel.installEventFilter(this);
}

bool DockSight::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ParentChange) {
        if (const auto* dock = qobject_cast<QDockWidget*>(m_panel.parentWidget())) {
            m_docked = true;
            connect(dock, &QDockWidget::visibilityChanged, this, &DockSight::set);
        }
    } else if (!m_docked && event->type() == QEvent::Show) {
        set(true);
    } else if (!m_docked && event->type() == QEvent::Hide) {
        set(false);
    }
    return QObject::eventFilter(watched, event);
}

void DockSight::set(bool seen) {
    if (std::exchange(m_seen, seen) != seen)
        emit changed(seen);
}

WhenSeen::WhenSeen(QWidget& panel, std::function<void()> refresh)
    : QObject(&panel)
    , m_panel(panel)
    , m_sight(new DockSight(panel))
    , m_refresh(std::move(refresh)) {
    connect(m_sight, &DockSight::changed, this, [this](bool seen) {
        if (!seen || !m_due)
            return;
        inTurn(*this, [this] {
            if (m_sight->seen() && std::exchange(m_due, false))
                m_refresh();
        });
    });
}

void WhenSeen::due() {
    m_due = !m_sight->seen() && m_sight->docked() && m_panel.window()->isVisible();
    if (!m_due)
        m_refresh();
}

} // namespace warpbench::ui
