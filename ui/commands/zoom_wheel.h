// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMainWindow;

namespace warpbench::ui {

/// Ctrl+wheel changes the size of all text in the window, wherever the mouse is. Without this, the
/// editor and text views would each zoom on their own.
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
    int m_turned = 0; ///< eighths of a degree not yet turned into a step
};

} // namespace warpbench::ui
