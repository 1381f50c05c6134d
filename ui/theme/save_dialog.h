// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace warpbench::ui {

/// The initial folder of askWhereToSave() until the user has chosen another one: the project's.
/// Empty: the current directory.
void setSaveFolder(const QString& folder);

/// Asks for a file to write.
/// \param name     suggested name, with the suffix of the first filter
/// \param filters  as in QFileDialog
/// \returns its path; empty: cancelled. A name typed without suffix gets the suffix of the
/// selected filter
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name,
                       const QString& filters);

} // namespace warpbench::ui
