// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/program_presenter.h"

#include "core/base/error.h"
#include "core/project/project_file.h"
#include "ui/dialogs/launches_dialog.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/panels/code_text.h"
#include "ui/theme/banner.h"
#include "ui/theme/save_dialog.h"
#include "ui/window/status_line.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpbench::ui {

namespace {

/// The project's defines and include folders as nvcc options.
QStringList compilerOptions(const ProjectDocument& document) {
    const project::CompileSettings& compile = document.project().compile;
    QStringList options{QStringLiteral("-std=") + qs(compile.std)};
    for (const auto& [name, value] : compile.defines)
        options.append(value ? QStringLiteral("-D%1=%2").arg(qs(name), qs(*value))
                             : QStringLiteral("-D") + qs(name));
    const QDir home = QFileInfo(document.path().isEmpty() ? document.sourcePath() : document.path())
                          .absoluteDir();
    for (const std::string& folder : compile.includeDirs)
        options.append(QStringLiteral("-I") + home.absoluteFilePath(qs(folder)));
    return options;
}

/// The chosen device if simulated, because programs do not run on real ones.
QString simulatedDevice(const Workbench& bench) {
    const session::DeviceInfo* device = bench.devices.current();
    return device && device->simulated ? qs(device->selector) : QString();
}

} // namespace

Problem problemOf(const ProgramMessage& message) {
    Problem problem;
    problem.severity = message.isError ? compile::Severity::error : compile::Severity::warning;
    problem.text = message.text;
    problem.file = message.file;
    problem.line = message.line;
    problem.origin = message.origin == ProgramMessage::Origin::compiler ? ProblemOrigin::nvcc
                                                                        : ProblemOrigin::fault;
    return problem;
}

ProgramPresenter::ProgramPresenter(Workbench& bench, EditorPane& pane, StatusLine& status,
                                   QWidget* window)
    : QObject(window)
    , m_bench(bench)
    , m_pane(pane)
    , m_status(status)
    , m_window(window) {
    ProgramRunner& program = bench.program;
    connect(&program, &ProgramRunner::printed, this,
            [this](const QString& lines) { m_bench.log.append(LogEntry::Level::output, lines); });
    connect(&program, &ProgramRunner::complained, this, &ProgramPresenter::complained);
    connect(&program, &ProgramRunner::ended, this, &ProgramPresenter::showEnd);
    connect(&program, &ProgramRunner::captured, this, &ProgramPresenter::projectMade);
    connect(&program, &ProgramRunner::setUpMade, this, &ProgramPresenter::takeMade);
}

