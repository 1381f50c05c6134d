// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simgpu/source_path.h"
#include "ui/models/project_document.h"
#include "ui/theme/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

/// What the window's tests have in common.
namespace warpbench::ui {

/// Settings and recovery copies of a test stay away from the user's. Fails where no font is
/// installed: every glyph is then a box, and tests would pass all the same.
inline void prepareUiTest(const QTemporaryDir& home) {
    QStandardPaths::setTestModeEnabled(true);
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

} // namespace warpbench::ui
