// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace warpbench::ui {

/// Enter presses the focused button, like the space bar. Qt leaves that to the desktop theme, and
/// most themes do not do it, so that Enter on a lesson of the start page would do nothing. In a
/// dialog, Enter still presses the default button.
class EnterPresses : public QObject {
    Q_OBJECT

  public:
    explicit EnterPresses(QObject& parent);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace warpbench::ui
