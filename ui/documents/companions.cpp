// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/companions.h"

#include "ui/documents/project_texts.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <memory>
#include <vector>

namespace warpbench::ui {

namespace {

constexpr qint64 kChunkBytes = qint64(1) << 20;

/// Counts copied bytes and checks for cancellation.
class Meter {
  public:
    Meter(std::int64_t total, const CopyProgress& progress)
        : m_total(total)
        , m_progress(progress) {}
    /// \throws Error (cancelled)
    void add(std::int64_t bytes) {
        m_done += bytes;
        if (m_progress && !m_progress(m_done, m_total)) {
            throw Error(ErrorKind::cancelled, {"WB3301", "the copy was cancelled"});
        }
    }

  private:
    std::int64_t m_done = 0;
    std::int64_t m_total;
    const CopyProgress& m_progress;
};

bool sameContents(const QString& one, const QString& other, Meter& meter) {
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
        meter.add(0);
    }
    return true;
}

/// Creates folders and removes them again unless they are kept.
class MadeFolders {
  public:
    MadeFolders() = default;
    MadeFolders(const MadeFolders&) = delete;
    MadeFolders& operator=(const MadeFolders&) = delete;
    ~MadeFolders() {
        while (!m_made.isEmpty()) {
            QDir().rmdir(m_made.takeLast()); // does nothing if it is not empty
        }
    }
    void make(const QString& folder) {
        if (QFileInfo::exists(folder)) {
            return;
        }
        make(QFileInfo(folder).absolutePath());
        if (QDir().mkdir(folder)) {
            m_made << folder;
        }
    }
    void keep() { m_made.clear(); }

  private:
    QStringList m_made;
};

[[noreturn]] void refuseCopy(const QString& file, const QString& target, const QString& why) {
    throw Error(ErrorKind::project,
                {"WB3302",
                 "the project's file “{file}” cannot be copied: {problem}",
                 "choose another folder with Save As",
                 {{"file", ss(file)}, {"problem", ss(why)}}},
                Place{ss(target)});
}

/// Under a temporary name until committed.
std::unique_ptr<QSaveFile> copied(const QString& file, const QString& from, const QString& target,
                                  Meter& meter) {
    QFile origin(from);
    auto copy = std::make_unique<QSaveFile>(target);
    if (!origin.open(QIODevice::ReadOnly)) {
        refuseCopy(file, target, origin.errorString());
    }
    if (!copy->open(QIODevice::WriteOnly)) {
        refuseCopy(file, target, copy->errorString());
    }
    while (!origin.atEnd()) {
        const QByteArray chunk = origin.read(kChunkBytes);
        if (chunk.isEmpty()) {
            refuseCopy(file, target, origin.errorString());
        }
        if (copy->write(chunk) != chunk.size()) {
            refuseCopy(file, target, copy->errorString());
        }
        meter.add(chunk.size());
    }
    copy->setPermissions(origin.permissions());
    return copy;
}

} // namespace

QString insideOf(const QDir& folder, const QString& file) {
    const QString relative = folder.relativeFilePath(file);
    return QDir::isAbsolutePath(relative) || relative.startsWith(QLatin1String("../")) ? QString()
                                                                                       : relative;
}

Error anotherIsThere(const QString& name, const QString& path) {
    return Error(ErrorKind::project,
                 {"WB3303",
                  "the project needs its file “{file}”, but another file of that "
                  "name already exists there",
                  "choose another folder, or move one of the two files away",
                  {{"file", ss(name)}}},
                 Place{ss(path)});
}

Companions companionsOf(const project::Project& project, const ProjectTexts& texts) {
    Companions companions;
    const QDir base(texts.folder());
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
    for (const auto& [symbol, constant] : project.constants) {
        takeData(constant.file);
    }
    for (const project::SourceFile& linked : project.link) {
        takeData(linked.path);
    }
    for (const QString& file : texts.includedFiles()) {
        take(insideOf(base, file));
    }
    return companions;
}

std::int64_t bytesOf(const Companions& companions, const QString& from) {
    std::int64_t bytes = 0;
    for (const QString& file : companions.files) {
        bytes += QFileInfo(QDir(from).filePath(file)).size();
    }
    return bytes;
}

void copyCompanions(const Companions& companions, const QString& from, const QString& to,
                    const CopyProgress& progress) {
    Meter meter(bytesOf(companions, from), progress);
    QStringList wanted;
    for (const QString& file : companions.files) {
        const QString target = QDir(to).filePath(file);
        const QString origin = QDir(from).filePath(file);
        if (QFileInfo(origin) == QFileInfo(target) || sameContents(origin, target, meter)) {
            meter.add(QFileInfo(origin).size());
            continue;
        }
        if (QFileInfo::exists(target)) {
            throw anotherIsThere(file, target);
        }
        wanted << file;
    }
    MadeFolders folders;
    std::vector<std::unique_ptr<QSaveFile>> copies;
    for (const QString& file : wanted) {
        const QString target = QDir(to).filePath(file);
        folders.make(QFileInfo(target).absolutePath());
        copies.push_back(copied(file, QDir(from).filePath(file), target, meter));
    }
    QStringList there;
    for (const auto& copy : copies) {
        if (!copy->commit()) {
            for (const QString& target : there) {
                QFile::remove(target);
            }
            refuseCopy(QDir(to).relativeFilePath(copy->fileName()), copy->fileName(),
                       copy->errorString());
        }
        there << copy->fileName();
    }
    folders.keep();
}

} // namespace warpbench::ui
