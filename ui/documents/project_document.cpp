// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/project_document.h"

#include "core/base/path_text.h"
#include "core/compile/device_code.h"
#include "core/project/project_file.h"
#include "core/project/project_files.h"
#include "core/sources/source_scan.h"
#include "ui/documents/guess.h"
#include "ui/documents/program_copy.h"
#include "ui/words/question_words.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>
#include <QUndoCommand>

namespace warpbench::ui {

/// A step of the history stores the project before and after it. Projects are small, and this
/// cannot miss a change.
class EditCommand : public QUndoCommand {
  public:
    EditCommand(ProjectDocument& document, const QString& text, project::Project after,
                QString mergeKey)
        : QUndoCommand(text)
        , m_document(document)
        , m_before(document.project())
        , m_after(std::move(after))
        , m_mergeKey(std::move(mergeKey))
        , m_at(document.m_clock.elapsed()) {
        // Texts have their own histories.
        m_before.unsaved.clear();
        m_after.unsaved.clear();
    }

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
        setObsolete(m_after == m_before); // typed and undone
        return true;
    }

  private:
    static constexpr qint64 kMergePauseMs = 3000; ///< after a longer pause, a new step begins

    ProjectDocument& m_document;
    project::Project m_before;
    project::Project m_after;
    QString m_mergeKey;
    qint64 m_at; ///< time of its last change
};

namespace {

constexpr int kMaxSteps = 500; ///< of the history; each keeps the project before and after it

QByteArray bytesOf(const std::string& text) {
    return QByteArray::fromStdString(text);
}

/// A text that is not UTF-8 may look odd, but nothing is lost.
std::optional<Error> notUtf8(const TextFormat& format, const QString& path) {
    if (format.encoding != TextFormat::Encoding::latin1) {
        return std::nullopt;
    }
    return Error(ErrorKind::project,
                 {"WB3304",
                  "{file} is not UTF-8; it is shown as Latin-1, and saving keeps its bytes",
                  {},
                  {{"file", ss(QFileInfo(path).fileName())}}},
                 Place{ss(path)});
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
    connectTexts();
}

void ProjectDocument::connectTexts() {
    const ProjectText& source = m_texts.source();
    connect(&source, &TextDocument::replaced, this, &ProjectDocument::sourceReplaced);
    connect(&source, &TextDocument::edited, this, &ProjectDocument::sourceEdited);
    const auto takeUnsaved = [this] { m_project.unsaved = m_texts.unsaved(); };
    connect(&m_texts, &ProjectTexts::edited, this, [this, takeUnsaved] {
        takeUnsaved();
        emit headersEdited();
        updateDirty();
    });
    connect(&m_texts, &ProjectTexts::modifiedChanged, this, [this, takeUnsaved] {
        takeUnsaved();
        updateDirty();
    });
    connect(this, &ProjectDocument::changed, &m_texts, &ProjectTexts::projectChanged);
    connect(&m_texts, &ProjectTexts::changedOnDisk, this, &ProjectDocument::changedOnDisk);
    connect(&m_texts, &ProjectTexts::vanished, this, &ProjectDocument::fileVanished);
    connect(&m_texts, &ProjectTexts::filesAgree, this, &ProjectDocument::filesAgree);
    connect(&m_texts.watcher(), &FileWatch::changed, this, [this](const QString& file) {
        if (file == path()) {
            projectFileChanged();
        }
    });
    connect(&m_texts.watcher(), &FileWatch::gone, this, [this](const QString& file) {
        if (file == path()) {
            m_projectGone = true;
            updateDirty();
            emit fileVanished(file);
        }
    });
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
    // The path of the project and its source is not part of the history.
    const auto file = m_project.file;
    const auto source = m_project.source;
    const bool readOnly = m_project.readOnly;
    const bool mayLeaveFolder = m_project.mayLeaveFolder;
    auto unsaved = std::move(m_project.unsaved);
    m_project = project;
    project::renameDataFiles(m_project, m_movedData);
    m_project.file = file;
    m_project.source = source;
    m_project.readOnly = readOnly;
    m_project.mayLeaveFolder = mayLeaveFolder;
    m_project.editedData = pathOf(programsFolder());
    m_project.unsaved = std::move(unsaved);
    emit changed();
    updateDirty();
}

std::shared_ptr<void> ProjectDocument::holdEdit() {
    ++m_heldEdits;
    const auto release = [document = QPointer<ProjectDocument>(this)](void*) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [document] {
                if (document && --document->m_heldEdits == 0) {
                    emit document->editsFinished();
                }
            },
            Qt::QueuedConnection);
    };
    return {nullptr, release};
}

