// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/shortcut_guard.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// With and without Shift, which may be needed only to type the digit or symbol.
QList<QKeySequence> sequencesOf(const QKeyEvent& key) {
    const auto modifiers = key.modifiers() & ~Qt::KeypadModifier;
    QList<QKeySequence> sequences{QKeySequence(QKeyCombination(modifiers, Qt::Key(key.key())))};
    const bool letter = key.key() >= Qt::Key_A && key.key() <= Qt::Key_Z;
    const bool sign = key.key() < Qt::Key_Escape && !letter;
    if ((modifiers & Qt::ShiftModifier) && sign) {
        sequences << QKeySequence(
            QKeyCombination(modifiers & ~Qt::ShiftModifier, Qt::Key(key.key())));
    }
    return sequences;
}

/// A field whose letters go to the project one by one, unlike a cell or a list.
bool isPlainField(const QWidget* field, const QWidget& setup) {
    if (!qobject_cast<const QLineEdit*>(field)) {
        return false;
    }
    for (const QWidget* parent = field->parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractItemView*>(parent) ||
            qobject_cast<const QComboBox*>(parent)) {
            return false;
        }
        if (parent == &setup) {
            return true;
        }
    }
    return false;
}

bool isUndoOrRedo(const QKeyEvent& key) {
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo) ||
           key.keyCombination() == (Qt::CTRL | Qt::Key_Y);
}

} // namespace

ShortcutGuard::ShortcutGuard(QMainWindow& window, QWidget& setup)
    : QObject(&window)
    , m_window(window)
    , m_setup(setup) {
    qApp->installEventFilter(this);
}

bool ShortcutGuard::isOfWindow(const QKeyEvent& key) const {
    const QList<QKeySequence> sequences = sequencesOf(key);
    const auto actions = m_window.actions();
    return std::any_of(actions.begin(), actions.end(), [&](const QAction* action) {
        return action->shortcutContext() == Qt::WindowShortcut &&
               std::any_of(sequences.begin(), sequences.end(), [&](const QKeySequence& sequence) {
                   return action->shortcuts().contains(sequence);
               });
    });
}

bool ShortcutGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) {
        return false;
    }
    const auto* field = qobject_cast<QWidget*>(watched);
    if (!field || field->window() != &m_window) {
        return false;
    }
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.key() == Qt::Key_Escape) {
        return false; // first closes what is open at the focus
    }
    if (event->type() == QEvent::KeyPress) {
        // Qt passes on the key of a disabled action, and a field would use it for its own command:
        // in QScintilla, Ctrl+T swaps two lines.
        return isOfWindow(key);
    }
    const bool windows = isOfWindow(key) || (isUndoOrRedo(key) && isPlainField(field, m_setup));
    if (windows) {
        event->ignore();
    }
    return windows;
}

} // namespace warpbench::ui
