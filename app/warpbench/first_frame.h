// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QObject>
#include <QWidget>

#include <functional>

/// Reports when a window's first frame is painted and passed to the display.
class FirstFrame final : public QObject {
  public:
    FirstFrame(QWidget& window, std::function<void()> shown)
        : m_shown(std::move(shown)) {
        window.installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            object->removeEventFilter(this);
            // The event comes just before painting; a queued call runs after the frame was
            // flushed.
            QMetaObject::invokeMethod(
                this, [this] { m_shown(); }, Qt::QueuedConnection);
        }
        return false;
    }

  private:
    std::function<void()> m_shown;
};
