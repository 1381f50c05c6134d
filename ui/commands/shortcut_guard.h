// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QMainWindow;
class QWidget;

namespace warpbench::ui {

/// Reserves the window's shortcuts, even while an action is disabled. Text fields and the editor
/// use many Ctrl+letter keys themselves (Ctrl+E goes to the end of the line, Ctrl+T swaps two
/// lines), so that what you type next would land in the wrong place.
class ShortcutGuard : public QObject {
    Q_OBJECT

  public:
    /// \param setup  its fields leave undo and redo to the set-up history, which contains every
    /// letter typed there
    ShortcutGuard(QMainWindow& window, QWidget& setup);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// Whether the key is a shortcut of an action, enabled or not.
    bool isOfWindow(const QKeyEvent& key) const;

    QMainWindow& m_window;
    QWidget& m_setup;
};

} // namespace warpbench::ui
