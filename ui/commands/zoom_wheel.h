// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMainWindow;

namespace warpbench::ui {

/// Ctrl and the wheel make all text of the window larger or smaller, wherever the mouse is. By
/// themselves the editor and views of text would each zoom their own.
class ZoomWheel : public QObject {
    Q_OBJECT

  public:
    ZoomWheel(QMainWindow& window, QAction& zoomIn, QAction& zoomOut);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QMainWindow& m_window;
    QAction& m_in;
    QAction& m_out;
    int m_turned = 0; ///< eighths of a degree that no step was made of yet
};

} // namespace warpbench::ui
