// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

struct Workbench;

/// Asks for a path and exports the project as a program that does not need Warpbench: CUDA C++, or
/// Python with CuPy.
/// Reports the result in the log, and errors in a dialog.
void exportProgram(Workbench& bench, QWidget* window);

} // namespace warpbench::ui
