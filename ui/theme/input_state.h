// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

/// Marks an input as invalid (border from the style sheet) or valid.
void markInvalid(QWidget& input, bool invalid);

/// Disables a field's own Undo and Redo in this panel in favour of the panel's shortcuts. Typed
/// text is in the project's history at once, and a field's own history would know only itself. An
/// open table cell, which is not in that history yet, keeps its own.
void leaveUndoToHistory(QWidget& panel);

/// For the whole program: applies leaveUndoToHistory(). The wheel over a combo box, spin box or
/// slider scrolls the page instead of changing the value, which users would not notice. It does not
/// move the keyboard focus either.
void installInputHabits();

} // namespace warpbench::ui
