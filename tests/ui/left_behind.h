// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"
#include "ui/documents/recovery.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <memory>

namespace warpbench::ui {

/// The folder of the copies of unsaved work.
inline QDir recoveryFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                QStringLiteral("/recovery"));
}

/// A copy of unsaved work, as of a program that ended without closing its window. No other copy may
/// be there.
inline void leaveBehind(const QString& source) {
    ProjectDocument document;
    document.create({}, QStringLiteral("// new"));
    document.setSource(source);
    auto crashed = std::make_unique<Recovery>(document);
    crashed->writeNow();
    const QDir folder = recoveryFolder();
    const QStringList copies = folder.entryList({"*.json"}, QDir::Files);
    QCOMPARE(copies.size(), 1);
    const QString copy = folder.filePath(copies.first());
    QVERIFY(QFile::copy(copy, copy + QStringLiteral(".kept")));
    crashed.reset(); // tidies up, which a crash does not
    QVERIFY(QFile::rename(copy + QStringLiteral(".kept"), copy));
}

} // namespace warpbench::ui
