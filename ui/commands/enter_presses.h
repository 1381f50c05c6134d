// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace warpbench::ui {

/// Enter presses the button that has the focus, as the space bar does. Qt leaves that to the
/// desktop's theme, and most say no, so that Enter on a lesson of the start page would do nothing.
/// In a dialog Enter stays the default button's.
class EnterPresses : public QObject {
    Q_OBJECT

  public:
    explicit EnterPresses(QObject& parent);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace warpbench::ui
