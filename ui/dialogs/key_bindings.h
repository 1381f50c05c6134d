// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QWidget;

namespace warpbench::ui {

/// Keys that a user has chosen for the actions of a window. An action is known by its objectName.

/// Remembers each action's own keys and gives it those that were chosen, once for a window.
void applyChosenKeys(QWidget& window);
/// Why an action cannot have a key, in a sentence; empty: it can.
QString whyNotKey(const QWidget& window, const QAction& action, const QKeySequence& key);
/// Gives an action another key in place of its own, and keeps that. Empty: none.
void chooseKey(QAction& action, const QKeySequence& key);
/// Gives an action its own keys back.
void restoreKeys(QAction& action);
bool hasChosenKey(const QAction& action);

} // namespace warpbench::ui
