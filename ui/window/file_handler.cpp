// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_handler.h"

#include "core/base/error.h"
#include "core/project/project_file.h"
#include "ui/commands/commit_pending.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/dialogs/copy_dialog.h"
#include "ui/dialogs/message.h"
#include "ui/dialogs/new_project_dialog.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/turns.h"
#include "ui/words/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>

#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kWritingMs = 100;    // longest pause between a program's steps to write a file
constexpr int kWidestFolder = 420; // pixels, of the list of recent files

/// The project next to a source that uses this source; empty: none.
QString projectOf(const QString& source) {
    const QFileInfo info(source);
    const QString suffix = info.suffix().toLower();
    if (suffix != QLatin1String("cu") && suffix != QLatin1String("cuh")) {
        return {};
    }
    const QString path =
        info.absoluteDir().filePath(info.completeBaseName() + QStringLiteral(".warpbench"));
    try {
        const auto read = project::readProject(pathOf(path));
        const auto* file = std::get_if<project::SourceFile>(&read.project.source);
        const bool its = file && QFileInfo(info.absoluteDir().filePath(qs(file->path))) == info;
        return its ? path : QString();
    } catch (const std::exception&) {
        return {}; // missing or unreadable; the source can still be opened
    }
}

/// Adds the suffix .warpbench if necessary. \returns nothing if the resulting file exists and the
/// user does not want to overwrite it
QString completed(const QString& path, QWidget* parent) {
    const QString ending = QStringLiteral(".warpbench");
    if (path.isEmpty() || path.endsWith(ending, Qt::CaseInsensitive)) {
        return path; // the dialog has asked
    }
    QString whole = path + ending;
    if (!QFileInfo::exists(whole)) {
        return whole;
    }
    QMessageBox box(
        QMessageBox::Warning, FileHandler::tr("Warpbench"),
        FileHandler::tr("“%1” already exists. Replace it?").arg(QFileInfo(whole).fileName()),
        QMessageBox::Yes | QMessageBox::No, parent);
    box.setObjectName(QStringLiteral("replaceBox"));
    box.setDefaultButton(QMessageBox::No);
    return box.exec() == QMessageBox::Yes ? whole : QString();
}

} // namespace

