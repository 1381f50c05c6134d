// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace warpbench::ui {

struct Actions;

/// Lets Cut, Copy, Paste and Select All of the Edit menu do what their keys do where the focus is.
void connectEditActions(const Actions& actions, QMainWindow& window);

} // namespace warpbench::ui
