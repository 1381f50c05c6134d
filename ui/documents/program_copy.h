// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// The user's folder for copies of programs, for the output of their runs, and for edited data of
/// projects that are not saved.
QString programsFolder();

/// Saves the editor's text as a copy, so that nvcc can build it without saving the original.
/// Equal texts share a copy, and programs of other windows are not disturbed. Deletes the oldest
/// copies.
/// \param file  the source's path; empty: none yet
/// \returns the copy's path; empty if it cannot be written
QString copyProgram(const QString& file, const QString& source);

} // namespace warpbench::ui
