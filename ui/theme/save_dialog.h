// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace warpbench::ui {

/// The initial folder of askWhereToSave() until the user has chosen another one: the project's.
/// Empty: the current directory.
void setSaveFolder(const QString& folder);

/// A file name for something with a title: "lab_3_blur" for "Lab 3: Blur". Valid on every system.
QString fileNameFrom(const QString& title);

/// A file that the user chose to write.
struct ChosenFile {
    QString path;   ///< empty: cancelled
    int filter = 0; ///< index of the selected filter
};
/// Asks for a file to write.
/// \param name     suggested name, with the suffix of the first filter
/// \param filters  as in QFileDialog
/// \returns a name typed without suffix gets the suffix of the selected filter
ChosenFile askWhereToSaveAs(QWidget* parent, const QString& title, const QString& name,
                            const QString& filters);

/// Asks likewise, if the suffix says which format is wanted.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name,
                       const QString& filters);

} // namespace warpbench::ui
