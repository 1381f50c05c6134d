// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/companions.h"

#include "core/compile/dependencies.h"
#include "ui/models/headers.h"
#include "ui/models/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace warpbench::ui {

namespace {

constexpr qint64 kChunkBytes = qint64(1) << 20;

/// Translations of this file belong to one context, as it has no class.
struct CompanionFiles {
    Q_DECLARE_TR_FUNCTIONS(CompanionFiles)
};

bool sameContents(const QString& one, const QString& other) {
    QFile a(one);
    QFile b(other);
    if (!a.open(QIODevice::ReadOnly) || !b.open(QIODevice::ReadOnly) || a.size() != b.size()) {
        return false;
    }
    while (!a.atEnd()) {
        const QByteArray chunk = a.read(kChunkBytes);
        if (chunk.isEmpty() || chunk != b.read(kChunkBytes)) {
            return false;
        }
    }
    return true;
}

} // namespace

QString insideOf(const QDir& folder, const QString& file) {
    const QString relative = folder.relativeFilePath(file);
    return QDir::isAbsolutePath(relative) || relative.startsWith(QLatin1String("../")) ? QString()
                                                                                       : relative;
}

Error anotherIsThere(const QString& name, const QString& path) {
    return Error(
        ErrorKind::project,
        ss(CompanionFiles::tr("the project needs its file “%1”, and another one of that name is "
                              "there already")
               .arg(name)),
        ss(CompanionFiles::tr("choose another folder, or move one of the two files away")),
        Place{ss(path)});
}

Companions companionsOf(const project::Project& project, const QString& folder,
                        const QString& source, const QString& sourceFile) {
    Companions companions;
    const QDir base(folder);
    const auto take = [&](const QString& relative) {
        if (!relative.isEmpty() && !companions.files.contains(relative)) {
            companions.files << relative;
        }
    };
    const auto takeData = [&](const std::string& path) {
        if (path.empty()) {
            return;
        }
        const QString full = base.absoluteFilePath(qs(path));
        if (QFileInfo::exists(full)) {
            take(insideOf(base, full));
        } else {
            companions.missing << qs(path);
        }
    };
    for (const auto& buffer : project.buffers) {
        takeData(buffer.init.path);
        if (buffer.expect) {
            takeData(buffer.expect->file);
        }
    }
    const auto request = includesRequest(project, folder, source, sourceFile);
    for (const auto& header : compile::findDependencies(request, {}).files) {
        take(insideOf(base, QDir::cleanPath(qs(header.path))));
    }
    return companions;
}

void copyCompanions(const Companions& companions, const QString& from, const QString& to) {
    QStringList wanted;
    for (const QString& file : companions.files) {
        const QString target = QDir(to).filePath(file);
        const QString origin = QDir(from).filePath(file);
        if (QFileInfo(origin) == QFileInfo(target) || sameContents(origin, target)) {
            continue;
        }
        if (QFileInfo::exists(target)) {
            throw anotherIsThere(file, target);
        }
        wanted << file;
    }
    for (const QString& file : wanted) {
        const QString target = QDir(to).filePath(file);
        QDir().mkpath(QFileInfo(target).absolutePath());
        QFile origin(QDir(from).filePath(file));
        if (!origin.copy(target)) {
            throw Error(ErrorKind::project,
                        ss(CompanionFiles::tr("the project's file “%1” cannot be copied: %2")
                               .arg(file, origin.errorString())),
                        ss(CompanionFiles::tr("choose another folder with Save As")),
                        Place{ss(target)});
        }
    }
}

} // namespace warpbench::ui
