// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

struct Workbench;

/// Asks where, and makes a program of the project that needs no Warpbench: CUDA C++, or Python with
/// CuPy.
/// What came of it is said in the log, in a dialog if it went wrong.
void exportProgram(Workbench& bench, QWidget* window);

} // namespace warpbench::ui
