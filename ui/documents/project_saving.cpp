// SPDX-License-Identifier: GPL-3.0-or-later
// Saving of project documents: which contents are written where.
#include "core/base/path_text.h"
#include "core/project/data_files.h"
#include "core/project/project_file.h"
#include "ui/documents/companions.h"
#include "ui/documents/program_copy.h"
#include "ui/documents/project_document.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileInfo>

namespace warpbench::ui {

/// A text to save and its target file.
struct TextTarget {
    ProjectText* text = nullptr;
    QString path; ///< empty: in the project file
    QByteArray bytes;
    bool writes = true; ///< false: nothing would change
};

namespace {

/// \throws Error if it cannot be written
TextTarget targetAt(ProjectText& text, const QString& path) {
    TextTarget target{&text, path, text.encoded()};
    target.writes = !path.isEmpty() && readIfThere(path) != target.bytes;
    if (target.writes) {
        refuseReadOnly(path);
    }
    return target;
}

/// Where a header goes along with its project. \throws Error if another file would be overwritten
QString headerPlace(const ProjectText& text, const QString& oldFolder, const QString& folder) {
    const QString relative = insideOf(QDir(oldFolder), text.path());
    QString path =
        relative.isEmpty() ? text.path() : QDir::cleanPath(QDir(folder).filePath(relative));
    const auto there = readIfThere(path);
    if (path != text.path() && there && *there != text.encoded()) {
        throw anotherIsThere(relative, path);
    }
    return path;
}

/// For a project's data: "NAME_data", or another name if it exists.
QString freeFolder(const QString& project, const QString& folder) {
    const QString wanted = QFileInfo(project).completeBaseName() + QStringLiteral("_data");
    QString name = wanted;
    const auto isTaken = [&] { // an empty folder may remain from a full disk
        const QFileInfo there(QDir(folder).filePath(name));
        return there.exists() && !(there.isDir() && QDir(there.filePath()).isEmpty());
    };
    for (int i = 2; isTaken(); ++i) {
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
    m_texts.pause(); // ignore our own writes
    try {
        for (ProjectText* text : m_texts.toSave()) {
            text->write();
        }
    } catch (...) {
        m_texts.watch();
        throw;
    }
    m_project.unsaved = m_texts.unsaved();
    m_texts.watch();
    updateDirty();
}

/// Whether saving as `target` keeps the source's path. A bare source becomes the project's
/// source.
bool ProjectDocument::staysSourceOf(const QString& target) const {
    return hasSourceFile() &&
           (target == path() || (path().isEmpty() && QFileInfo(sourcePath()).absoluteDir() ==
                                                         QFileInfo(target).absoluteDir()));
}

/// Whether saving as `target` keeps a text's path.
bool ProjectDocument::keepsPath(const ProjectText& text, const QString& target) const {
    return text.isSource()
               ? staysSourceOf(target)
               : target == path() || QDir(m_texts.folder()) == QFileInfo(target).absoluteDir();
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
    std::vector<TextTarget> texts;
    /// Data of a program's run and edited data, to be copied next to the project.
    std::vector<project::MovedFile> data;
};

QStringList ProjectDocument::saveAs(const QString& path, const CopyFiles& copy) {
    SavePlan plan = planSave(QFileInfo(path).absoluteFilePath());
    Companions companions;
    if (plan.moves) {
        m_texts.settle();
        companions = copyAlong(plan, copy);
    }
    m_texts.pause(); // ignore our own writes
    try {
        write(plan);
    } catch (...) {
        m_texts.watch();
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
    plan.oldFolder = m_texts.folder();
    plan.moves = !plan.oldFolder.isEmpty() && QDir(plan.oldFolder) != QDir(plan.folder);
    refuseReadOnly(target);
    for (ProjectText* text : m_texts.toSave()) {
        QString place;
        if (!text->isSource()) {
            place = headerPlace(*text, plan.oldFolder, plan.folder);
        } else if (hasSourceFile() || path().isEmpty()) {
            // A new project gets a source file to share; one with an embedded source keeps it.
            const QString name = sourceNameFor(target, text->encoded());
            place = QDir(plan.folder).filePath(name);
            plan.project.source = project::SourceFile{ss(name)};
        } else {
            plan.project.source = project::SourceText{ss(text->text())};
        }
        plan.texts.push_back(targetAt(*text, place));
    }
    plan.data = project::moveDataFiles(plan.project, pathOf(programsFolder()),
                                       ss(freeFolder(target, plan.folder)));
    return plan;
}

Companions ProjectDocument::copyAlong(const SavePlan& plan, const CopyFiles& copy) const {
    Companions companions = companionsOf(m_project, m_texts);
    for (const TextTarget& target : plan.texts) { // these are written with their edited text
        if (!target.text->isSource()) {
            companions.files.removeAll(insideOf(QDir(plan.oldFolder), target.text->path()));
        }
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
    for (const TextTarget& target : plan.texts) {
        if (target.writes) {
            writeWhole(target.path, target.bytes);
        }
        if (target.writes && target.path == target.text->path()) {
            target.text->markSaved(target.bytes);
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
    m_projectGone = false;
    m_texts.source().setPath(pathOfSource());
    if (plan.moves) {
        m_texts.move(plan.oldFolder, plan.folder);
    }
    for (const TextTarget& target : plan.texts) {
        target.text->markSaved(target.bytes);
    }
    m_project.unsaved = m_texts.unsaved();
    m_undo.setClean();
    m_texts.watch();
    if (plan.moves) {
        m_movedData.clear(); // only the current data files were copied along
    }
    m_movedData.insert(m_movedData.end(), plan.data.begin(), plan.data.end());
    if (!plan.data.empty()) {
        emit dataMoved(plan.data);
    }
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
