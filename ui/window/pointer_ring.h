// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QWindow;

namespace warpbench::ui {

/// A ring around the mouse pointer, which is hard to see from the back of a room. Filled while a
/// button is down. Ignores the mouse itself.
class PointerRing : public QWidget {
    Q_OBJECT

  public:
    explicit PointerRing(QWidget& window);
    /// Whether a button is down.
    bool pressed() const { return m_pressed; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void follow(QPoint global);

    QPointer<QWindow> m_system; ///< receives every mouse move, even over widgets without mouse
                                ///< tracking
    bool m_pressed = false;
};

} // namespace warpbench::ui