FileHandler::FileHandler(ProjectDocument& document, Banner& banner, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_banner(banner)
    , m_window(window) {
    connect(&m_banner, &Banner::actionTriggered, this, [this](int index) {
        const std::vector<Offer> offers = std::exchange(m_offers, {});
        withdraw();
        if (std::size_t(index) < offers.size() && offers[std::size_t(index)].action) {
            offers[std::size_t(index)].action();
        }
        if (m_banner.isHidden()) {
            offerRecovered(); // its message was replaced before it was answered
        }
    });
    connect(&m_banner, &Banner::dismissed, this, [this] {
        const auto dismiss = std::exchange(m_onDismiss, nullptr);
        withdraw();
        if (dismiss) {
            dismiss();
        } else {
            offerRecovered(); // not answered yet
        }
    });
    connectDocument();
}

void FileHandler::connectDocument() {
    m_changePause.setSingleShot(true);
    m_changePause.setInterval(kWritingMs);
    connect(&m_changePause, &QTimer::timeout, this, &FileHandler::lookAtChanges);
    connect(&m_document, &ProjectDocument::changedOnDisk, this, &FileHandler::fileChanged);
    connect(&m_document, &ProjectDocument::fileVanished, this, [this](const QString& path) {
        say(Banner::Kind::warning,
            tr("%1 was deleted or moved by another program. Saving writes it again.")
                .arg(QFileInfo(path).fileName()),
            {}, {}, path);
    });
    connect(&m_document, &ProjectDocument::filesAgree, this, [this](const QString& path) {
        m_changed.removeAll(path);
        endMessageAbout(path);
    });
}

void FileHandler::fileChanged(const QString& path) {
    if (!m_changed.contains(path)) {
        m_changed << path;
    }
    m_changePause.start();
}

void FileHandler::lookAtChanges() {
    for (const QString& path : std::exchange(m_changed, {})) {
        if (m_document.mayFollow(path)) {
            follow(path);
        } else if (path == m_document.path() || m_document.texts().find(path)) {
            sayChanged(path);
        }
    }
}

void FileHandler::follow(const QString& path) {
    try {
        if (path == m_document.sourcePath()) {
            m_document.reloadSource();
        } else {
            readAgain();
        }
    } catch (const Error&) {
        return sayChanged(path); // writing may continue
    }
    endMessageAbout(path);
    emit followed(path);
}

void FileHandler::sayChanged(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    say(Banner::Kind::warning,
        m_document.isDirty() ? tr("%1 was changed by another program or window. Your unsaved "
                                  "changes are not in it.")
                                   .arg(name)
                             : tr("%1 was changed by another program or window.").arg(name),
        {{tr("Rel&oad"), [this] { reload(); }},
         {tr("&Compare…"), [this] { resolve(m_document.changesOnDisk(), m_document.path()); }},
         {tr("&Keep Mine"), {}}},
        {}, path);
}

void FileHandler::say(Banner::Kind kind, const QString& text, std::vector<Offer> offers,
                      std::function<void()> onDismiss, const QString& about) {
    m_offers = std::move(offers);
    m_onDismiss = std::move(onDismiss);
    m_about = about;
    QStringList labels;
    for (const Offer& offer : m_offers) {
        labels << offer.label;
    }
    m_banner.showMessage(kind, text, labels);
}

void FileHandler::withdraw() {
    m_offers.clear();
    m_onDismiss = nullptr;
    m_about.clear();
    m_banner.hide();
}

void FileHandler::endMessageAbout(const QString& path) {
    if (path == m_about) {
        withdraw();
        offerRecovered();
    }
}

void FileHandler::forgetOpening() {
    if (m_about.isEmpty()) {
        withdraw();
    }
}

void FileHandler::markOpen() {
    if (!m_mark.take(m_document.path())) {
        say(Banner::Kind::warning,
            tr("This project is also open in another window. The window that saves second asks "
               "what to do with the other's changes."));
    }
}

/// \throws Error
void FileHandler::readAgain() {
    if (m_document.reload()) {
        takeTrust();
        withdraw();
        emit opened();
    }
}

void FileHandler::reload() {
    try {
        if (m_document.hasOtherSourceOnDisk() && m_document.isDirty() &&
            !askToReload(m_window, m_document.displayName(), m_document.unsavedNames())) {
            return;
        }
        readAgain();
    } catch (const Error& error) {
        showError(m_window, tr("The files could not be reloaded."), error);
    }
}

bool FileHandler::resolve(const std::vector<ProjectDocument::DiskChange>& changes,
                          const QString& target) {
    if (changes.empty()) {
        return true;
    }
    ConflictDialog dialog(changes, m_window);
    dialog.exec();
    switch (dialog.choice()) {
    case ConflictDialog::Choice::overwrite: {
        if (!target.isEmpty() || m_document.hasPlace()) {
            return saveTo(target);
        }
        const QString path = askForTarget();
        return !path.isEmpty() && saveTo(path);
    }
    case ConflictDialog::Choice::saveAs:
        return saveAs();
    case ConflictDialog::Choice::reload:
        withdraw();
        reload();
        return false;
    case ConflictDialog::Choice::cancel:
        break;
    }
    return false;
}

void FileHandler::newProject() {
    NewProjectDialog dialog(m_window);
    if (dialog.exec() == QDialog::Accepted) {
        newFromTemplate(dialog.chosen());
    }
}

void FileHandler::newFromTemplate(int index) {
    if (!mayLeave()) {
        return;
    }
    const ProjectTemplate& chosen = projectTemplates().at(std::size_t(index));
    withdraw();
    project::Project made = chosen.project;
    made.name.clear(); // the template's name is not the user's
    m_document.create(std::move(made), chosen.source);
    markOpen();
    emit opened();
}

void FileHandler::closeProject() {
    if (!mayLeave()) {
        return;
    }
    withdraw();
    m_document.create({}, {});
    markOpen();
    emit opened();
    emit closed();
}

void FileHandler::newWindow() {
    QProcess::startDetached(QCoreApplication::applicationFilePath(), {});
}

/// The folder of the open project, or the last one used, or that of the lessons, from which the
/// open project may come.
QString FileHandler::folderToOpenIn() const {
    const QString open = m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
    if (!open.isEmpty() && !isExample(open)) {
        return QFileInfo(open).absolutePath();
    }
    for (const QString& folder : {settings::lastFolder(), examplesFolder()}) {
        if (!folder.isEmpty() && QFileInfo(folder).isDir()) {
            return folder;
        }
    }
    return QDir::homePath();
}

void FileHandler::open() {
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open"), folderToOpenIn(),
        tr("Projects and CUDA sources (*.warpbench *.cu *.cuh);;All files (*)"));
    if (!path.isEmpty()) {
        openPath(path);
    }
}

