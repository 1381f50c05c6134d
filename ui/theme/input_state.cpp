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

/// Sees every event of the program before its widget does.
class InputHabits : public QObject {
  public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Wheel) {
            // The field within a combo or spin box hands the wheel on to it.
            const bool edits = qobject_cast<QComboBox*>(watched) ||
                               qobject_cast<QAbstractSpinBox*>(watched) ||
                               qobject_cast<QSlider*>(watched);
            if (edits)
                event->ignore(); // QApplication then offers it to the parent
            return edits;
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
