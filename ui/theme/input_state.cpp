// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/input_state.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>
#include <QSlider>
#include <QStyle>

namespace warpbench::ui {

namespace {

constexpr const char* kHistory = "undoIsOfTheHistory";

bool leavesUndo(const QObject* field) {
    if (!qobject_cast<const QLineEdit*>(field))
        return false;
    for (const QObject* parent = field->parent(); parent; parent = parent->parent()) {
        if (qobject_cast<const QAbstractItemView*>(parent))
            return false;
        if (parent->property(kHistory).toBool())
            return true;
    }
    return false;
}

/// Whether Qt lets the wheel change a widget's value.
bool isTurned(const QObject* widget) {
    return qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QSlider*>(widget);
}

/// Filters all events of the program.
class InputHabits : public QObject {
  public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        // The field inside a combo or spin box passes the wheel on to it.
        if (event->type() == QEvent::Wheel && isTurned(watched)) {
            event->ignore(); // QApplication then sends it to the parent
            return true;
        }
        if (event->type() == QEvent::Polish && isTurned(watched)) {
            // The wheel must not take the keyboard focus either.
            auto* input = static_cast<QWidget*>(watched);
            if (input->focusPolicy() == Qt::WheelFocus)
                input->setFocusPolicy(Qt::StrongFocus);
        }
        if (event->type() == QEvent::ShortcutOverride) {
            const auto* key = static_cast<QKeyEvent*>(event);
            if ((key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) &&
                leavesUndo(watched)) {
                event->ignore();
                return true;
            }
        }
        return false;
    }
};

} // namespace

void markInvalid(QWidget& input, bool invalid) {
    if (input.property("invalid").toBool() == invalid)
        return;
    input.setProperty("invalid", invalid);
    input.style()->unpolish(&input);
    input.style()->polish(&input);
}

void leaveUndoToHistory(QWidget& panel) {
    panel.setProperty(kHistory, true);
    installInputHabits();
}

void installInputHabits() {
    static QPointer<InputHabits> habits;
    if (habits)
        return;
    habits = new InputHabits(qApp);
    qApp->installEventFilter(habits);
}

} // namespace warpbench::ui
