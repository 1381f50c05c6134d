// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/key_bindings.h"

#include "ui/dialogs/settings.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace warpbench::ui {

namespace {

const char* const kOwnKeys = "ownKeys";

QString tr(const char* text) {
    return QCoreApplication::translate("KeyBindings", text);
}

QString nameOf(const QAction& action) {
    return action.text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

/// The key stands in the tool tip, in brackets at its end.
void setKeys(QAction& action, const QList<QKeySequence>& keys) {
    QString tip = action.toolTip();
    if (const auto old = action.shortcut(); !old.isEmpty()) {
        const QString bracket = QStringLiteral(" (%1)").arg(old.toString(QKeySequence::NativeText));
        if (tip.endsWith(bracket)) {
            tip.chop(bracket.size());
        }
    }
    action.setShortcuts(keys);
    if (!keys.isEmpty() && !keys.first().isEmpty()) {
        tip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    }
    action.setToolTip(tip);
}

/// A letter, a digit or the like alone would be typed no more.
bool isTyped(const QKeySequence& key) {
    const QKeyCombination first = key[0];
    const auto modifiers = first.keyboardModifiers() & ~Qt::ShiftModifier;
    return modifiers == Qt::NoModifier && first.key() < Qt::Key_Escape;
}

} // namespace

void applyChosenKeys(QWidget& window) {
    const QVariantMap chosen = settings::chosenKeys();
    for (QAction* action : window.actions()) {
        if (action->objectName().isEmpty()) {
            continue;
        }
        action->setProperty(kOwnKeys, QVariant::fromValue(action->shortcuts()));
        if (const auto kept = chosen.find(action->objectName()); kept != chosen.end()) {
            const QKeySequence key(kept->toString(), QKeySequence::PortableText);
            setKeys(*action, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
        }
    }
}

QString whyNotKey(const QWidget& window, const QAction& action, const QKeySequence& key) {
    if (key.isEmpty()) {
        return {};
    }
    if (key.count() > 1) {
        return tr("Take one key with Ctrl, Alt or Shift, not several in a row.");
    }
    if (isTyped(key)) {
        return tr("%1 alone is typed: take it with Ctrl or Alt.")
            .arg(key.toString(QKeySequence::NativeText));
    }
    for (const QAction* other : window.actions()) {
        if (other != &action && other->shortcuts().contains(key)) {
            return tr("%1 is the key for “%2”.")
                .arg(key.toString(QKeySequence::NativeText), nameOf(*other));
        }
    }
    return {};
}

void chooseKey(QAction& action, const QKeySequence& key) {
    setKeys(action, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
    QVariantMap chosen = settings::chosenKeys();
    chosen[action.objectName()] = key.toString(QKeySequence::PortableText);
    settings::setChosenKeys(chosen);
}

void restoreKeys(QAction& action) {
    setKeys(action, action.property(kOwnKeys).value<QList<QKeySequence>>());
    QVariantMap chosen = settings::chosenKeys();
    chosen.remove(action.objectName());
    settings::setChosenKeys(chosen);
}

bool hasChosenKey(const QAction& action) {
    return settings::chosenKeys().contains(action.objectName());
}

} // namespace warpbench::ui
