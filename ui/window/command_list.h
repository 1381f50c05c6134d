// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/command_palette.h"

namespace warpbench::ui {

class MainWindow;

/// All that can be done in the window now: its actions, panels, devices and examples.
QList<Command> commandsOf(MainWindow& window);

} // namespace warpbench::ui