void ProjectDocument::finishEdits() {
    constexpr int kLongestWaitMs = 5000;
    if (m_heldEdits == 0) {
        return;
    }
    QEventLoop loop;
    connect(this, &ProjectDocument::editsFinished, &loop, &QEventLoop::quit);
    QTimer::singleShot(kLongestWaitMs, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
}

void ProjectDocument::setMayLeaveFolder(bool may) {
    if (may != m_project.mayLeaveFolder) {
        m_project.mayLeaveFolder = may;
        emit changed();
    }
}

void ProjectDocument::takeSetUp(const project::Project& made) {
    const auto absolute = [&](std::string& file) {
        if (!file.empty()) {
            file = utf8(made.folder() / pathFromUtf8(file));
        }
    };
    edit(tr("Take the Set-up of a Run"), [&](project::Project& project) {
        project.parameters = made.parameters;
        project.buffers = made.buffers;
        project.launches = made.launches;
        project.constants = made.constants;
        project.limits = made.limits;
        project.rounds = made.rounds;
        project.notes = made.notes;
        for (project::Buffer& buffer : project.buffers) {
            absolute(buffer.init.path);
        }
        for (auto& [symbol, constant] : project.constants) {
            absolute(constant.file);
        }
    });
    if (!m_questions.empty()) {
        m_questions.clear();
        emit questionsChanged();
    }
}

void ProjectDocument::setSource(const QString& source) {
    m_texts.source().setText(source);
}

void ProjectDocument::replace(project::Project project, const QString& source,
                              const FileState& files, bool dirty,
                              std::vector<guess::Question> questions) {
    m_replacing = true;
    m_undo.clear();
    m_movedData.clear();
    m_questions = std::move(questions);
    m_project = std::move(project);
    m_project.editedData = pathOf(programsFolder());
    m_savedOnce = !dirty;
    m_projectHash = files.project;
    m_projectGone = false;
    m_texts.restart(pathOfSource(), {source, files.format}, files.source);
    m_replacing = false;
    emit changed();
    emit questionsChanged();
    m_wasDirty = !isDirty(); // makes listeners update the name in any case
    updateDirty();
}

void ProjectDocument::answerQuestion(std::size_t index) {
    if (index < m_questions.size()) {
        m_questions.erase(m_questions.begin() + std::ptrdiff_t(index));
        emit questionsChanged();
    }
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
        const DecodedText text = decodedOrError(bytes, absolute);
        files.format = text.format;
        files.source = TextDocument::hashOf(bytes);
        project::Project project = project::projectForSource(pathOf(absolute));
        project.file.clear();
        // Until the project is saved, its source has an absolute path.
        project.source = project::SourceFile{ss(absolute)};
        compile::CompileRequest program;
        program.source = ss(text.text);
        program.fileName = ss(absolute);
        guess::ProgramGuess guess = guess::guessSetUp(project, program);
        project = std::move(guess.project);
        if (guess.wroteNotes)
            project.notes = ss(questionNotes(guess.questions));
        replace(std::move(project), text.text, files, false, std::move(guess.questions));
        const auto warning = notUtf8(files.format, absolute);
        return warning ? std::vector<Error>{*warning} : std::vector<Error>{};
    }
    auto read = project::parseProject(std::string_view(bytes.data(), std::size_t(bytes.size())),
                                      pathOf(absolute));
    files.project = TextDocument::hashOf(bytes);
    const auto* file = std::get_if<project::SourceFile>(&read.project.source);
    if (file && compile::isBinary(compile::sourceKindOf(file->path))) {
        throw Error(ErrorKind::project,
                    {"WB3305", "the source is machine code, which is no text to show",
                     "run it with warpbench-cli, or give the project PTX"},
                    Place{ss(absolute), 0, 0});
    }
    const QByteArray sourceBytes = bytesOf(project::sourceBytes(read.project));
    QString source = qs(sourceBytes.toStdString());
    if (std::holds_alternative<project::SourceFile>(read.project.source)) {
        DecodedText text = decodedOrError(sourceBytes, absolute);
        source = std::move(text.text);
        files.format = text.format;
        files.source = TextDocument::hashOf(sourceBytes);
    }
    const QString shown = qs(read.project.file);
    replace(std::move(read.project), source, files, false);
    if (const auto warning = notUtf8(files.format, hasSourceFile() ? sourcePath() : shown)) {
        read.warnings.push_back(*warning);
    }
    return std::move(read.warnings);
}

std::vector<ProjectDocument::DiskChange> ProjectDocument::changesOnDisk() const {
    return changesOnDisk(path());
}