bool FileHandler::openPath(const QString& path) {
    return openFile(path, false);
}

/// \param sourceAlone  opens a source without the project next to it
bool FileHandler::openFile(const QString& path, bool sourceAlone) {
    if (!mayLeave()) {
        return false;
    }
    if (m_window)
        paintInTurn(*m_window);
    const QString project = sourceAlone ? QString() : projectOf(path);
    const QString file = project.isEmpty() ? path : project;
    std::vector<Error> warnings;
    try {
        warnings = m_document.open(file);
    } catch (const Error& error) {
        showError(m_window, tr("“%1” could not be opened.").arg(QFileInfo(file).fileName()), error);
        return false;
    }
    takeTrust();
    settings::addRecentFile(file);
    if (!isExample(file)) {
        settings::setLastFolder(QFileInfo(file).absolutePath());
        setSaveFolder(QFileInfo(file).absolutePath());
    }
    withdraw();
    sayWhatWasOpened(path, warnings);
    markOpen();
    emit opened();
    if (m_banner.isHidden()) {
        offerRecovered(); // not answered yet
    }
    return true;
}

/// Asks about characters that a file's encoding lacks instead of replacing them.
bool FileHandler::agreeOnEncoding() {
    for (TextDocument* text : m_document.unwritable()) {
        const TextFormat format = text->format();
        const QString name =
            text->path().isEmpty() ? tr("The source") : QFileInfo(text->path()).fileName();
        QMessageBox box(
            QMessageBox::Warning, tr("Warpbench"),
            tr("%1 cannot be saved as %2: it now contains “%3”.")
                .arg(name, encodingName(format.encoding), firstUnwritable(text->text(), format)),
            QMessageBox::Cancel, m_window);
        box.setObjectName(QStringLiteral("encodingBox"));
        box.setInformativeText(
            tr("UTF-8 loses nothing, provided that the text on the screen is right."));
        const auto* convert = box.addButton(tr("Save as &UTF-8"), QMessageBox::AcceptRole);
        box.exec();
        if (box.clickedButton() != convert) {
            return false;
        }
        text->setFormat({});
    }
    return true;
}

/// \param path  empty: current files
bool FileHandler::saveTo(const QString& path) {
    if (!agreeOnEncoding()) {
        return false;
    }
    QStringList missing;
    try {
        if (path.isEmpty()) {
            m_document.save();
        } else {
            missing = m_document.saveAs(
                path, [this](const Companions& files, const QString& from, const QString& to) {
                    copyWithProgress(m_window, files, from, to);
                });
        }
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::cancelled) {
            return false; // already reported
        }
        return offerToSaveElsewhere(m_window, error) && saveAs();
    }
    withdraw();
    const QString file = m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
    if (!m_document.path().isEmpty()) {
        // A source opened on its own can read files around it, and keeps this permission when
        // saved.
        settings::setTrusted(file, m_document.project().mayLeaveFolder);
    }
    settings::addRecentFile(file);
    settings::setLastFolder(QFileInfo(file).absolutePath());
    setSaveFolder(QFileInfo(file).absolutePath());
    if (!missing.isEmpty()) {
        say(Banner::Kind::warning, tr("Saved, but this file of the project is missing: %1")
                                       .arg(missing.join(QStringLiteral(", "))));
    }
    markOpen();
    emit saved(file);
    return true;
}

