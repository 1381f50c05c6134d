// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QWidget;

namespace warpbench::ui {

/// Shortcuts that a user has chosen for a window's actions. objectName identifies an action.

/// Remembers the default keys of all actions and applies the chosen ones. Call it once per window.
/// If two actions would share a key, the one it was chosen for keeps it.
void applyChosenKeys(QWidget& window);
/// Why an action cannot have a key, as a sentence; empty: it can.
QString whyNotKey(const QWidget& window, const QAction& action, const QKeySequence& key);
/// Replaces the default key of an action and saves the choice. Empty: no key.
void chooseKey(QAction& action, const QKeySequence& key);
/// Restores the default keys of an action, except those that another action uses now.
/// \returns a sentence that names that action; empty: none
QString restoreKeys(const QWidget& window, QAction& action);
void restoreAllKeys(const QWidget& window);
bool hasChosenKey(const QAction& action);

} // namespace warpbench::ui
