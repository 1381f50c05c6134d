// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/project_document.h"

#include "core/compile/source_scan.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "ui/models/companions.h"
#include "ui/models/guess.h"
#include "ui/models/text.h"

#include <QCryptographicHash>
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
        , m_mergeKey(std::move(mergeKey))
        , m_at(document.m_clock.elapsed()) {}

    void undo() override { m_document.assign(m_before); }
    void redo() override { m_document.assign(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_mergeKey != m_mergeKey || next->m_at - m_at > kMergePauseMs) {
            return false;
        }
        m_after = next->m_after;
        m_at = next->m_at;
        setObsolete(m_after == m_before); // typed and taken back
        return true;
    }

  private:
    static constexpr qint64 kMergePauseMs = 3000; ///< who stops so long begins a new step

    ProjectDocument& m_document;
    project::Project m_before;
    project::Project m_after;
    QString m_mergeKey;
    qint64 m_at; ///< of the last change in it
};

namespace {

Error cannotWrite(const QString& path, const QString& why) {
    return Error(ErrorKind::project, ss(QObject::tr("cannot write the file: %1").arg(why)),
                 ss(QObject::tr("choose another folder with Save As")), Place{ss(path), 0, 0});
}

constexpr int kMaxSteps = 500; ///< of the history; each keeps the project before and after it

QByteArray hashOf(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
}

QByteArray bytesOf(const std::string& text) {
    return QByteArray::fromStdString(text);
}

/// \returns nothing where there is no such file
std::optional<QByteArray> readIfThere(const QString& path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    return file.readAll();
}

DecodedText decoded(const QByteArray& bytes, const QString& path) {
    auto text = decodeText(bytes);
    if (!text) {
        throw Error(ErrorKind::project,
                    ss(ProjectDocument::tr("this is not a text: it holds bytes that are zero")),
                    ss(ProjectDocument::tr("name a CUDA source")), Place{ss(path)});
    }
    return std::move(*text);
}

/// A text that could not be read as UTF-8 may look odd; nothing of it is lost.
std::optional<Error> notUtf8(const TextFormat& format, const QString& path) {
    if (format.encoding != TextFormat::Encoding::latin1) {
        return std::nullopt;
    }
    return Error(ErrorKind::project,
                 ss(ProjectDocument::tr("%1 is not UTF-8; it is shown as Latin-1, and saving keeps "
                                        "its bytes")
                        .arg(QFileInfo(path).fileName())),
                 {}, Place{ss(path)});
}

void writeBytes(const QString& path, const QByteArray& bytes) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
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

bool isSourceSuffix(const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("cu") || suffix == QLatin1String("cuh") ||
           suffix == QLatin1String("cpp") || suffix == QLatin1String("c");
}

} // namespace

ProjectDocument::ProjectDocument(QObject* parent)
    : QObject(parent) {
    m_clock.start();
    m_undo.setUndoLimit(kMaxSteps);
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this] { updateDirty(); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &ProjectDocument::fileChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this,
            &ProjectDocument::folderChanged);
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
    // Where the project and its source lie is no part of its history.
    const auto file = m_project.file;
    const auto source = m_project.source;
    const bool readOnly = m_project.readOnly;
    const bool mayLeaveFolder = m_project.mayLeaveFolder;
    m_project = project;
    m_project.file = file;
    m_project.source = source;
    m_project.readOnly = readOnly;
    m_project.mayLeaveFolder = mayLeaveFolder;
    emit changed();
    updateDirty();
}

