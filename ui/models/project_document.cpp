// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/project_document.h"

#include "core/project/project_file.h"
#include "ui/models/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QUndoCommand>

namespace warpbench::ui {

/// A step of the history keeps the project before and after it: a project is a small value, and
/// nothing can be forgotten this way.
class EditCommand : public QUndoCommand {
  public:
    EditCommand(ProjectDocument& document, const QString& text, project::Project after,
                QString mergeKey)
        : QUndoCommand(text)
        , m_document(document)
        , m_before(document.project())
        , m_after(std::move(after))
        , m_mergeKey(std::move(mergeKey)) {}

    void undo() override { m_document.assign(m_before); }
    void redo() override { m_document.assign(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_mergeKey != m_mergeKey) {
            return false;
        }
        m_after = next->m_after;
        return true;
    }

  private:
    ProjectDocument& m_document;
    project::Project m_before;
    project::Project m_after;
    QString m_mergeKey;
};

namespace {

Error cannotWrite(const QString& path, const QString& why) {
    return Error(ErrorKind::project, ss(QObject::tr("cannot write the file: %1").arg(why)),
                 ss(QObject::tr("choose another folder with Save As")), Place{ss(path), 0, 0});
}

QString readText(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        throw Error(
            ErrorKind::project, ss(QObject::tr("cannot read the file: %1").arg(file.errorString())),
            ss(QObject::tr("check its name and that you may read it")), Place{ss(path), 0, 0});
    }
    return QString::fromUtf8(file.readAll());
}

void writeText(const QString& path, const QString& text) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 || !file.commit()) {
        throw cannotWrite(path, file.errorString());
    }
}

/// A file that is marked read-only is somebody's wish, although replacing it would work wherever
/// its folder can be written.
void refuseReadOnly(const QString& path) {
    // Not "user": an administrator may write everything.
    constexpr auto kAnyWrite = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    const QFileInfo info(path);
    if (info.exists() && (!info.isWritable() || !(info.permissions() & kAnyWrite))) {
        throw Error(
            ErrorKind::project,
            ss(ProjectDocument::tr("the file %1 is read-only").arg(QFileInfo(path).fileName())),
            ss(ProjectDocument::tr("save under another name, or make the file writable")),
            Place{ss(path)});
    }
}

bool holds(const QString& path, const QString& text) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.readAll() == text.toUtf8();
}

bool isSourceSuffix(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("cu") || suffix == QLatin1String("cuh") ||
           suffix == QLatin1String("cpp") || suffix == QLatin1String("c");
}

/// Copies a file that a project names into the folder of its new place, where there is none yet.
void copyBeside(const QString& fromFolder, const QString& toFolder, const std::string& relative) {
    if (relative.empty() || fromFolder.isEmpty()) {
        return;
    }
    const QString from = QDir(fromFolder).filePath(qs(relative));
    const QString to = QDir(toFolder).filePath(qs(relative));
    if (QFileInfo(from) == QFileInfo(to) || QFileInfo::exists(to)) {
        return;
    }
    QDir().mkpath(QFileInfo(to).absolutePath());
    QFile source(from);
    if (!source.copy(to)) {
        throw cannotWrite(to, source.errorString());
    }
}

} // namespace

ProjectDocument::ProjectDocument(QObject* parent)
    : QObject(parent) {
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this] { updateDirty(); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &ProjectDocument::fileChanged);
}

void ProjectDocument::edit(const QString& text,
                           const std::function<void(project::Project&)>& change,
                           const QString& mergeKey) {
    project::Project after = m_project;
    change(after);
    if (after == m_project) {
        return;
    }
    m_undo.push(new EditCommand(*this, text, std::move(after), mergeKey));
}

void ProjectDocument::assign(const project::Project& project) {
    // Where the project lies is no part of its history.
    const auto file = m_project.file;
    const bool readOnly = m_project.readOnly;
    m_project = project;
    m_project.file = file;
    m_project.readOnly = readOnly;
    emit changed();
    updateDirty();
}

