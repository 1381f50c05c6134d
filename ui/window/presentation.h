// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/perspective.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSize>

#include <optional>

class QMainWindow;
class QToolBar;

namespace warpbench::ui {

struct Actions;
class EditorPane;
class PanelDocks;
class PointerRing;

/// Presentation mode for classrooms: full screen, text readable from the back row, one panel or the
/// editor at a time, a clear mark on the current line, and a ring around the pointer. Saves
/// nothing: the next start is normal, and the end restores the window.
class Presentation : public QObject {
    Q_OBJECT

  public:
    Presentation(QMainWindow& window, const Actions& actions, PanelDocks& docks, EditorPane& pane);

    bool isOn() const { return m_on; }
    /// \param part  shown first: a panel, or empty for the editor
    void start(const QString& part);
    void end();

    /// The window's state before the presentation.
    struct Before {
        QByteArray geometry;
        QHash<QString, QByteArray> layouts;
        Perspective perspective{};
        std::optional<QString> maximized;
        Qt::WindowStates state;
        QSize size;
        int textScale = 0;
    };
    /// Kept until the window is restored, which takes a window manager a while; then empty.
    const std::optional<Before>& before() const { return m_before; }

    /// The text scale that shows about thirty lines of code on a screen of that height.
    static int readableTextScale(int screenHeight);

  signals:
    void changed(bool on);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeBar();
    void restoreLayout();

    QMainWindow& m_window;
    const Actions& m_actions;
    PanelDocks& m_docks;
    EditorPane& m_pane;
    bool m_on = false;
    std::optional<Before> m_before;
    QToolBar* m_bar = nullptr;
    PointerRing* m_ring = nullptr;
    int m_textScale = 0; ///< of the last presentation in this session; 0: none
};

} // namespace warpbench::ui
