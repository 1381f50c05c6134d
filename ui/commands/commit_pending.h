// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace warpbench::ui {

class ProjectDocument;

/// Commits the field or table cell being edited in a window to the project, as leaving it
/// would, and waits for edits that another thread works out (ProjectDocument::finishEdits()). Call
/// it before anything that uses the project as the user sees it (running, saving, closing).
void commitPending(QWidget& window, ProjectDocument& document);

} // namespace warpbench::ui
