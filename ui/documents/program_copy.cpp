// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/program_copy.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace warpbench::ui {

namespace {

constexpr int kMostCopies = 32;

QString folderFor(const QString& file, const QString& source) {
    const QDir all(programsFolder());
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData((file + QLatin1Char('\n') + source).toUtf8());
    QString folder = all.filePath(QString::fromLatin1(hash.result().toHex().left(32)));
    const QFileInfoList known =
        all.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time); // newest first
    for (qsizetype i = kMostCopies - 1; i < known.size(); ++i) {
        if (known[i].filePath() != folder) {
            QDir(known[i].filePath()).removeRecursively();
        }
    }
    QDir().mkpath(folder);
    return folder;
}

} // namespace

QString programsFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
           QStringLiteral("/warpbench/window-programs");
}

QString copyProgram(const QString& file, const QString& source) {
    const QString name = file.isEmpty() ? QStringLiteral("program.cu") : QFileInfo(file).fileName();
    QString copy = QDir(folderFor(file, source)).filePath(name);
    if (QFileInfo::exists(copy)) {
        return copy;
    }
    QSaveFile written(copy);
    const bool ok = written.open(QIODevice::WriteOnly) && written.write(source.toUtf8()) >= 0 &&
                    written.commit();
    return ok ? copy : QString();
}

} // namespace warpbench::ui
