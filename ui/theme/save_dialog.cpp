// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QRegularExpression>

#include <algorithm>

namespace warpbench::ui {

namespace {

QString& saveFolder() {
    static QString folder;
    return folder;
}

/// "NumPy array (*.npy)" → ".npy"; empty for a filter for all files.
QString endingOf(const QString& filter) {
    static const QRegularExpression pattern(QStringLiteral("\\(\\*((?:\\.\\w+)+)"));
    return pattern.match(filter).captured(1);
}

/// The name with the ending of another filter, if it has that of one of them.
QString withEnding(const QString& name, const QStringList& filters, const QString& ending) {
    QString known;
    for (const QString& filter : filters)
        if (const QString has = endingOf(filter); name.endsWith(has) && has.size() > known.size())
            known = has;
    return known.isEmpty() || ending.isEmpty() ? name : name.chopped(known.size()) + ending;
}

} // namespace

void setSaveFolder(const QString& folder) {
    saveFolder() = folder;
}

QString fileNameFrom(const QString& title) {
    constexpr qsizetype kLongest = 60; // characters; a suffix follows
    static const QRegularExpression other(QStringLiteral("[^\\w.+-]+"),
                                          QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression edges(QStringLiteral("^[_.]+|[_.]+$"));
    QString name = title.toLower().replace(other, QStringLiteral("_")).left(kLongest);
    name.remove(edges);
    return name.isEmpty() ? QStringLiteral("project") : name;
}

ChosenFile askWhereToSaveAs(QWidget* parent, const QString& title, const QString& name,
                            const QString& filters) {
    QFileDialog dialog(parent, title, saveFolder(), filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.selectFile(name);
    // The dialog itself asks before overwriting, so it needs the full name.
    const auto complete = [&dialog](const QString& filter) {
        dialog.setDefaultSuffix(endingOf(filter));
    };
    complete(dialog.selectedNameFilter());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        complete(filter);
        if (const QStringList files = dialog.selectedFiles(); !files.isEmpty())
            dialog.selectFile(
                withEnding(files.constFirst(), dialog.nameFilters(), endingOf(filter)));
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    saveFolder() = dialog.directory().absolutePath();
    const auto filter = dialog.nameFilters().indexOf(dialog.selectedNameFilter());
    return {dialog.selectedFiles().constFirst(), std::max(0, int(filter))};
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& name,
                       const QString& filters) {
    return askWhereToSaveAs(parent, title, name, filters).path;
}

} // namespace warpbench::ui