bool FileHandler::save() {
    if (m_window) {
        commitPending(*m_window, m_document);
    }
    // An example is saved as the user's own project; the original stays unchanged.
    const QString known = m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
    if (!m_document.hasPlace() || m_document.isReadOnly() || isExample(known)) {
        return saveAs();
    }
    const auto changes = m_document.changesOnDisk();
    return changes.empty() ? saveTo(m_document.path()) : resolve(changes, m_document.path());
}

QString FileHandler::askForTarget() {
    const QString known = m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
    QString folder =
        known.isEmpty() || isExample(known) ? settings::lastFolder() : QFileInfo(known).path();
    if (folder.isEmpty() || !QFileInfo(folder).isDir() || !QFileInfo(folder).isWritable()) {
        folder = QDir::homePath(); // not among the lessons or in a read-only place
    }
    const QString name = known.isEmpty() ? fileNameFrom(m_document.displayName())
                                         : QFileInfo(known).completeBaseName();
    const bool isLesson = !known.isEmpty() && isExample(known);
    return completed(
        askWhereToSave(m_window,
                       isLesson ? tr("Save Your Copy of the Lesson") : tr("Save Project As"),
                       QDir(folder).filePath(name + QStringLiteral(".warpbench")),
                       tr("Warpbench projects (*.warpbench)")),
        m_window);
}

bool FileHandler::saveAs() {
    if (m_window) {
        commitPending(*m_window, m_document);
    }
    const QString path = askForTarget();
    if (path.isEmpty()) {
        return false;
    }
    // Files that keep their path may have been changed there.
    const auto changes = m_document.changesOnDisk(path);
    return changes.empty() ? saveTo(path) : resolve(changes, path);
}

bool FileHandler::mayLeave() {
    if (m_window) {
        commitPending(*m_window, m_document);
    }
    if (!m_document.isDirty()) {
        return true;
    }
    switch (askToSave(m_window, m_document.displayName(), m_document.unsavedNames())) {
    case SaveChoice::save:
        return save();
    case SaveChoice::discard:
        return true;
    case SaveChoice::cancel:
        break;
    }
    return false;
}

void FileHandler::fillRecentMenu(QMenu* menu) {
    menu->clear();
    const QStringList files = settings::recentFiles();
    for (const QString& file : files) {
        const QFileInfo info(file);
        const QString folder = menu->fontMetrics().elidedText(QDir::toNativeSeparators(info.path()),
                                                              Qt::ElideMiddle, kWidestFolder);
        // "&" would underline the next character.
        QAction* action = menu->addAction(QStringLiteral("%1   (%2)")
                                              .arg(info.fileName(), folder)
                                              .replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setStatusTip(QDir::toNativeSeparators(file));
        connect(action, &QAction::triggered, this, [this, file] { openPath(file); });
    }
    if (files.isEmpty()) {
        menu->addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    connect(menu->addAction(tr("&Clear This List")), &QAction::triggered, this,
            &settings::clearRecentFiles);
}

void FileHandler::fillExamplesMenu(QMenu* menu) {
    menu->clear();
    const auto examples = findExamples();
    for (const Example& example : examples) {
        connect(
            menu->addAction(QString(example.name).replace(QLatin1Char('&'), QStringLiteral("&&"))),
            &QAction::triggered, this, [this, path = example.path] { openPath(path); });
    }
    if (examples.empty()) {
        menu->addAction(tr("No examples are installed"))->setEnabled(false);
    }
}

} // namespace warpbench::ui
