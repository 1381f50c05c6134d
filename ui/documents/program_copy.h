// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace warpbench::ui {

/// The user's folder with copies of programs that are built, and with what their runs left.
QString programsFolder();

/// Copies a source as it is in the editor, so that nothing has to be saved before nvcc builds it.
/// The same text is built once, and another window's program is not disturbed. The oldest copies
/// go.
/// \param file  the source's; empty: it has none yet
/// \returns the copy's path; empty where it cannot be written
QString copyProgram(const QString& file, const QString& source);

} // namespace warpbench::ui