std::vector<ProjectDocument::DiskChange>
ProjectDocument::changesOnDisk(const QString& target) const {
    std::vector<DiskChange> changes;
    const QString file = target.isEmpty() ? target : QFileInfo(target).absoluteFilePath();
    project::Project saved = m_project;
    if (!hasSourceFile()) {
        saved.source = project::SourceText{ss(source())};
    }
    const QByteArray ours = bytesOf(project::writeProject(saved));
    const auto there = file == path() ? readIfThere(path()) : std::nullopt;
    if (there && !m_projectHash.isEmpty() && *there != ours &&
        TextDocument::hashOf(*there) != m_projectHash) {
        const auto theirs = decodeText(*there);
        changes.push_back({path(), theirs ? theirs->text : QString(),
                           decodeText(ours).value_or(DecodedText{}).text});
    }
    for (const ProjectText* text : m_texts.toSave()) {
        if (auto change = keepsPath(*text, file) ? text->changeOnDisk() : std::nullopt) {
            changes.push_back(std::move(*change));
        }
    }
    return changes;
}

void ProjectDocument::reloadSource() {
    if (!sourcePath().isEmpty()) {
        m_texts.source().reload();
        m_texts.watch();
        updateDirty();
    }
}

/// Those that another program changed: unsaved changes of the others are still wanted.
void ProjectDocument::reloadTexts() {
    for (ProjectText* text : m_texts.toSave()) {
        if (text->changeOnDisk()) {
            text->reload();
        }
    }
    m_texts.watch();
    updateDirty();
}

/// Whether the contents belong to the open project, which means that the source is the same.
bool ProjectDocument::isSameProject(const project::Project& other) const {
    const bool here = other.source.index() == m_project.source.index() &&
                      (!hasSourceFile() || other.source == m_project.source);
    return here && other.readOnly == m_project.readOnly;
}

bool ProjectDocument::hasOtherSourceOnDisk() const {
    return !path().isEmpty() && !isSameProject(project::readProject(pathOf(path())).project);
}

bool ProjectDocument::reload() {
    if (path().isEmpty()) {
        reloadTexts();
        return false;
    }
    const QByteArray bytes = bytesOf(project::readTextFile(pathOf(path())));
    auto read = project::parseProject(std::string_view(bytes.data(), std::size_t(bytes.size())),
                                      pathOf(path()));
    if (!isSameProject(read.project)) {
        open(path()); // undo is not possible
        return true;
    }
    const QByteArray hash = TextDocument::hashOf(bytes);
    if (m_projectHash != hash || !isDirty()) {
        edit(tr("Reload"), [&](project::Project& p) { p = read.project; });
        m_projectHash = hash;
        m_savedOnce = true;
        if (const auto* inside = std::get_if<project::SourceText>(&read.project.source)) {
            ProjectText& text = m_texts.source();
            text.takeOver(qs(inside->text), text.format(), text.hash());
        }
        m_undo.setClean();
    }
    reloadTexts();
    return false;
}

void ProjectDocument::restore(const QString& path, const QString& projectText,
                              const QString& source, const FileState& files) {
    auto read = project::parseProject(ss(projectText), pathOf(path));
    if (path.isEmpty()) {
        read.project.file.clear();
    }
    replace(std::move(read.project), source, files, true);
}

QString ProjectDocument::path() const {
    return qs(m_project.file);
}

/// Where the project says that it is.
QString ProjectDocument::pathOfSource() const {
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
    return !m_savedOnce || !m_undo.isClean() || m_projectGone || !m_texts.modified().empty();
}

bool ProjectDocument::hasSourceFile() const {
    return std::holds_alternative<project::SourceFile>(m_project.source);
}

bool ProjectDocument::mayFollow(const QString& file) const {
    return file == path() ? !isDirty() : file == sourcePath() && !m_texts.source().isTyped();
}

QStringList ProjectDocument::unsavedNames() const {
    QStringList names;
    const bool inside = !hasSourceFile() && m_texts.source().isModified();
    if (!m_savedOnce || !m_undo.isClean() || inside || m_projectGone) {
        names << (path().isEmpty() ? tr("the project") : QFileInfo(path()).fileName());
    }
    for (const auto& text : m_texts.all()) {
        const bool unsaved = text->isModified() || (text->isSource() && !m_savedOnce);
        if (unsaved && !text->path().isEmpty()) {
            names << QFileInfo(text->path()).fileName();
        }
    }
    return names;
}

std::vector<ProjectText*> ProjectDocument::unwritable() const {
    std::vector<ProjectText*> texts = m_texts.toSave();
    std::erase_if(texts, [](const ProjectText* text) {
        return firstUnwritable(text->text(), text->format()).isEmpty();
    });
    return texts;
}

void ProjectDocument::projectFileChanged() {
    m_projectGone = false;
    updateDirty();
    if (const auto now = readIfThere(path())) {
        if (TextDocument::hashOf(*now) == m_projectHash) {
            emit filesAgree(path()); // touched, or recreated with the same contents
        } else {
            emit changedOnDisk(path());
        }
    }
}

void ProjectDocument::updateDirty() {
    if (m_replacing) {
        return;
    }
    const bool dirty = isDirty();
    if (dirty != m_wasDirty) {
        m_wasDirty = dirty;
        emit dirtyChanged(dirty);
    }
}

} // namespace warpbench::ui
