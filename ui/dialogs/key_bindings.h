// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QWidget;

namespace warpbench::ui {

/// Keys that a user has chosen for the actions of a window. An action is known by its objectName.

/// Remembers each action's own keys and gives it those that were chosen, once for a window. A key
/// that two would have stays with the one that it was chosen for.
void applyChosenKeys(QWidget& window);
/// Why an action cannot have a key, in a sentence; empty: it can.
QString whyNotKey(const QWidget& window, const QAction& action, const QKeySequence& key);
/// Gives an action another key in place of its own, and keeps that. Empty: none.
void chooseKey(QAction& action, const QKeySequence& key);
/// Gives an action its own keys back, but for those that another has got meanwhile.
/// \returns which one that is, in a sentence; empty: none
QString restoreKeys(const QWidget& window, QAction& action);
void restoreAllKeys(const QWidget& window);
bool hasChosenKey(const QAction& action);

} // namespace warpbench::ui
