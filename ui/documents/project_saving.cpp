// SPDX-License-Identifier: GPL-3.0-or-later
// Saving of project documents: which contents are written where.
#include "core/base/path_text.h"
#include "core/project/data_files.h"
#include "core/project/project_file.h"
#include "ui/documents/companions.h"
#include "ui/documents/header_documents.h"
#include "ui/documents/program_copy.h"
#include "ui/documents/project_document.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileInfo>

namespace warpbench::ui {

/// A changed header and its target file.
struct HeaderTarget {
    TextDocument* header = nullptr;
    QString path;
    QByteArray bytes;
};

namespace {

/// \throws Error if a file is read-only or another file would be overwritten
std::vector<HeaderTarget> headerTargets(const HeaderDocuments& headers, const QString& oldFolder,
                                        const QString& folder) {
    std::vector<HeaderTarget> targets;
    for (TextDocument* header : headers.modified()) {
        const QString relative = insideOf(QDir(oldFolder), header->path());
        const QString path =
            relative.isEmpty() ? header->path() : QDir::cleanPath(QDir(folder).filePath(relative));
        QByteArray bytes = header->encoded();
        const auto there = readIfThere(path);
        if (path != header->path() && there && *there != bytes) {
            throw anotherIsThere(relative, path);
        }
        refuseReadOnly(path);
        targets.push_back({header, path, std::move(bytes)});
    }
    return targets;
}

/// For a project's data: "NAME_data", or another name if it exists.
QString freeFolder(const QString& project, const QString& folder) {
    const QString wanted = QFileInfo(project).completeBaseName() + QStringLiteral("_data");
    QString name = wanted;
    for (int i = 2; QFileInfo::exists(QDir(folder).filePath(name)); ++i) {
        name = QStringLiteral("%1_%2").arg(wanted).arg(i);
    }
    return name;
}

} // namespace

bool ProjectDocument::hasPlace() const {
    return !path().isEmpty() || (hasSourceFile() && m_savedOnce && m_undo.isClean());
}

void ProjectDocument::save() {
    if (!hasPlace()) {
        throw Error(ErrorKind::project,
                    {"WB3306", "the project has not been saved yet", "choose a file with Save As"});
    }
    if (path().isEmpty()) {
        saveTexts();
    } else {
        saveAs(path());
    }
}

/// For a bare source, whose set-up is guessed again when it is opened.
void ProjectDocument::saveTexts() {
    stopWatching(); // ignore our own writes
    try {
        for (TextDocument* header : m_headers->modified()) {
            header->write();
        }
        m_source.write();
    } catch (...) {
        watch();
        throw;
    }
    m_gone.clear();
    m_project.unsaved = m_headers->unsaved();
    watch();
    updateDirty();
}

/// Whether saving as `target` keeps the source's path. A bare source becomes the project's
/// source.
bool ProjectDocument::staysSourceOf(const QString& target) const {
    return hasSourceFile() &&
           (target == path() || (path().isEmpty() && QFileInfo(sourcePath()).absoluteDir() ==
                                                         QFileInfo(target).absoluteDir()));
}

/// The source's path relative to a project saved as `target`. A project with another name gets its
/// own source, so that two projects never write to the same file.
/// \param bytes  the contents to write; a file with the same contents is reused
QString ProjectDocument::sourceNameFor(const QString& target, const QByteArray& bytes) const {
    const auto* known = std::get_if<project::SourceFile>(&m_project.source);
    QString file = known ? qs(known->path) : QString();
    if (target == path()) {
        return file;
    }
    const QFileInfo old(sourcePath());
    if (staysSourceOf(target)) {
        return old.fileName();
    }
    const QString former = old.completeBaseName();
    const QString wanted = QFileInfo(target).completeBaseName();
    // Keeps folders below the project's folder, drops any other.
    QString prefix;
    if (QFileInfo(file).isRelative() && !file.startsWith(QLatin1String("..")) &&
        file.contains(QLatin1Char('/'))) {
        prefix = file.left(file.lastIndexOf(QLatin1Char('/')) + 1);
    }
    const QDir folder(QFileInfo(target).absoluteDir().filePath(prefix));
    const bool sameFolder = known && QDir(old.absolutePath()) == folder;
    const bool named = !known || former == QFileInfo(path()).completeBaseName();
    const QString stem = sameFolder || named ? wanted : former;
    const QString suffix = old.suffix().isEmpty() ? QStringLiteral("cu") : old.suffix();
    QString name = QStringLiteral("%1.%2").arg(stem, suffix);
    // The user was asked only about the project file, so other files are not overwritten.
    const auto isOthers = [&](const QString& candidate) {
        const auto there = readIfThere(folder.filePath(candidate));
        return there && *there != bytes;
    };
    for (int i = 2; isOthers(name); ++i) {
        name = QStringLiteral("%1_%2.%3").arg(stem).arg(i).arg(suffix);
    }
    return prefix + name;
}

/// Plans all writes before touching any file.
struct ProjectDocument::SavePlan {
    QString target;
    QString folder;
    QString oldFolder; ///< empty: none
    bool moves = false;
    project::Project project;
    QByteArray source;
    QString sourceTarget; ///< empty: the source is in the project file
    bool writesSource = false;
    std::vector<HeaderTarget> headers;
    /// Data of a program's run and edited data, to be copied next to the project.
    std::vector<project::MovedFile> data;
};

QStringList ProjectDocument::saveAs(const QString& path, const CopyFiles& copy) {
    SavePlan plan = planSave(QFileInfo(path).absoluteFilePath());
    const Companions companions = plan.moves ? copyAlong(plan, copy) : Companions{};
    stopWatching(); // ignore our own writes
    try {
        write(plan);
    } catch (...) {
        watch();
        throw;
    }
    settle(std::move(plan));
    return companions.missing;
}

/// \throws Error if saving there is impossible
ProjectDocument::SavePlan ProjectDocument::planSave(const QString& target) const {
    if (m_project.readOnly && target == path()) {
        throw Error(
            ErrorKind::project,
            {"WB3307", "the project was written by a newer version of Warpbench",
             "save it under another name; parts that this version does not know may be lost"});
    }
    SavePlan plan;
    plan.target = target;
    plan.folder = QFileInfo(target).absolutePath();
    plan.project = m_project;
    plan.project.readOnly = false;
    plan.source = m_source.encoded();
    // A new project gets a source file to share; a project with an embedded source keeps it.
    if (hasSourceFile() || path().isEmpty()) {
        const QString name = sourceNameFor(target, plan.source);
        plan.sourceTarget = QDir(plan.folder).filePath(name);
        plan.project.source = project::SourceFile{ss(name)};
    } else {
        plan.project.source = project::SourceText{ss(source())};
    }
    plan.writesSource =
        !plan.sourceTarget.isEmpty() && readIfThere(plan.sourceTarget) != plan.source;
    refuseReadOnly(target);
    if (plan.writesSource) {
        refuseReadOnly(plan.sourceTarget);
    }
    plan.oldFolder = !path().isEmpty() ? QFileInfo(path()).absolutePath()
                     : hasSourceFile() ? QFileInfo(sourcePath()).absolutePath()
                                       : QString();
    plan.moves = !plan.oldFolder.isEmpty() && QDir(plan.oldFolder) != QDir(plan.folder);
    plan.headers = headerTargets(*m_headers, plan.oldFolder, plan.folder);
    plan.data = project::moveDataFiles(plan.project, pathOf(programsFolder()),
                                       ss(freeFolder(target, plan.folder)));
    return plan;
}

Companions ProjectDocument::copyAlong(const SavePlan& plan, const CopyFiles& copy) const {
    Companions companions = companionsOf(m_project, plan.oldFolder, source(), sourcePath());
    for (const HeaderTarget& header : plan.headers) { // these are written with their edited text
        companions.files.removeAll(insideOf(QDir(plan.oldFolder), header.header->path()));
    }
    if (copy) {
        copy(companions, plan.oldFolder, plan.folder);
    } else {
        copyCompanions(companions, plan.oldFolder, plan.folder);
    }
    return companions;
}

/// \throws Error
void ProjectDocument::write(const SavePlan& plan) {
    for (const HeaderTarget& header : plan.headers) {
        QDir().mkpath(QFileInfo(header.path).absolutePath());
        writeWhole(header.path, header.bytes);
        if (header.path == header.header->path()) {
            header.header->markSaved(header.bytes);
        }
    }
    if (plan.writesSource) {
        QDir().mkpath(QFileInfo(plan.sourceTarget).absolutePath());
        writeWhole(plan.sourceTarget, plan.source);
        if (plan.sourceTarget == sourcePath()) {
            m_source.markSaved(plan.source);
        }
    }
    project::copyDataFiles(plan.data, pathOf(plan.folder));
    project::saveProject(plan.project, pathOf(plan.target));
}

/// After all writes: this is the project's path now.
void ProjectDocument::settle(SavePlan plan) {
    m_projectHash =
        TextDocument::hashOf(QByteArray::fromStdString(project::writeProject(plan.project)));
    plan.project.file = pathOf(plan.target);
    const bool elsewhere =
        plan.project.source != m_project.source || plan.project.file != m_project.file;
    m_project = std::move(plan.project);
    m_savedOnce = true;
    m_gone.clear();
    m_source.setPath(sourcePath());
    m_source.markSaved(plan.source);
    if (plan.moves) {
        m_headers->move(plan.oldFolder, plan.folder);
    }
    for (const HeaderTarget& header : plan.headers) {
        header.header->markSaved(header.bytes);
    }
    m_project.unsaved = m_headers->unsaved();
    m_undo.setClean();
    watch();
    if (elsewhere || !plan.data.empty()) {
        emit changed();
    }
    if (elsewhere) {
        m_wasDirty = true;
    }
    updateDirty();
    if (elsewhere) {
        emit moved();
    }
}

} // namespace warpbench::ui
