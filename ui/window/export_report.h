// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QString>

class QWidget;

namespace warpbench::ui {

/// Writes a run by the ending of the path: .json as the document that `warpbench-cli run --json`
/// prints, anything else as a page.
/// \param run    with a report
/// \param notes  of the project, for the page
/// \returns what went wrong; empty: nothing
QString writeReport(const RunState& run, const QString& notes, const QString& path);

/// Asks where, and writes it.
/// \param run  a copy: another run may end while the dialog is open
/// \param name  of the project's file, without an ending
void exportReport(RunState run, const QString& notes, const QString& name, QWidget* window);

} // namespace warpbench::ui
