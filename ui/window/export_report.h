// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QString>

class QWidget;

namespace warpbench::ui {

/// Writes a run by the path's suffix: .json as printed by `warpbench-cli run --json`, anything else
/// as an HTML page.
/// \param run    with a report
/// \param notes  of the project, for the page
/// \returns the error; empty: success
QString writeReport(const RunState& run, const QString& notes, const QString& path);

/// Asks for a path and writes a report there.
/// \param run  a copy, because another run may finish while the dialog is open
/// \param name  of the project's file, without suffix
/// \returns the path; empty: nothing was written
QString exportReport(RunState run, const QString& notes, const QString& name, QWidget* window);

} // namespace warpbench::ui
