// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QWindow;

namespace warpbench::ui {

/// A ring around the mouse pointer, which is hard to find from the last row. While a button is
/// down the ring is full. It takes no mouse itself.
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

    QPointer<QWindow> m_system; ///< which is told of every move, also over what tracks no mouse
    bool m_pressed = false;
};

} // namespace warpbench::ui
