// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QMainWindow;
class QWidget;

namespace warpbench::ui {

/// Keeps the window's keys for the window, also while an action is disabled. Text fields and the
/// editor take Ctrl with many letters for themselves (Ctrl+E is the line's end, Ctrl+T swaps two
/// lines), and what was typed next would land in the wrong place.
class ShortcutGuard : public QObject {
    Q_OBJECT

  public:
    /// \param setup  whose fields leave undo and redo to the history of the set-up, as each letter
    /// typed there is in it
    ShortcutGuard(QMainWindow& window, QWidget& setup);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// Whether an action has this key, enabled or not.
    bool isOfWindow(const QKeyEvent& key) const;

    QMainWindow& m_window;
    QWidget& m_setup;
};

} // namespace warpbench::ui
