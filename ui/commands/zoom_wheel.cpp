// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/zoom_wheel.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QWheelEvent>

namespace warpbench::ui {

ZoomWheel::ZoomWheel(QMainWindow& window, QAction& zoomIn, QAction& zoomOut)
    : QObject(&window)
    , m_window(window)
    , m_in(zoomIn)
    , m_out(zoomOut) {
    qApp->installEventFilter(this);
}

bool ZoomWheel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel)
        return false;
    const auto& wheel = static_cast<const QWheelEvent&>(*event);
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (wheel.modifiers() != Qt::ControlModifier || !widget || widget->window() != &m_window)
        return false;
    m_turned += wheel.angleDelta().y();
    for (; m_turned >= QWheelEvent::DefaultDeltasPerStep;
         m_turned -= QWheelEvent::DefaultDeltasPerStep)
        m_in.trigger();
    for (; m_turned <= -QWheelEvent::DefaultDeltasPerStep;
         m_turned += QWheelEvent::DefaultDeltasPerStep)
        m_out.trigger();
    return true;
}

} // namespace warpbench::ui
