// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

/// Shows an input as wrong (its border, by the style sheet) or as right.
void markInvalid(QWidget& input, bool invalid);

/// In this panel's fields Undo and Redo are left to the panel's own shortcuts: what is typed there
/// is in the project's history at once, and a field's own would know only itself. The open cell of
/// a table, which is in no history yet, keeps its own.
void leaveUndoToHistory(QWidget& panel);

/// For the whole program: what leaveUndoToHistory says, and that the wheel over a combo box, spin
/// box or slider scrolls the page that it stands on and changes nothing: nobody notices a value
/// that the wheel changed on its way past. Nor does it take the keyboard there.
void installInputHabits();

} // namespace warpbench::ui
