// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace warpbench::ui {

/// Where the dialogs of askWhereToSave begin, until the user has chosen another folder: the
/// project's. Empty: where the program was started.
void setSaveFolder(const QString& folder);

/// Asks for a file to write.
/// \param name     what is offered, with the ending of the first filter
/// \param filters  as QFileDialog has them
/// \returns a name that was typed without an ending has that of the filter that was chosen
struct ChosenFile {
    QString path;   ///< empty: none was chosen
    int filter = 0; ///< of the filters, in their order
};
ChosenFile askWhereToSaveAs(QWidget* parent, const QString& title, const QString& name,
                            const QString& filters);

/// The same where the ending says everything.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& name,
                       const QString& filters);

} // namespace warpbench::ui
