// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

/// Commits the field or table cell being edited in a window to the project, as leaving it
/// would. Call it before anything that uses the project as the user sees it (running, saving,
/// closing).
void commitPending(QWidget& window);

} // namespace warpbench::ui
