// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;
class QWidget;

namespace warpbench::ui {

/// Shows all shortcuts of a window's menus and the keys that no menu shows. Generated from the
/// actions themselves, so it is always up to date. Menu shortcuts can be changed there.
void showShortcuts(QMainWindow& window);

} // namespace warpbench::ui
