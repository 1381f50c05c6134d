// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/docks/dock_tabs.h"

#include <QAction>
#include <QChildEvent>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QTabBar>

namespace warpbench::ui {

namespace {

constexpr int kStep = 32; // distance in pixels that a newly floating dock moves

void stepAside(QDockWidget& dock) {
    dock.move(dock.pos() + QPoint(kStep, kStep));
}

} // namespace

DockTabs::DockTabs(QMainWindow& window)
    : QObject(&window)
    , m_window(window) {
    // Without this, Qt does not let users drag docks out of tabs.
    m_window.setDockOptions(m_window.dockOptions() | QMainWindow::GroupedDragging);
    m_window.installEventFilter(this);
}

void DockTabs::follow(QObject* child) {
    if (auto* bar = qobject_cast<QTabBar*>(child)) {
        bar->installEventFilter(this);
        bar->setToolTip(tr("Drag a tab out to float the panel, double-click it to maximize it; the "
                           "middle button closes it"));
    } else if (auto* dock = qobject_cast<QDockWidget*>(child)) {
        dock->installEventFilter(this);
        connect(dock, &QDockWidget::topLevelChanged, this, [dock](bool floats) {
            // A dragged dock moves anyway.
            if (floats && QGuiApplication::mouseButtons() == Qt::NoButton)
                stepAside(*dock);
        });
    }
}

QDockWidget* DockTabs::dockOf(const QTabBar& bar, const QPoint& position) const {
    const int tab = bar.tabAt(position);
    if (tab < 0)
        return nullptr;
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        if (dock->windowTitle() == bar.tabText(tab))
            return dock;
    }
    return nullptr;
}

void DockTabs::showMenu(QDockWidget& dock, const QPoint& global) {
    auto* menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("dockTabMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Float")), &QAction::triggered, &dock,
            [&dock] { dock.setFloating(true); });
    connect(menu->addAction(tr("Ma&ximize")), &QAction::triggered, &dock,
            [this, &dock] { emit maximizeWanted(&dock); });
    connect(menu->addAction(tr("&Close")), &QAction::triggered, &dock, &QDockWidget::close);
    menu->popup(global);
}

bool DockTabs::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window) {
        // The main window creates its own tab bars when docks are tabbed.
        if (event->type() == QEvent::ChildPolished)
            follow(static_cast<QChildEvent*>(event)->child());
        return false;
    }
    if (auto* dock = qobject_cast<QDockWidget*>(watched)) {
        // Ignores events from inside a panel.
        if (event->type() != QEvent::MouseButtonDblClick || dock->isFloating() ||
            dock->widget()->geometry().contains(
                static_cast<QMouseEvent*>(event)->position().toPoint()))
            return false;
        emit maximizeWanted(dock);
        return true;
    }
    const auto* bar = qobject_cast<QTabBar*>(watched);
    if (!bar)
        return false;
    if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        QDockWidget* dock = dockOf(*bar, menu->pos());
        if (dock)
            showMenu(*dock, menu->globalPos());
        return dock != nullptr;
    }
    if (event->type() != QEvent::MouseButtonDblClick && event->type() != QEvent::MouseButtonRelease)
        return false;
    const auto* mouse = static_cast<QMouseEvent*>(event);
    QDockWidget* dock = dockOf(*bar, mouse->position().toPoint());
    if (!dock)
        return false;
    if (event->type() == QEvent::MouseButtonDblClick && mouse->button() == Qt::LeftButton) {
        emit maximizeWanted(dock);
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::MiddleButton) {
        dock->close();
        return true;
    }
    return false;
}

} // namespace warpbench::ui
