// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace warpbench::ui {

/// Lets docks in a row of tabs be handled by their tabs, for there they have no title bar: dragging
/// one out floats it, a double click maximizes it, as on a title bar, the middle button closes it,
/// and a menu offers all three. A dock that begins to float moves a little, so that it is seen to.
class DockTabs : public QObject {
    Q_OBJECT

  public:
    explicit DockTabs(QMainWindow& window);

    bool eventFilter(QObject* watched, QEvent* event) override;

  signals:
    /// Of one that does not float.
    void maximizeWanted(QDockWidget* dock);

  private:
    void follow(QObject* child);
    QDockWidget* dockOf(const QTabBar& bar, const QPoint& position) const;
    void showMenu(QDockWidget& dock, const QPoint& global);

    QMainWindow& m_window;
};

} // namespace warpbench::ui
