// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QWidget;

namespace warpbench::ui {

/// Whether the user can see a panel. Widgets in a dock behind another tab still count as visible,
/// so this asks the dock. A panel outside a dock is seen while it is visible.
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

/// Postpones a panel's update until the user can see the panel, then does it once in its own turn
/// of the event loop. This way hidden panels cost no time. Updates a visible panel at once, and any
/// panel if the window itself is hidden.
class WhenSeen : public QObject {
    Q_OBJECT

  public:
    /// \param refresh  reads everything from the models, because it may run late
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
