// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace warpbench::ui {

struct Actions;

/// Makes Cut, Copy, Paste and Select All of the Edit menu act on the focused widget, like their
/// keys.
void connectEditActions(const Actions& actions, QMainWindow& window);

} // namespace warpbench::ui
