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

/// The window in front of a class: full screen, with text that can be read from the last row, one
/// panel or the editor at a time, a strong mark of the caret's line and a ring around the pointer.
/// Nothing of it is kept: the next start is as usual, and who ends it finds the window as before.
class Presentation : public QObject {
    Q_OBJECT

  public:
    Presentation(QMainWindow& window, const Actions& actions, PanelDocks& docks, EditorPane& pane);

    bool isOn() const { return m_on; }
    /// \param part  what is large at first: a panel, or empty for the editor
    void start(const QString& part);
    void end();

    /// The window as it was.
    struct Before {
        QByteArray geometry;
        QHash<QString, QByteArray> layouts;
        Perspective perspective{};
        std::optional<QString> maximized;
        Qt::WindowStates state;
        QSize size;
        int textScale = 0;
    };
    /// Until it is so again, which takes a window manager a while; then nothing.
    const std::optional<Before>& before() const { return m_before; }

    /// The text size that lets about thirty lines of code fill a screen of that height.
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
    int m_textScale = 0; ///< of the last presentation of this session; 0: there was none
};

} // namespace warpbench::ui