void ProgramPresenter::askAndRun() {
    const session::DeviceInfo* device = m_bench.devices.current();
    const QString name = device && device->simulated ? qs(device->name) : tr("a simulated H200");
    ProgramDialog dialog(m_input, name, m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_input = dialog.input();
    run();
}

ProgramRequest ProgramPresenter::requestFor(ProgramRequest::Purpose purpose) const {
    const ProjectDocument& document = m_bench.document;
    ProgramRequest request;
    request.file = document.sourcePath();
    request.source = document.source();
    request.options = compilerOptions(document);
    request.device = simulatedDevice(m_bench);
    request.purpose = purpose;
    return request;
}

void ProgramPresenter::run() {
    ProgramRequest request = requestFor(ProgramRequest::Purpose::run);
    request.arguments = QProcess::splitCommand(m_input.arguments);
    request.input = m_input.input.toUtf8();
    request.checkFaults = m_bench.controller.options().checkFaults;
    m_bench.selection.show(panels::output);
    start(request, tr("Running the program %1").arg(m_input.arguments).trimmed());
}

void ProgramPresenter::takeSetUp() {
    start(requestFor(ProgramRequest::Purpose::set_up), tr("Running the program for its set-up"));
}

void ProgramPresenter::askForLaunch() {
    LaunchesDialog dialog(m_bench.program.loops(), m_window);
    if (dialog.exec() != QDialog::Accepted || dialog.chosen().isEmpty())
        return;
    QString name = dialog.chosen().section(QLatin1Char('<'), 0, 0).section(QLatin1Char('#'), 0, 0) +
                   QLatin1Char('_') + dialog.chosen().section(QLatin1Char('#'), -1);
    name.replace(QStringLiteral("::"), QStringLiteral("_"));
    const QString folder = askWhereToSave(m_window, tr("New Folder for the Launch"), name, {});
    if (folder.isEmpty())
        return;
    if (const QDir there(folder); there.exists() && !there.isEmpty()) {
        m_pane.resultBanner().showMessage(
            Banner::Kind::warning,
            tr("%1 is not empty, and the project would mix with its files. Choose a new folder.")
                .arg(QDir::toNativeSeparators(folder)));
        return;
    }
    // With the same inputs, because only that program has the launch.
    ProgramRequest request = m_bench.program.request();
    request.purpose = ProgramRequest::Purpose::capture;
    request.captured = dialog.chosen();
    request.folder = folder;
    start(request, tr("Running the program for its launch %1").arg(request.captured));
}

void ProgramPresenter::start(const ProgramRequest& request, const QString& what) {
    m_pane.resultBanner().hide();
    m_bench.diagnostics.setProblems({});
    m_status.setProblems(0, 0);
    m_pane.editor().clearProblems();
    m_status.showProgress(tr("Running the program"), -1);
    m_bench.log.append(LogEntry::Level::notice, what);
    m_bench.program.start(request);
}

/// The project or its source may have changed meanwhile.
void ProgramPresenter::takeMade(const QString& project, const QStringList& notes) {
    const ProgramRequest& request = m_bench.program.request();
    if (m_bench.document.sourcePath() != request.file ||
        m_bench.document.source() != request.source)
        return;
    try {
        m_bench.document.takeSetUp(project::readProject(pathOf(project)).project);
    } catch (const Error& error) {
        m_pane.resultBanner().showMessage(Banner::Kind::error, errorInWords(error));
        return;
    }
    const project::Project& made = m_bench.document.project();
    QStringList lines{tr("The set-up now follows the program's run: %1, %2. Undo Set-up restores "
                         "the previous one.")
                          .arg(tr("%n launch(es)", nullptr, int(made.launches.size())),
                               tr("%n buffer(s)", nullptr, int(made.buffers.size())))};
    for (const QString& note : notes)
        lines << QStringLiteral("• ") + note;
    m_pane.resultBanner().showMessage(notes.isEmpty() ? Banner::Kind::success : Banner::Kind::info,
                                      lines.join(QLatin1Char('\n')));
    emit setUpTaken();
}

void ProgramPresenter::reset() {
    m_input = {};
    m_isOfEarlierProject = m_bench.program.isRunning();
    m_bench.program.stop();
    emit launchesChanged(false);
}

void ProgramPresenter::complained(const QString& line) {
    const std::optional<ProgramMessage> message = programMessageIn(line);
    m_bench.log.append(!message           ? LogEntry::Level::notice
                       : message->isError ? LogEntry::Level::error
                                          : LogEntry::Level::warning,
                       line);
}

void ProgramPresenter::showEnd(bool ok, const QString& sentence) {
    if (std::exchange(m_isOfEarlierProject, false)) {
        m_bench.log.append(LogEntry::Level::notice, sentence);
        return;
    }
    std::vector<Problem> problems;
    for (const ProgramMessage& message : m_bench.program.messages()) {
        problems.push_back(problemOf(message));
        if (m_bench.program.request().file.isEmpty())
            problems.back().file = qs(compiledName(m_bench.document));
    }
    std::vector<Problem> here;
    std::copy_if(problems.begin(), problems.end(), std::back_inserter(here),
                 [&texts = m_bench.document.texts()](const Problem& p) {
                     return texts.named(p.file) == &texts.source();
                 });
    emit launchesChanged(!m_bench.program.loops().empty());
    const bool hasProblems = !problems.empty();
    m_bench.diagnostics.setProblems(std::move(problems));
    m_status.setProblems(m_bench.diagnostics.errorCount(), m_bench.diagnostics.warningCount());
    if (m_bench.document.source() == m_bench.program.request().source)
        m_pane.editor().setProblems(here);
    if (hasProblems)
        m_bench.selection.show(panels::problems);
    m_bench.log.append(ok ? LogEntry::Level::success : LogEntry::Level::notice, sentence);
    m_status.showDone(sentence);
    m_pane.resultBanner().showMessage(
        ok && !hasProblems ? Banner::Kind::success : Banner::Kind::warning, sentence);
}

} // namespace warpbench::ui
