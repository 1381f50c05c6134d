// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/enter_presses.h"

#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

namespace warpbench::ui {

EnterPresses::EnterPresses(QObject& parent)
    : QObject(&parent) {
    qApp->installEventFilter(this);
}

bool EnterPresses::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return false;
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool enter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (!enter || key.isAutoRepeat() || (key.modifiers() & ~Qt::KeypadModifier))
        return false;
    const QPointer<QWidget> button(qobject_cast<QPushButton*>(watched)
                                       ? static_cast<QWidget*>(watched)
                                       : qobject_cast<QToolButton*>(watched));
    if (!button || qobject_cast<QDialog*>(button->window()))
        return false;
    // Like the space bar, this also opens menus and toggles buttons.
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent space(type, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "));
        if (button) // the first event may have deleted it
            QApplication::sendEvent(button, &space);
    }
    return true;
}

} // namespace warpbench::ui