void ProjectDocument::setSource(const QString& source) {
    if (source == m_source) {
        return;
    }
    m_source = source;
    ++m_revision;
    emit sourceEdited();
    updateDirty();
}

void ProjectDocument::replace(project::Project project, const QString& source, bool dirty) {
    m_undo.clear();
    m_project = std::move(project);
    m_source = source;
    ++m_revision;
    m_savedSource = source;
    m_savedOnce = !dirty;
    watch();
    emit sourceReplaced();
    emit changed();
    m_wasDirty = !isDirty(); // so that listeners hear of the new name in any case
    updateDirty();
}

void ProjectDocument::create(project::Project project, const QString& source) {
    project.source = project::SourceText{ss(source)};
    project.file.clear();
    replace(std::move(project), source, false);
}

std::vector<Error> ProjectDocument::open(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (isSourceSuffix(absolute)) {
        const QString text = readText(absolute);
        project::Project project = project::projectForSource(pathOf(absolute));
        project.file.clear();
        // Until the project is saved, its source is named by its whole path.
        project.source = project::SourceFile{ss(absolute)};
        replace(std::move(project), text, false);
        return {};
    }
    auto read = project::readProject(pathOf(absolute));
    const QString source = qs(project::sourceText(read.project));
    replace(std::move(read.project), source, false);
    return std::move(read.warnings);
}

void ProjectDocument::save() {
    const QString target = path();
    if (target.isEmpty()) {
        throw Error(ErrorKind::project, ss(tr("the project has no file yet")),
                    ss(tr("choose one with Save As")));
    }
    saveAs(target);
}

/// What the source is called in a project that is saved as `target`, relative to it. A project of
/// another name gets a source of its own, so that two projects never write to the same file.
QString ProjectDocument::sourceNameFor(const QString& target) const {
    QString file = qs(std::get<project::SourceFile>(m_project.source).path);
    if (target == path()) {
        return file;
    }
    const QFileInfo old(sourcePath());
    const QString former = old.completeBaseName();
    const QString wanted = QFileInfo(target).completeBaseName();
    // A folder of the project's goes along, one elsewhere stays behind.
    QString prefix;
    if (QFileInfo(file).isRelative() && !file.startsWith(QLatin1String("..")) &&
        file.contains(QLatin1Char('/'))) {
        prefix = file.left(file.lastIndexOf(QLatin1Char('/')) + 1);
    }
    const QDir folder(QFileInfo(target).absoluteDir().filePath(prefix));
    const bool sameFolder = QDir(old.absolutePath()) == folder;
    if (path().isEmpty() && sameFolder) {
        return old.fileName(); // a bare source becomes the project's
    }
    const bool named = former == QFileInfo(path()).completeBaseName();
    const QString stem = sameFolder || named ? wanted : former;
    const QString suffix = old.suffix().isEmpty() ? QStringLiteral("cu") : old.suffix();
    QString name = QStringLiteral("%1.%2").arg(stem, suffix);
    // Only the project's file was asked about: what else lies there is not overwritten.
    const auto isOthers = [&](const QString& candidate) {
        QFile there(folder.filePath(candidate));
        return there.open(QIODevice::ReadOnly) && QString::fromUtf8(there.readAll()) != m_source;
    };
    for (int i = 2; isOthers(name); ++i) {
        name = QStringLiteral("%1_%2.%3").arg(stem).arg(i).arg(suffix);
    }
    return prefix + name;
}

