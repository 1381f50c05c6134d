// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/source_path.h"
#include "ui/documents/project_document.h"
#include "ui/theme/fonts.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

/// Shared by the window's tests.
namespace warpbench::ui {

/// Settings and recovery copies of a test stay away from the user's, and from another test's that
/// runs at the same time or ended badly.
inline void prepareUiTest(const QTemporaryDir& home) {
#ifdef Q_OS_WIN
    // Qt ignores variables for the folder there, and ours would hide the compiler in it.
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); // no test can press their buttons
#else
    qputenv("XDG_DATA_HOME", QFile::encodeName(home.filePath(QStringLiteral("data"))));
#endif
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    QCoreApplication::setOrganizationName(QStringLiteral("Warpbench"));
    QCoreApplication::setApplicationName(QStringLiteral("warpbench-test"));
}

/// A copy of an example that a test may change. \returns the path of its .warpbench file
inline QString copyExample(const QString& name, const QString& folder) {
    const QDir from(QString::fromStdString(test::sourcePath("examples/")) + name);
    for (const QString& file : from.entryList(QDir::Files)) {
        QFile::copy(from.filePath(file), QDir(folder).filePath(file));
    }
    return QDir(folder).filePath(name + QStringLiteral(".warpbench"));
}

/// Names a file in Qt's own dialog for files and accepts it. A row that its list has selected would
/// win over the name, and which row that is depends on how far the folder has been read.
inline void chooseFile(QDialog& dialog, const QString& path) {
    auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    auto* list = dialog.findChild<QListView*>(QStringLiteral("listView"));
    QVERIFY2(field && list, "not a dialog for files");
    list->clearSelection();
    field->setText(path);
    QTest::keyClick(&dialog, Qt::Key_Return);
}

} // namespace warpbench::ui
