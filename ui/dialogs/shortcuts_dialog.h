// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace warpbench::ui {

/// Shows every shortcut of a window's menus, by menu, and the keys that no menu tells: made of the
/// actions themselves, so that it is never out of date. Those of the menus can be changed there.
void showShortcuts(QMainWindow& window);

} // namespace warpbench::ui
