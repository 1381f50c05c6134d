// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

/// Takes what is in the field or table cell that is being edited in a window into the project,
/// as leaving it would. Whatever works on the project as the user sees it (running, saving,
/// closing) asks for this before.
void commitPending(QWidget& window);

} // namespace warpbench::ui
