// SPDX-License-Identifier: GPL-3.0-or-later
// Messages and questions about a newly opened file.
#include "core/base/error.h"
#include "core/guess/neighbours.h"
#include "core/project/project_files.h"
#include "core/sources/source_scan.h"
#include "core/toolkit/toolkit.h"
#include "ui/dialogs/settings.h"
#include "ui/theme/key_names.h"
#include "ui/window/file_handler.h"
#include "ui/words/error_words.h"
#include "ui/words/host_code_note.h"
#include "ui/words/text.h"

#include <QFileInfo>

namespace warpbench::ui {

namespace {

/// A reader's warning as banner text, without the file, which was just opened.
QString warningText(const Error& warning) {
    const QString text = errorInWords(warning) + QLatin1Char('.');
    return warning.place().line > 0
               ? FileHandler::tr("Line %1: %2").arg(warning.place().line).arg(text)
               : text;
}

/// Whether the source is a complete program and nvcc is available to build it.
bool canBeRun(const QString& source) {
    return compile::definesMain(ss(source)) &&
           !compile::toolkitProgram("nvcc", compile::ToolkitSearch::ofThisMachine()).empty();
}

QString noKernelText(const QString& source) {
    QStringList others;
    for (const std::string& name : guess::neighboursWithKernels(pathOf(source))) {
        others << qs(name);
    }
    return others.isEmpty()
               ? FileHandler::tr("No kernel found in this source: write one, then add a launch.")
               : FileHandler::tr("No kernel found in this source: they are in %1. Open that, or "
                                 "write one here and add a launch.")
                     .arg(others.join(QStringLiteral(", ")));
}

} // namespace

/// \param asked  the path the user chose, which may be the source of the opened project
void FileHandler::sayWhatWasOpened(const QString& asked, const std::vector<Error>& warnings) {
    QStringList lines;
    const bool bare = m_document.path().isEmpty();
    if (bare) {
        lines << (m_document.project().launches.empty() ? noKernelText(asked)
                  : canBeRun(m_document.source())
                      ? tr("Buffers and launches were guessed from the source. Run the program for "
                           "exact ones, if you trust it: it runs with your rights.")
                      : tr("Buffers and launches were guessed from the source. Check them at the "
                           "left; Save As keeps them in a project file."));
        if (!hostPartsOf(ss(m_document.source())).empty()) {
            lines.last() += QLatin1Char(' ') +
                            KeyNames::instance().filledIn(
                                tr("Grey lines are host code. Run launches only the kernels; Run "
                                   "Whole Program ({runProgram}) also runs the host code."));
        }
        if (const int count = int(m_document.questions().size()); count > 0) {
            lines << tr(
                "Check %n point(s) on the left, under Launch: the program leaves them open.",
                nullptr, count);
        }
    }
    for (const Error& warning : warnings) { // there may be many
        lines << warningText(warning);
    }
    const QString text = lines.join(QLatin1Char('\n'));
    if (m_document.isReadOnly()) {
        sayReadOnly();
    } else if (!bare && askAboutOutside(lines)) {
        return;
    } else if (!warnings.empty()) {
        say(Banner::Kind::warning, text);
    } else if (bare && canBeRun(m_document.source())) {
        say(Banner::Kind::info, text,
            {{tr("Run It for the Set-&up"), [this] { emit setUpWanted(); }}});
    } else if (bare) {
        say(Banner::Kind::info, text);
    } else if (QFileInfo(asked) != QFileInfo(m_document.path())) {
        say(Banner::Kind::info,
            tr("%1 is the project of this source: buffers and launches are as they were saved.")
                .arg(QFileInfo(m_document.path()).fileName()),
            {{tr("Open the Source &Alone"), [this, asked] { openFile(asked, true); }}});
    }
}

bool FileHandler::askAboutOutside(const QStringList& lines) {
    if (m_document.project().mayLeaveFolder) {
        return false;
    }
    QStringList names;
    for (const std::string& name : project::namesOutside(m_document.project())) {
        names << tr("“%1”").arg(qs(name));
    }
    if (names.isEmpty()) {
        return false;
    }
    constexpr qsizetype kShown = 3;
    QString shown = names.mid(0, kShown).join(QStringLiteral(", "));
    if (names.size() > kShown) {
        shown += tr(" and %n more", nullptr, int(names.size() - kShown));
    }
    const QString question = tr("This project uses files outside its folder: %1. Allow this only "
                                "if you trust the project's author.")
                                 .arg(shown);
    say(Banner::Kind::warning, (QStringList(question) + lines).join(QLatin1Char('\n')),
        {{tr("&Allow"), [this] { allowOutside(true); }}, {tr("&Not Now"), {}}});
    return true;
}

/// Restores the user's permission for this project. A source opened on its own needs none.
void FileHandler::takeTrust() {
    if (!m_document.path().isEmpty()) {
        m_document.setMayLeaveFolder(settings::isTrusted(m_document.path()));
    }
}

void FileHandler::allowOutside(bool allow) {
    m_document.setMayLeaveFolder(allow);
    if (!m_document.path().isEmpty()) {
        settings::setTrusted(m_document.path(), allow);
    }
}

void FileHandler::sayReadOnly() {
    say(Banner::Kind::warning, tr("This project was written by a newer version of Warpbench. You "
                                  "can view and run it, but save it only under another name."));
}

} // namespace warpbench::ui
