// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/edit_actions.h"

#include "ui/commands/actions.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMetaMethod>

namespace warpbench::ui {

namespace {

/// Calls a slot by name (text fields, the editor, browsers) or sends the key (tables).
void doWhereTheFocusIs(QMainWindow& window, const char* slot, Qt::Key key) {
    QWidget* widget = window.focusWidget();
    if (!widget) {
        return;
    }
    if (widget->metaObject()->indexOfSlot(QByteArray(slot) + "()") >= 0) {
        QMetaObject::invokeMethod(widget, slot);
        return;
    }
    QKeyEvent press(QEvent::KeyPress, key, Qt::ControlModifier);
    QApplication::sendEvent(widget, &press);
}

} // namespace

void connectEditActions(const Actions& actions, QMainWindow& window) {
    const auto follow = [&window](QAction* action, const char* slot, Qt::Key key) {
        QObject::connect(action, &QAction::triggered, &window,
                         [&window, slot, key] { doWhereTheFocusIs(window, slot, key); });
    };
    follow(actions.cut, "cut", Qt::Key_X);
    follow(actions.copy, "copy", Qt::Key_C);
    follow(actions.paste, "paste", Qt::Key_V);
    follow(actions.selectAll, "selectAll", Qt::Key_A);
}

} // namespace warpbench::ui
