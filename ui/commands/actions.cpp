// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/actions.h"

#include "ui/commands/action_table.h"
#include "ui/theme/icons.h"
#include "ui/theme/key_names.h"
#include "ui/words/tr.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QUndoStack>

namespace warpbench::ui {

namespace {

/// Sets a tool tip with the action's key at the end.
void setTip(QAction& action, QString tip) {
    if (!action.shortcut().isEmpty()) {
        tip += QStringLiteral(" (%1)").arg(action.shortcut().toString(QKeySequence::NativeText));
    }
    action.setToolTip(tip);
}

QAction* make(QMainWindow& window, const QString& name, const QString& text,
              const QList<QKeySequence>& keys, const QString& tip) {
    auto* action = new QAction(text, &window);
    action->setObjectName(name);
    action->setShortcuts(keys);
    setTip(*action, tip);
    window.addAction(action);
    return action;
}

} // namespace

QAction* Actions::makeOne(QMainWindow& window, const ActionRow& row) {
    const QString text = tr(row.text);
    const QString keys = QLatin1String(row.keys);
    auto* action = make(
        window, QLatin1String(row.name), text,
        keys.isEmpty() ? QList<QKeySequence>() : QKeySequence::listFromString(keys),
        row.tip ? tr(row.tip) : QString(text).remove(QLatin1Char('&')).remove(QStringLiteral("…")));
    if (*row.icon) {
        action->setIcon(icon(QLatin1String(row.icon)));
    }
    action->setCheckable(row.traits & kTicked);
    action->setEnabled(!(row.traits & kOff));
    if (row.traits & kKeysOfFields) {
        action->setShortcutContext(Qt::WidgetShortcut);
    }
    if (row.traits & kOfProject) {
        m_ofProject->addAction(action);
    }
    KeyNames::instance().follow(*action);
    return action;
}

void Actions::makePerspectives(QMainWindow& window) {
    for (const Perspective perspective : kPerspectives) {
        const auto index = std::size_t(perspective);
        QAction*& action = perspectives[index];
        action = make(window, nameOf(perspective) + QStringLiteral("Perspective"),
                      tr("Perspective: %1").arg(titleOf(perspective)),
                      {QKeySequence(QStringLiteral("Ctrl+%1").arg(index + 1))}, tipOf(perspective));
        action->setCheckable(true);
        m_perspectives->addAction(action);
    }
    perspectives[0]->setChecked(true);
}

Actions::Actions(QMainWindow& window)
    : m_ofProject(new QActionGroup(&window))
    , m_perspectives(new QActionGroup(&window)) {
    m_ofProject->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (const ActionRow& row : actionTable()) {
        this->*row.action = makeOne(window, row);
        if (row.action == &Actions::zoomReset) {
            makePerspectives(window); // before the layout, because the palette needs them
        }
    }
    run->setIcon(icon(QStringLiteral("run"), IconTint::onPrimary));
}

void Actions::setProjectShown(bool shown) {
    m_ofProject->setEnabled(shown);
    m_perspectives->setEnabled(shown);
}

void followHistory(const Actions& a, QUndoStack& history) {
    const auto follow = [&history](QAction* action, const QString& name, auto textChanged,
                                   auto canChanged) {
        QObject::connect(&history, textChanged, action, [action, name](const QString& step) {
            action->setText(step.isEmpty() ? name : tr("%1: %2").arg(name, step));
        });
        QObject::connect(&history, canChanged, action, &QAction::setEnabled);
        action->setEnabled(false);
    };
    follow(a.undoSetup, a.undoSetup->text(), &QUndoStack::undoTextChanged,
           &QUndoStack::canUndoChanged);
    follow(a.redoSetup, a.redoSetup->text(), &QUndoStack::redoTextChanged,
           &QUndoStack::canRedoChanged);
    QObject::connect(a.undoSetup, &QAction::triggered, &history, &QUndoStack::undo);
    QObject::connect(a.redoSetup, &QAction::triggered, &history, &QUndoStack::redo);
}

} // namespace warpbench::ui
