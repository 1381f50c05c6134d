// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QRegularExpression>

namespace warpbench::ui {

namespace {

QString& saveFolder() {
    static QString folder;
    return folder;
}

/// "NumPy array (*.npy)" → ".npy"; empty for a filter for all files.
QString endingOf(const QString& filter) {
    static const QRegularExpression pattern(QStringLiteral("\\(\\*(\\.\\w+)"));
    return pattern.match(filter).captured(1);
}

} // namespace

void setSaveFolder(const QString& folder) {
    saveFolder() = folder;
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& name,
                       const QString& filters) {
    QFileDialog dialog(parent, title, saveFolder(), filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.selectFile(name);
    // The dialog itself asks before overwriting, so it needs the full name.
    const auto complete = [&dialog](const QString& filter) {
        dialog.setDefaultSuffix(endingOf(filter));
    };
    complete(dialog.selectedNameFilter());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, complete);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    saveFolder() = dialog.directory().absolutePath();
    return dialog.selectedFiles().constFirst();
}

} // namespace warpbench::ui
