// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_handler.h"

#include "core/base/error.h"
#include "ui/dialogs/message.h"
#include "ui/dialogs/new_project_dialog.h"
#include "ui/dialogs/settings.h"
#include "ui/dialogs/templates.h"
#include "ui/models/guess.h"
#include "ui/models/text.h"
#include "ui/theme/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>

#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kWidestFolder = 420; // pixels, of the list of recent files

/// A warning of the reader as a banner has it: the file is the one that was just opened.
QString warningText(const Error& warning) {
    const QString text = qs(warning.what()) + QLatin1Char('.');
    return warning.place().line > 0
               ? FileHandler::tr("Line %1: %2").arg(warning.place().line).arg(text)
               : text;
}

} // namespace

FileHandler::FileHandler(ProjectDocument& document, Banner& banner, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_banner(banner)
    , m_window(window) {
    connect(&m_banner, &Banner::actionTriggered, this, [this] {
        const auto action = std::exchange(m_onAction, nullptr);
        withdraw();
        if (action) {
            action();
        }
    });
    connect(&m_banner, &Banner::dismissed, this, [this] {
        const auto dismiss = std::exchange(m_onDismiss, nullptr);
        withdraw();
        if (dismiss) {
            dismiss();
        }
    });
    connect(&document, &ProjectDocument::sourceChangedOnDisk, this, [this](const QString& path) {
        say(Banner::Kind::warning,
            tr("%1 was changed by another program.").arg(QFileInfo(path).fileName()),
            tr("Rel&oad it"), [this] {
                try {
                    m_document.reloadSource();
                } catch (const Error& error) {
                    showError(m_window, tr("The source could not be read."), error);
                }
            });
    });
    connect(&document, &ProjectDocument::projectChangedOnDisk, this, [this](const QString& path) {
        say(Banner::Kind::warning,
            tr("%1 was changed by another program. Saving overwrites that.")
                .arg(QFileInfo(path).fileName()),
            tr("&Open it anew"), [this, path] { openPath(path); });
    });
}

void FileHandler::say(Banner::Kind kind, const QString& text, const QString& action,
                      std::function<void()> onAction, std::function<void()> onDismiss) {
    m_onAction = std::move(onAction);
    m_onDismiss = std::move(onDismiss);
    m_banner.showMessage(kind, text, action);
}

void FileHandler::withdraw() {
    m_onAction = nullptr;
    m_onDismiss = nullptr;
    m_banner.hide();
}

void FileHandler::newProject() {
    NewProjectDialog dialog(m_window);
    if (dialog.exec() != QDialog::Accepted || !mayLeave()) {
        return;
    }
    const ProjectTemplate& chosen = dialog.chosen();
    withdraw();
    m_document.create(chosen.project, chosen.source);
    emit opened();
}

void FileHandler::open() {
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open"), settings::lastFolder(),
        tr("Projects and CUDA sources (*.warpbench *.cu *.cuh);;All files (*)"));
    if (!path.isEmpty()) {
        openPath(path);
    }
}

bool FileHandler::openPath(const QString& path) {
    if (!mayLeave()) {
        return false;
    }
    std::vector<Error> warnings;
    try {
        warnings = m_document.open(path);
    } catch (const Error& error) {
        showError(m_window, tr("“%1” could not be opened.").arg(QFileInfo(path).fileName()), error);
        return false;
    }
    settings::addRecentFile(path);
    if (!isExample(path)) {
        settings::setLastFolder(QFileInfo(path).absolutePath());
        setSaveFolder(QFileInfo(path).absolutePath());
    }
    withdraw();
    if (m_document.path().isEmpty()) {
        // A bare source: make its kernels ready to run.
        const auto kernels = compile::scanKernels(ss(m_document.source()));
        m_document.edit(tr("Guess launches from the source"), [&](project::Project& p) {
            for (const auto& kernel : kernels) {
                addLaunch(p, kernel);
            }
        });
        say(Banner::Kind::info,
            kernels.empty()
                ? tr("No kernel found in this source: write one, then add a launch.")
                : tr("Buffers and launch were guessed from the kernel's parameters. Check them at "
                     "the left; Save keeps them in a project file."));
    } else if (m_document.isReadOnly()) {
        sayReadOnly();
    } else if (!warnings.empty()) {
        QStringList lines;
        for (const Error& warning : warnings) {
            lines << warningText(warning);
        }
        say(Banner::Kind::warning, lines.join(QLatin1Char('\n')));
    }
    emit opened();
    if (m_banner.isHidden()) {
        offerRecovered(); // still to be answered
    }
    return true;
}

