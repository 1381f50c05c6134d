// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/command_palette.h"

namespace warpbench::ui {

class MainWindow;

/// All commands of the window at the moment: its actions, panels, devices and examples.
QList<Command> commandsOf(MainWindow& window);

} // namespace warpbench::ui