void ProjectDocument::saveAs(const QString& path) {
    const QString target = QFileInfo(path).absoluteFilePath();
    const QString folder = QFileInfo(target).absolutePath();
    if (m_project.readOnly && target == this->path()) {
        throw Error(ErrorKind::project,
                    ss(tr("the project was written by a newer version of Warpbench")),
                    ss(tr("save it under another name, which may lose what this version does not "
                          "know")));
    }
    project::Project saved = m_project;
    saved.readOnly = false;
    QString sourceTarget;
    if (hasSourceFile()) {
        const QString name = sourceNameFor(target);
        sourceTarget = QDir(folder).filePath(name);
        saved.source = project::SourceFile{ss(name)};
        QDir().mkpath(QFileInfo(sourceTarget).absolutePath());
    } else {
        saved.source = project::SourceText{ss(m_source)};
    }
    const bool writesSource = !sourceTarget.isEmpty() && !holds(sourceTarget, m_source);
    refuseReadOnly(target);
    if (writesSource) {
        refuseReadOnly(sourceTarget);
    }
    const QString oldFolder = qs(m_project.folder());
    for (const auto& buffer : saved.buffers) {
        copyBeside(oldFolder, folder, buffer.init.path);
        if (buffer.expect) {
            copyBeside(oldFolder, folder, buffer.expect->file);
        }
    }
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty()) {
        m_watcher.removePaths(watched); // our own writing is no news
    }
    try {
        if (writesSource) {
            writeText(sourceTarget, m_source);
        }
        project::saveProject(saved, pathOf(target));
    } catch (...) {
        watch();
        throw;
    }
    saved.file = pathOf(target);
    const bool moved = saved.source != m_project.source || saved.file != m_project.file;
    m_project = std::move(saved);
    m_savedSource = m_source;
    m_savedOnce = true;
    m_undo.setClean();
    watch();
    if (moved) {
        emit changed();
        m_wasDirty = true;
    }
    updateDirty();
}

void ProjectDocument::reloadSource() {
    const QString file = sourcePath();
    if (file.isEmpty()) {
        return;
    }
    m_source = readText(file);
    ++m_revision;
    m_savedSource = m_source;
    watch();
    emit sourceReplaced();
    updateDirty();
}

void ProjectDocument::restore(const QString& path, const QString& projectText,
                              const QString& source) {
    auto read = project::parseProject(ss(projectText), pathOf(path));
    if (path.isEmpty()) {
        read.project.file.clear();
    }
    replace(std::move(read.project), source, true);
}

QString ProjectDocument::path() const {
    return qs(m_project.file);
}

QString ProjectDocument::sourcePath() const {
    const auto* file = std::get_if<project::SourceFile>(&m_project.source);
    if (!file) {
        return {};
    }
    QString path = qs(file->path);
    if (QFileInfo(path).isAbsolute()) {
        return path;
    }
    return m_project.file.empty() ? QString() : QDir(qs(m_project.folder())).absoluteFilePath(path);
}

QString ProjectDocument::displayName() const {
    if (!m_project.name.empty()) {
        return qs(m_project.name);
    }
    const QString file = path().isEmpty() ? sourcePath() : path();
    return file.isEmpty() ? tr("Untitled") : QFileInfo(file).completeBaseName();
}

bool ProjectDocument::isDirty() const {
    return !m_savedOnce || !m_undo.isClean() || m_source != m_savedSource;
}

bool ProjectDocument::hasSourceFile() const {
    return std::holds_alternative<project::SourceFile>(m_project.source);
}

void ProjectDocument::watch() {
    if (const QStringList watched = m_watcher.files(); !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    for (const QString& file : {path(), sourcePath()}) {
        if (!file.isEmpty() && QFileInfo::exists(file)) {
            m_watcher.addPath(file);
        }
    }
}

void ProjectDocument::fileChanged(const QString& file) {
    // Editors replace files, and a file that was replaced is no longer watched.
    if (QFileInfo::exists(file) && !m_watcher.files().contains(file)) {
        m_watcher.addPath(file);
    }
    if (file != sourcePath()) {
        emit projectChangedOnDisk(file);
        return;
    }
    QFile now(file);
    if (now.open(QIODevice::ReadOnly) && QString::fromUtf8(now.readAll()) == m_source) {
        m_savedSource = m_source;
        updateDirty();
        return; // touched, or the very text that is here
    }
    emit sourceChangedOnDisk(file);
}

void ProjectDocument::updateDirty() {
    const bool dirty = isDirty();
    if (dirty != m_wasDirty) {
        m_wasDirty = dirty;
        emit dirtyChanged(dirty);
    }
}

} // namespace warpbench::ui