void FileHandler::sayReadOnly() {
    say(Banner::Kind::warning,
        tr("This project was written by a newer version of Warpbench. It can be "
           "looked at and run, but not saved in its place."));
}

bool FileHandler::saveTo(const QString& path) {
    try {
        m_document.saveAs(path);
    } catch (const Error& error) {
        showError(m_window, tr("The project could not be saved."), error);
        return false;
    }
    withdraw();
    settings::addRecentFile(path);
    settings::setLastFolder(QFileInfo(path).absolutePath());
    setSaveFolder(QFileInfo(path).absolutePath());
    return true;
}

bool FileHandler::save() {
    // An example is saved as the user's own project; the lesson stays as it is.
    const bool elsewhere =
        m_document.path().isEmpty() || m_document.isReadOnly() || isExample(m_document.path());
    return elsewhere ? saveAs() : saveTo(m_document.path());
}

bool FileHandler::saveAs() {
    const QString known = m_document.path().isEmpty() ? m_document.sourcePath() : m_document.path();
    const QString folder =
        known.isEmpty() || isExample(known) ? settings::lastFolder() : QFileInfo(known).path();
    const QString name =
        known.isEmpty()
            ? m_document.displayName().toLower().replace(QLatin1Char(' '), QLatin1Char('_'))
            : QFileInfo(known).completeBaseName();
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Save Project As"), QDir(folder).filePath(name + QStringLiteral(".warpbench")),
        tr("Warpbench projects (*.warpbench)"));
    if (path.isEmpty()) {
        return false;
    }
    if (QFileInfo(path).suffix().isEmpty()) {
        path += QStringLiteral(".warpbench");
    }
    return saveTo(path);
}

bool FileHandler::mayLeave() {
    if (!m_document.isDirty()) {
        return true;
    }
    switch (askToSave(m_window, m_document.displayName())) {
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
        // "&" would underline the next letter.
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

void FileHandler::startRecovery() {
    m_recovery = std::make_unique<Recovery>(m_document);
    m_leftBehind = m_recovery->leftBehind();
    offerRecovered();
}

void FileHandler::offerRecovered() {
    if (m_leftBehind.empty()) {
        return;
    }
    const Recovery::Entry entry = m_leftBehind.front();
    const auto answered = [this, entry] {
        std::erase_if(m_leftBehind, [&](const auto& other) { return other.file == entry.file; });
    };
    say(
        Banner::Kind::info,
        tr("Unsaved work on “%1” was kept when Warpbench ended unexpectedly (%2). Closing this "
           "message deletes it.")
            .arg(entry.name, QLocale().toString(entry.time.toLocalTime(), QLocale::ShortFormat)),
        tr("Res&tore it"),
        [this, entry, answered] {
            if (mayLeave()) {
                answered();
                restoreWork(entry);
            }
            offerRecovered();
        },
        [this, entry, answered] {
            answered();
            Recovery::discard(entry);
            offerRecovered();
        });
}

void FileHandler::restoreWork(const Recovery::Entry& entry) {
    try {
        m_document.restore(entry.path, entry.projectText, entry.source);
        m_recovery->writeNow();
        Recovery::discard(entry);
        emit opened();
    } catch (const Error& error) {
        showError(m_window, tr("The unsaved work could not be restored."), error);
    }
}

} // namespace warpbench::ui
