// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace warpbench::ui {

/// Lets you handle tabbed docks, which have no title bar, by their tabs: drag a tab to float the
/// dock, double-click it to maximize, middle-click it to close, or use the menu for all three. A
/// newly floating dock moves a little, so that the change is visible.
class DockTabs : public QObject {
    Q_OBJECT

  public:
    explicit DockTabs(QMainWindow& window);

    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    /// For a docked panel.
    void maximizeWanted(QDockWidget* dock);

  private:
    void follow(QObject* child);
    QDockWidget* dockOf(const QTabBar& bar, const QPoint& position) const;
    void showMenu(QDockWidget& dock, const QPoint& global);

    QMainWindow& m_window;
};

} // namespace warpbench::ui