void ProjectDocument::setMayLeaveFolder(bool may) {
    if (may != m_project.mayLeaveFolder) {
        m_project.mayLeaveFolder = may;
        emit changed();
    }
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

void ProjectDocument::replace(project::Project project, const QString& source,
                              const FileState& files, bool dirty) {
    m_undo.clear();
    m_project = std::move(project);
    m_source = source;
    ++m_revision;
    m_savedSource = source;
    m_savedOnce = !dirty;
    m_files = files;
    watch();
    emit sourceReplaced();
    emit changed();
    m_wasDirty = !isDirty(); // so that listeners hear of the new name in any case
    updateDirty();
}

void ProjectDocument::create(project::Project project, const QString& source) {
    project.source = project::SourceText{ss(source)};
    project.file.clear();
    replace(std::move(project), source, {}, false);
}

std::vector<Error> ProjectDocument::open(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const QByteArray bytes = bytesOf(project::readTextFile(pathOf(absolute)));
    FileState files;
    if (isSourceSuffix(absolute)) {
        const DecodedText text = decoded(bytes, absolute);
        files.format = text.format;
        files.source = hashOf(bytes);
        project::Project project = project::projectForSource(pathOf(absolute));
        project.file.clear();
        // Until the project is saved, its source is named by its whole path.
        project.source = project::SourceFile{ss(absolute)};
        compile::CompileRequest program;
        program.source = ss(text.text);
        program.fileName = ss(absolute);
        guess::ProgramGuess guess = guess::guessSetUp(std::move(project), program);
        project = std::move(guess.project);
        m_questions.clear();
        for (const std::string& question : guess.questions) {
            m_questions << qs(question);
        }
        replace(std::move(project), text.text, files, false);
        const auto warning = notUtf8(files.format, absolute);
        return warning ? std::vector<Error>{*warning} : std::vector<Error>{};
    }
    auto read = project::parseProject(std::string_view(bytes.data(), std::size_t(bytes.size())),
                                      pathOf(absolute));
    files.project = hashOf(bytes);
    const QByteArray sourceBytes = bytesOf(project::sourceText(read.project));
    QString source = qs(sourceBytes.toStdString());
    if (std::holds_alternative<project::SourceFile>(read.project.source)) {
        DecodedText text = decoded(sourceBytes, absolute);
        source = std::move(text.text);
        files.format = text.format;
        files.source = hashOf(sourceBytes);
    }
    const QString file = qs(read.project.file);
    replace(std::move(read.project), source, files, false);
    if (const auto warning = notUtf8(files.format, hasSourceFile() ? sourcePath() : file)) {
        read.warnings.push_back(*warning);
    }
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
/// \param bytes  what will be written: a file that holds just these may be taken
QString ProjectDocument::sourceNameFor(const QString& target, const QByteArray& bytes) const {
    const auto* known = std::get_if<project::SourceFile>(&m_project.source);
    const QString file = known ? qs(known->path) : QString();
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
    const bool sameFolder = known && QDir(old.absolutePath()) == folder;
    if (path().isEmpty() && sameFolder) {
        return old.fileName(); // a bare source becomes the project's
    }
    const bool named = !known || former == QFileInfo(path()).completeBaseName();
    const QString stem = sameFolder || named ? wanted : former;
    const QString suffix = old.suffix().isEmpty() ? QStringLiteral("cu") : old.suffix();
    QString name = QStringLiteral("%1.%2").arg(stem, suffix);
    // Only the project's file was asked about: what else lies there is not overwritten.
    const auto isOthers = [&](const QString& candidate) {
        const auto there = readIfThere(folder.filePath(candidate));
        return there && *there != bytes;
    };
    for (int i = 2; isOthers(name); ++i) {
        name = QStringLiteral("%1_%2.%3").arg(stem).arg(i).arg(suffix);
    }
    return prefix + name;
}

QByteArray ProjectDocument::encodedSource() const {
    auto bytes = encodeText(m_source, m_files.format);
    if (!bytes) {
        throw Error(ErrorKind::project,
                    ss(tr("the source is kept as %1, which has no “%2”")
                           .arg(encodingName(m_files.format.encoding),
                                firstUnwritable(m_source, m_files.format))),
                    ss(tr("take that letter out, or save the source as UTF-8")),
                    Place{ss(sourcePath())});
    }
    return std::move(*bytes);
}

QStringList ProjectDocument::saveAs(const QString& path) {
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
    const QByteArray bytes = encodedSource();
    QString sourceTarget;
    // A new project gets a source that can be handed on; one that has its source inside keeps it.
    if (hasSourceFile() || this->path().isEmpty()) {
        const QString name = sourceNameFor(target, bytes);
        sourceTarget = QDir(folder).filePath(name);
        saved.source = project::SourceFile{ss(name)};
    } else {
        saved.source = project::SourceText{ss(m_source)};
    }
    const bool writesSource = !sourceTarget.isEmpty() && readIfThere(sourceTarget) != bytes;
    refuseReadOnly(target);
    if (writesSource) {
        refuseReadOnly(sourceTarget);
    }
    const QString oldFolder = !this->path().isEmpty() ? QFileInfo(this->path()).absolutePath()
                              : hasSourceFile()       ? QFileInfo(sourcePath()).absolutePath()
                                                      : QString();
    Companions companions;
    if (!oldFolder.isEmpty() && QDir(oldFolder) != QDir(folder)) {
        companions = companionsOf(m_project, oldFolder, m_source, sourcePath());
        copyCompanions(companions, oldFolder, folder);
    }
    stopWatching(); // our own writing is no news
    const std::string text = project::writeProject(saved);
    try {
        if (writesSource) {
            QDir().mkpath(QFileInfo(sourceTarget).absolutePath());
            const bool here = sourceTarget == sourcePath();
            writeBytes(sourceTarget, bytes);
            if (here) {
                m_files.source = hashOf(bytes);
            }
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
    m_files.project = hashOf(bytesOf(text));
    m_files.source = sourceTarget.isEmpty() ? QByteArray() : hashOf(bytes);
    m_undo.setClean();
    watch();
    if (moved) {
        emit changed();
        m_wasDirty = true;
    }
    updateDirty();
    return companions.missing;
}

std::vector<ProjectDocument::DiskChange> ProjectDocument::changesOnDisk() const {
    std::vector<DiskChange> changes;
    const auto look = [&](const QString& path, const QByteArray& known, const QByteArray& ours) {
        const auto there = readIfThere(path);
        if (there && !known.isEmpty() && hashOf(*there) != known && *there != ours) {
            const auto theirs = decodeText(*there);
            changes.push_back({path, theirs ? theirs->text : QString(),
                               decodeText(ours).value_or(DecodedText{}).text});
        }
    };
    project::Project saved = m_project;
    if (!hasSourceFile()) {
        saved.source = project::SourceText{ss(m_source)};
    }
    look(path(), m_files.project, bytesOf(project::writeProject(saved)));
    if (hasSourceFile()) {
        const TextFormat asIs =
            firstUnwritable(m_source, m_files.format).isEmpty() ? m_files.format : TextFormat{};
        look(sourcePath(), m_files.source, encodeText(m_source, asIs).value_or(QByteArray()));
    }
    return changes;
}

void ProjectDocument::reloadSource() {
    const QString file = sourcePath();
    if (file.isEmpty()) {
        return;
    }
    const QByteArray bytes = bytesOf(project::readTextFile(pathOf(file)));
    DecodedText text = decoded(bytes, file);
    m_files.format = text.format;
    m_files.source = hashOf(bytes);
    m_savedSource = text.text;
    watch();
    if (text.text != m_source) {
        m_source = std::move(text.text);
        ++m_revision;
        emit sourceReloaded();
        emit sourceEdited();
    }
    updateDirty();
}

void ProjectDocument::reload() {
    if (path().isEmpty()) {
        reloadSource();
        return;
    }
    const QByteArray bytes = bytesOf(project::readTextFile(pathOf(path())));
    auto read = project::parseProject(std::string_view(bytes.data(), std::size_t(bytes.size())),
                                      pathOf(path()));
    const bool here = read.project.source.index() == m_project.source.index() &&
                      (!hasSourceFile() || read.project.source == m_project.source);
    if (!here || read.project.readOnly != m_project.readOnly) {
        open(path()); // another source: there is nothing to go back to
        return;
    }
    QString text = m_source;
    if (const auto* inside = std::get_if<project::SourceText>(&read.project.source)) {
        text = qs(inside->text);
    }
    edit(tr("Reload"), [&](project::Project& p) { p = read.project; });
    m_files.project = hashOf(bytes);
    m_savedOnce = true;
    if (hasSourceFile()) {
        reloadSource();
    } else {
        m_savedSource = text;
        if (text != m_source) {
            m_source = text;
            ++m_revision;
            emit sourceReloaded();
            emit sourceEdited();
        }
    }
    m_undo.setClean();
    updateDirty();
}

void ProjectDocument::restore(const QString& path, const QString& projectText,
                              const QString& source, const FileState& files) {
    auto read = project::parseProject(ss(projectText), pathOf(path));
    if (path.isEmpty()) {
        read.project.file.clear();
    }
    replace(std::move(read.project), source, files, true);
}

void ProjectDocument::setFormat(const TextFormat& format) {
    m_files.format = format;
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

QStringList ProjectDocument::files() const {
    QStringList files{path(), sourcePath()};
    files.removeAll(QString());
    return files;
}

void ProjectDocument::stopWatching() {
    if (const QStringList watched = m_watcher.files() + m_watcher.directories();
        !watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
}

void ProjectDocument::watch() {
    stopWatching();
    for (const QString& file : files()) {
        if (QFileInfo::exists(file)) {
            m_watcher.addPath(file);
        }
        // A file that is gone can come back, and only its folder tells.
        if (const QString folder = QFileInfo(file).absolutePath(); QFileInfo::exists(folder)) {
            m_watcher.addPath(folder);
        }
    }
}

void ProjectDocument::folderChanged() {
    const QStringList watched = m_watcher.files();
    for (const QString& file : files()) {
        if (!watched.contains(file) && QFileInfo::exists(file)) {
            fileChanged(file);
        }
    }
}

void ProjectDocument::fileChanged(const QString& file) {
    // Editors replace files, and a file that was replaced is no longer watched.
    if (QFileInfo::exists(file) && !m_watcher.files().contains(file)) {
        m_watcher.addPath(file);
    }
    const auto now = readIfThere(file);
    if (!now) {
        if (files().contains(file) && !QFileInfo::exists(file)) {
            emit fileVanished(file);
        }
        return;
    }
    const bool isSource = file == sourcePath();
    QByteArray& known = isSource ? m_files.source : m_files.project;
    const QByteArray hash = hashOf(*now);
    if (hash == known) {
        emit filesAgree(file); // touched, or made again as it was
        return;
    }
    if (!isSource) {
        emit projectChangedOnDisk(file);
        return;
    }
    if (const auto text = decodeText(*now); text && text->text == m_source) {
        known = hash; // the very text that is here
        m_files.format = text->format;
        m_savedSource = m_source;
        updateDirty();
        emit filesAgree(file);
        return;
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
