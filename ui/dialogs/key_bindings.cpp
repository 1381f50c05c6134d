// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/key_bindings.h"

#include "ui/dialogs/settings.h"
#include "ui/words/tr.h"

#include <QAction>
#include <QWidget>

namespace warpbench::ui {

namespace {

const char* const kOwnKeys = "ownKeys";

QString nameOf(const QAction& action) {
    return action.text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

/// Updates the key in parentheses at the end of the tool tip.
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

/// Keys without modifiers that type text or move the caret belong to fields; as a shortcut, they
/// would stop working there.
bool isTyped(const QKeySequence& key) {
    const QKeyCombination first = key[0];
    const auto modifiers = first.keyboardModifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    const bool edits = first.key() > Qt::Key_Escape && first.key() <= Qt::Key_PageDown &&
                       first.key() != Qt::Key_Pause && first.key() != Qt::Key_Print &&
                       first.key() != Qt::Key_SysReq && first.key() != Qt::Key_Clear;
    return modifiers == Qt::NoModifier && (first.key() < Qt::Key_Escape || edits);
}

const QAction* ownerOf(const QWidget& window, const QAction& action, const QKeySequence& key) {
    for (const QAction* other : window.actions()) {
        if (other != &action && other->shortcuts().contains(key)) {
            return other;
        }
    }
    return nullptr;
}

} // namespace

void applyChosenKeys(QWidget& window) {
    const QVariantMap chosen = settings::chosenKeys();
    for (QAction* action : window.actions()) {
        if (action->objectName().isEmpty()) {
            continue;
        }
        action->setProperty(kOwnKeys, QVariant::fromValue(action->shortcuts()));
    }
    for (QAction* action : window.actions()) {
        const auto kept = chosen.find(action->objectName());
        if (action->objectName().isEmpty() || kept == chosen.end()) {
            continue;
        }
        const QKeySequence key(kept->toString(), QKeySequence::PortableText);
        if (!key.isEmpty() && isTyped(key)) {
            continue;
        }
        for (QAction* other : window.actions()) {
            if (QList<QKeySequence> keys = other->shortcuts();
                other != action && !key.isEmpty() && keys.removeAll(key) > 0) {
                setKeys(*other, keys);
            }
        }
        setKeys(*action, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
    }
}

QString whyNotKey(const QWidget& window, const QAction& action, const QKeySequence& key) {
    if (key.isEmpty()) {
        return {};
    }
    if (key.count() > 1) {
        return tr("Use one key with Ctrl, Alt or Shift, not several in a row.");
    }
    if (isTyped(key)) {
        return tr("%1 alone is needed for typing. Combine it with Ctrl or Alt.")
            .arg(key.toString(QKeySequence::NativeText));
    }
    if (const QAction* other = ownerOf(window, action, key)) {
        return tr("%1 is already the key for “%2”.")
            .arg(key.toString(QKeySequence::NativeText), nameOf(*other));
    }
    return {};
}

void chooseKey(QAction& action, const QKeySequence& key) {
    setKeys(action, key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key});
    QVariantMap chosen = settings::chosenKeys();
    chosen[action.objectName()] = key.toString(QKeySequence::PortableText);
    settings::setChosenKeys(chosen);
}

QString restoreKeys(const QWidget& window, QAction& action) {
    QString taken;
    QList<QKeySequence> keys;
    for (const QKeySequence& key : action.property(kOwnKeys).value<QList<QKeySequence>>()) {
        if (ownerOf(window, action, key)) {
            taken = whyNotKey(window, action, key);
        } else {
            keys << key;
        }
    }
    setKeys(action, keys);
    QVariantMap chosen = settings::chosenKeys();
    chosen.remove(action.objectName());
    settings::setChosenKeys(chosen);
    return taken;
}

void restoreAllKeys(const QWidget& window) {
    settings::setChosenKeys({});
    for (QAction* action : window.actions()) {
        if (const auto own = action->property(kOwnKeys); own.isValid()) {
            setKeys(*action, own.value<QList<QKeySequence>>());
        }
    }
}

bool hasChosenKey(const QAction& action) {
    return settings::chosenKeys().contains(action.objectName());
}

} // namespace warpbench::ui
