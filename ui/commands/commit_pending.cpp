// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/commit_pending.h"

#include "ui/documents/project_document.h"
#include "ui/editor/code_editor.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFocusEvent>
#include <QPointer>

namespace warpbench::ui {

namespace {

/// The table whose cell a widget edits; null: an independent field.
QAbstractItemView* tableOf(const QWidget* field) {
    for (QWidget* parent = field->parentWidget(); parent; parent = parent->parentWidget()) {
        if (auto* table = qobject_cast<QAbstractItemView*>(parent)) {
            return table;
        }
    }
    return nullptr;
}

/// The innermost widget that can take the focus, from `widget` outwards; null: none.
QWidget* focusableOf(QWidget* widget) {
    while (widget && (widget->isHidden() || widget->focusPolicy() == Qt::NoFocus)) {
        widget = widget->parentWidget();
    }
    return widget;
}

void commitField(QWidget& window) {
    const QPointer<QWidget> field = window.focusWidget();
    if (!field || qobject_cast<CodeEditor*>(field.data())) {
        return; // the document gets every letter of the editor at once
    }
    const QPointer<QAbstractItemView> table = tableOf(field);
    const QPointer<QWidget> around = field->parentWidget();
    if (field->hasFocus()) {
        field->clearFocus(); // fields and cells commit when they lose focus
    } else {
        QFocusEvent out(QEvent::FocusOut, Qt::OtherFocusReason);
        QApplication::sendEvent(field, &out);
    }
    if (table) {
        table->setFocus();
    } else if (field && !field->isHidden()) {
        field->setFocus();
    } else if (QWidget* below = focusableOf(around)) {
        below->setFocus(); // the field over a cell is hidden now
    }
}

} // namespace

void commitPending(QWidget& window, ProjectDocument& document) {
    commitField(window);
    document.finishEdits();
}

} // namespace warpbench::ui
