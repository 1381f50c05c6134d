// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_presenter.h"

#include "core/compile/source_scan.h"
#include "ui/charts/occupancy_panel.h"
#include "ui/charts/timing_panel.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/inspector/buffer_inspector.h"
#include "ui/models/describe.h"
#include "ui/models/devices_model.h"
#include "ui/models/diagnostics_model.h"
#include "ui/models/outcome.h"
#include "ui/models/resource_model.h"
#include "ui/models/text.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/options_panel.h"
#include "ui/panels/output_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/resources_panel.h"
#include "ui/panels/results_panel.h"
#include "ui/theme/banner.h"
#include "ui/window/status_line.h"

#include <QFileInfo>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kScanDelayMs = 200;
constexpr int kRunOnChangeDelayMs = 700;

QString runToCount() {
    return RunPresenter::tr("Run (F5) to count what each line costs.");
}

} // namespace

RunPresenter::RunPresenter(ProjectDocument& document, RunController& controller, const Views& views,
                           QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_views(views) {
    m_scanTimer.setSingleShot(true);
    m_scanTimer.setInterval(kScanDelayMs);
    m_changeTimer.setSingleShot(true);
    m_changeTimer.setInterval(kRunOnChangeDelayMs);
    m_views.pane->lineCosts().setHint(runToCount());
    connect(&m_scanTimer, &QTimer::timeout, this, &RunPresenter::scanSource);
    connect(&m_changeTimer, &QTimer::timeout, this, &RunPresenter::run);
    connect(&document, &ProjectDocument::changed, this, &RunPresenter::changed);
    connect(&document, &ProjectDocument::sourceEdited, this, [this] {
        m_scanTimer.start();
        changed();
    });
    connect(&document, &ProjectDocument::sourceReplaced, this, &RunPresenter::scanSource);
    connect(&controller, &RunController::compiled, this, &RunPresenter::showCompiled);
    connect(&controller, &RunController::runFinished, this, &RunPresenter::showReport);
    connect(&controller, &RunController::failed, this, &RunPresenter::showFailure);
    connect(&controller, &RunController::activityChanged, this,
            [this](RunController::Activity activity) {
                const bool running = activity == RunController::Activity::running;
                m_views.results->setRunning(running);
                m_views.timing->setRunning(running);
                m_views.buffers->setRunning(running);
            });
    connect(&controller, &RunController::progressed, views.status, &StatusLine::showProgress);
    connect(&controller, &RunController::noticed, this, [this](const QString& line) {
        m_views.output->append(OutputPanel::Kind::notice, line);
    });
    connect(views.launch, &LaunchPanel::currentLaunchChanged, this, &RunPresenter::showOccupancy);
    connect(views.problems, &ProblemsPanel::activated, this, &RunPresenter::gotoProblem);
    connect(views.results, &ResultsPanel::bufferActivated, this,
            [this](const QString& name) { emit panelWanted(QStringLiteral("buffers:") + name); });
    connect(views.results, &ResultsPanel::faultActivated, this,
            [this](const session::Fault& fault) { gotoProblem(problemOf(fault)); });
    connect(views.results, &ResultsPanel::launchActivated, this, [this](int index) {
        m_views.timing->showLaunch(index);
        emit panelWanted(QStringLiteral("timing"));
    });
}

/// What went wrong last time is not said of the run that begins; where one follows the other as
/// fast as the user types, it would only flicker.
void RunPresenter::begin() {
    m_requestedSource = m_document.source();
    if (!m_runOnChange) {
        if (Banner& banner = m_views.pane->resultBanner(); banner.kind() == Banner::Kind::error) {
            banner.hide();
        }
        m_views.diagnostics->setProblems({});
        m_views.status->setProblems(0, 0);
        m_views.pane->editor().clearProblems();
    }
    m_views.status->showProgress(tr("Compiling"), -1);
}

void RunPresenter::run() {
    m_changeTimer.stop();
    begin();
    m_controller.run(m_document.project(), m_document.source());
}

void RunPresenter::compile() {
    begin();
    m_controller.compile(m_document.project(), m_document.source());
}

void RunPresenter::setRunOnChange(bool on) {
    m_runOnChange = on;
    if (on) {
        m_changeTimer.start();
    } else {
        m_changeTimer.stop();
    }
}

void RunPresenter::changed() {
    updateStale();
    if (m_runOnChange) {
        m_changeTimer.start();
    }
}

void RunPresenter::scanSource() {
    m_scanTimer.stop();
    auto kernels = compile::scanKernels(ss(m_document.source()));
    QStringList signatures;
    QStringList templates;
    for (const auto& scanned : compile::scanSource(ss(m_document.source()))) {
        if (scanned.isTemplate) {
            templates << qs(scanned.info.name);
        }
    }
    for (const auto& kernel : kernels) {
        QStringList parameters;
        for (const auto& parameter : kernel.parameters) {
            parameters << qs(parameter.type + " " + parameter.name);
        }
        signatures << QStringLiteral("%1(%2)").arg(qs(kernel.name),
                                                   parameters.join(QStringLiteral(", ")));
    }
    m_views.pane->editor().setDocumentSignatures(signatures);
    m_views.launch->setTemplates(templates);
    m_views.launch->setKernels(std::move(kernels));
}

bool RunPresenter::isOfSource(const QString& file) const {
    const QString source = m_document.sourcePath();
    return file.isEmpty() || source.isEmpty() ||
           QFileInfo(file).fileName() == QFileInfo(source).fileName();
}

void RunPresenter::showProblems(std::vector<Problem> problems) {
    std::vector<Problem> here;
    std::copy_if(problems.begin(), problems.end(), std::back_inserter(here),
                 [this](const Problem& p) {
                     return p.origin != QLatin1String("project") && isOfSource(p.file);
                 });
    m_views.diagnostics->setProblems(std::move(problems));
    m_views.status->setProblems(m_views.diagnostics->errorCount(),
                                m_views.diagnostics->warningCount());
    // Boxes belong to the text that was compiled; where it has changed since they would lie.
    if (m_document.source() == m_requestedSource) {
        m_views.pane->editor().setProblems(here);
        const auto first = std::find_if(here.begin(), here.end(), [](const Problem& p) {
            return p.severity == compile::Severity::error && p.line > 0;
        });
        if (first != here.end()) {
            m_views.pane->editor().ensureLineVisible(first->line - 1);
        }
    }
    if (m_views.diagnostics->errorCount() > 0) {
        emit problemsShown();
    }
}

void RunPresenter::showCompileReport(const session::CompileReport& report) {
    if (report.kernels.empty()) {
        return;
    }
    m_views.usage->setKernels(report.kernels);
    m_compiledSource = m_requestedSource;
    const QString time =
        report.cached ? tr("from the cache") : tr("in %1").arg(describeMilliseconds(report.ms));
    m_views.resources->setCompileLine(tr("ptxas for %1, compiled %2").arg(qs(report.arch), time));
    if (m_document.source() == m_requestedSource) {
        m_views.launch->setKernels(report.kernels);
    }
}

void RunPresenter::showCompiled(const compile::CompileResult& result) {
    showProblems(problemsOf(result.diagnostics));
    session::CompileReport report;
    report.ms = result.milliseconds;
    report.cached = result.cached;
    report.arch = result.arch;
    report.kernels = result.kernels;
    showCompileReport(report);
    m_views.options->setCommandLine(qs(result.commandLine));
    if (result.succeeded) {
        m_views.pane->resultBanner().hide();
        m_views.status->showDone(
            tr("Compiled for %1 in %2")
                .arg(qs(result.arch), describeMilliseconds(result.milliseconds)));
    } else {
        m_views.status->showDone(tr("The kernel did not compile"));
        m_views.pane->resultBanner().showMessage(Banner::Kind::error, compileFailure());
    }
    for (const auto& option : result.droppedOptions) {
        m_views.output->append(
            OutputPanel::Kind::notice,
            tr("This compiler does not know the option %1: left out").arg(qs(option)));
    }
    updateStale();
}

QString RunPresenter::compileFailure() const {
    const int errors = m_views.diagnostics->errorCount();
    return errors == 1 ? tr("The kernel did not compile: 1 error.")
                       : tr("The kernel did not compile: %1 errors.").arg(errors);
}

void RunPresenter::showReport(const session::RunReport& report) {
    std::vector<Problem> problems =
        report.compile ? problemsOf(report.compile->diagnostics) : std::vector<Problem>{};
    for (const auto& fault : report.faults) {
        problems.push_back(problemOf(fault));
    }
    showProblems(std::move(problems));
    if (report.device) {
        m_views.usage->setLimits(report.device->limits);
    }
    if (report.compile) {
        showCompileReport(*report.compile);
        m_views.options->setCommandLine(qs(report.compile->commandLine));
    }
    if (!report.standardOutput.empty()) {
        m_views.output->append(OutputPanel::Kind::output, qs(report.standardOutput));
    }
    for (const std::string& note : report.notes) {
        m_views.output->append(OutputPanel::Kind::notice, qs(note));
    }
    m_views.results->setReport(report);
    m_views.timing->setReport(report);
    m_views.buffers->setReport(report);
    showOccupancy();
    showLineCosts(report);
    showBanner(report);
    updateStale();
    emit reportShown();
}

void RunPresenter::showBanner(const session::RunReport& report) {
    Banner& banner = m_views.pane->resultBanner();
    using session::RunStatus;
    QString text = describeOutcome(report);
    const bool simulated = report.device && report.device->simulated;
    switch (report.status) {
    case RunStatus::ok: {
        const auto checks = std::count_if(report.buffers.begin(), report.buffers.end(),
                                          [](const auto& b) { return b.expect.has_value(); });
        if (checks > 0) {
            text = checks == 1   ? tr("Passed: the result is as expected.")
                   : checks == 2 ? tr("Passed: both results are as expected.")
                                 : tr("Passed: all %1 results are as expected.").arg(checks);
            banner.showMessage(Banner::Kind::success, text);
        } else {
            banner.hide();
            text = tr("Finished");
        }
        break;
    }
    case RunStatus::expect_failed: {
        QStringList names;
        for (const auto& buffer : report.buffers) {
            if (buffer.expect && !buffer.expect->passed) {
                names << tr("%1 in %2 elements")
                             .arg(qs(buffer.name),
                                  describeCount(std::uint64_t(buffer.expect->mismatches)));
            }
        }
        text = tr("Not as expected: %1.").arg(names.join(QStringLiteral(", ")));
        banner.showMessage(Banner::Kind::error, text);
        break;
    }
    case RunStatus::fault:
        if (!report.faults.empty()) {
            text = tr("The kernel did something wrong: %1")
                       .arg(describeFaultKind(report.faults.front().kind));
            if (report.faults.front().line) {
                text += tr(" in line %1").arg(*report.faults.front().line);
            }
            text += QLatin1Char('.');
        }
        banner.showMessage(Banner::Kind::error, text);
        break;
    case RunStatus::compile_error:
        banner.showMessage(Banner::Kind::error, compileFailure());
        break;
    case RunStatus::cancelled:
    case RunStatus::timeout:
    case RunStatus::device_error:
        if (report.status != RunStatus::cancelled && !report.message.empty()) {
            text += QStringLiteral(": ") + qs(report.message);
        }
        if (!report.compile && !m_views.pane->toolkitBanner().isHidden()) {
            banner.hide(); // the banner above it says what is missing, and has the way out
            break;
        }
        banner.showMessage(report.status == RunStatus::device_error ? Banner::Kind::error
                                                                    : Banner::Kind::warning,
                           text);
        break;
    }
    const QString where = report.device ? qs(report.device->name) : tr("no device");
    m_views.status->showDone(tr("%1 on %2").arg(describeOutcome(report), where));
    m_views.status->setSimulated(simulated);
    m_views.output->append(report.status == RunStatus::ok ? OutputPanel::Kind::success
                                                          : OutputPanel::Kind::error,
                           tr("%1: %2").arg(where, text));
}

void RunPresenter::showFailure(const Error& error) {
    showProblems({problemOf(error)});
    QString text = qs(error.text());
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    if (!error.remedy().empty()) {
        text += QStringLiteral(": ") + qs(error.remedy());
    }
    m_views.pane->resultBanner().showMessage(Banner::Kind::error, text + QLatin1Char('.'));
    m_views.status->showDone(tr("Could not run"));
    m_views.output->append(OutputPanel::Kind::error, qs(error.line()));
    updateStale();
}

void RunPresenter::showOccupancy() {
    const session::RunReport* report = m_controller.report();
    if (!report || !report->device || report->launches.empty()) {
        m_views.occupancy->clear();
        return;
    }
    const auto index = std::min(std::size_t(std::max(0, m_views.launch->currentLaunch())),
                                report->launches.size() - 1);
    const auto& launch = report->launches[index];
    m_views.occupancy->setLimits(report->device->limits);
    if (launch.usage) {
        m_views.occupancy->setUsage(*launch.usage, qs(launch.kernel));
    } else {
        m_views.occupancy->clear();
    }
}

void RunPresenter::showLineCosts(const session::RunReport& report) {
    LineCosts costs(report);
    LineCostBar& bar = m_views.pane->lineCosts();
    if (!costs.empty() && m_document.source() == m_requestedSource) {
        bar.setCosts(std::move(costs));
        return;
    }
    bar.setCosts({});
    const bool real = report.device && !report.device->simulated;
    bar.setHint(real ? tr("Only the simulated GPU counts per line: choose it as the device, and "
                          "run (F5).")
                     : runToCount());
}

void RunPresenter::setLineCosts(bool shown) {
    m_views.pane->lineCosts().setShown(shown);
}

void RunPresenter::updateStale() {
    const bool stale = m_controller.isStale(m_document.project(), m_document.source());
    m_views.results->setStale(stale);
    m_views.resources->setStale(!m_views.usage->kernels().empty() &&
                                m_compiledSource != m_document.source());
    m_views.pane->lineCosts().setStale(stale);
    if (stale) {
        if (m_views.pane->resultBanner().kind() == Banner::Kind::success) {
            m_views.pane->resultBanner().hide();
        }
    }
    if (stale != m_stale) {
        m_stale = stale;
        emit staleChanged(stale);
    }
}

void RunPresenter::gotoProblem(const Problem& problem) {
    if (problem.line > 0 && problem.origin != QLatin1String("project") &&
        isOfSource(problem.file)) {
        m_views.pane->editor().goTo(problem.line, std::max(1, problem.column));
    }
}

void RunPresenter::reset() {
    m_controller.forget();
    m_changeTimer.stop();
    m_compiledSource.clear();
    m_views.usage->setKernels({});
    m_views.results->clear();
    m_views.timing->clear();
    m_views.timing->clearBaseline();
    m_views.buffers->clear();
    m_views.occupancy->clear();
    m_views.pane->lineCosts().setCosts({});
    m_views.pane->lineCosts().setHint(runToCount());
    m_views.diagnostics->setProblems({});
    m_views.status->setProblems(0, 0);
    m_views.pane->resultBanner().hide();
    m_views.status->showDone(tr("Ready"));
    updateStale();
}

} // namespace warpbench::ui
