// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace warpbench::ui {

/// Whether somebody can see a panel. A dock behind another one's tab counts as visible for the
/// widgets in it; the dock alone knows. A panel outside of a dock is seen while it is visible.
class DockSight : public QObject {
    Q_OBJECT

  public:
    explicit DockSight(QWidget& panel);

    bool seen() const { return m_seen; }

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

} // namespace warpbench::ui
