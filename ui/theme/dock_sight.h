// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace warpbench::ui {

/// Whether somebody can see a panel. A dock behind another one's tab counts as visible for the
/// widgets in it; the dock alone knows. A panel outside of a dock is seen while it is visible.
class DockSight : public QObject {
    Q_OBJECT

  public:
    explicit DockSight(QWidget& panel);

    bool seen() const { return m_seen; }
    bool docked() const { return m_docked; }

  signals:
    void changed(bool seen);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void set(bool seen);

    QWidget& m_panel;
    bool m_docked = false;
    bool m_seen = false;
};

/// What a panel does to show the present state: at once while somebody can see the panel, else as
/// soon as somebody does, and then once, in its own turn. What nobody looks at keeps nobody
/// waiting. In a window that does not show at all it is done at once.
class WhenSeen : public QObject {
    Q_OBJECT

  public:
    /// \param refresh  takes all from the models, for it may be late
    WhenSeen(QWidget& panel, std::function<void()> refresh);

    /// The models have changed.
    void due();

  private:
    QWidget& m_panel;
    DockSight* m_sight;
    std::function<void()> m_refresh;
    bool m_due = false;
};

} // namespace warpbench::ui
