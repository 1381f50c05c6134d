// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_presenter.h"

#include "ui/editor/code_editor.h"
#include "ui/editor/editor_pane.h"
#include "ui/editor/line_cost_bar.h"
#include "ui/panels/code_text.h"
#include "ui/results/fault_story.h"
#include "ui/results/ptxas_help.h"
#include "ui/run/memory_now.h"
#include "ui/theme/banner.h"
#include "ui/window/status_line.h"
#include "ui/words/compile_words.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/memory_words.h"
#include "ui/words/note_words.h"
#include "ui/words/outcome.h"
#include "ui/words/text.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kRunOnChangeDelayMs = 700;
constexpr int kPauseInTypingMs = 1000;

QString runToCount() {
    return RunPresenter::tr("Run ({run}) to count what each line costs.");
}

QString wrongResults(const session::RunReport& report) {
    constexpr qsizetype kShown = 3;
    QStringList names;
    for (const auto& buffer : report.buffers) {
        if (buffer.expect && !buffer.expect->passed) {
            names << RunPresenter::tr("%1 in %2 elements")
                         .arg(qs(buffer.name),
                              describeCount(std::uint64_t(buffer.expect->mismatches)));
        }
    }
    QString shown = names.mid(0, kShown).join(QStringLiteral(", "));
    if (names.size() > kShown) {
        shown += RunPresenter::tr(" and %n more", nullptr, int(names.size() - kShown));
    }
    return RunPresenter::tr("Not as expected: %1.").arg(shown);
}

/// Whether to report the line at which a run was stopped.
bool saysLine(const session::RunReport& report) {
    const auto& values = report.message.values();
    return std::any_of(values.begin(), values.end(),
                       [](const ErrorText::Named& value) { return value.name == "line"; });
}

QString firstFault(const session::Fault& fault) {
    const QString text = faultHeadline(fault);
    return fault.line ? RunPresenter::tr("Line %1: %2").arg(*fault.line).arg(text) : text;
}

} // namespace

RunPresenter::RunPresenter(Workbench& bench, EditorPane& pane, StatusLine& status, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_pane(pane)
    , m_status(status) {
    m_changeTimer.setSingleShot(true);
    m_changeTimer.setInterval(kRunOnChangeDelayMs);
    m_pane.lineCosts().setHint(runToCount());
    connect(&m_bench.controller, &RunController::activityChanged, this, [this] {
        // First shows the result of the run. After a stop, nothing follows.
        QTimer::singleShot(0, this, [this] {
            if (m_bench.controller.busy())
                return;
            m_status.endProgress();
            if (m_runAgain)
                run();
        });
    });
    m_pauseTimer.setSingleShot(true);
    m_pauseTimer.setInterval(kPauseInTypingMs);
    connect(&m_pauseTimer, &QTimer::timeout, this, &RunPresenter::compileQuietly);
    connect(&m_changeTimer, &QTimer::timeout, this, &RunPresenter::run);
    connect(&bench.document, &ProjectDocument::changed, this, &RunPresenter::changed);
    connect(&bench.document, &ProjectDocument::sourceEdited, this, &RunPresenter::changed);
    connect(&bench.document, &ProjectDocument::sourceEdited, this, &RunPresenter::edited);
    connect(&bench.document.texts(), &ProjectTexts::digestChanged, this, &RunPresenter::edited);
    connect(&bench.document, &ProjectDocument::sourceReplaced, this, &RunPresenter::changed);
    connect(&bench.document.texts(), &ProjectTexts::digestChanged, this, &RunPresenter::changed);
    connect(&bench.devices, &DevicesModel::currentChanged, this, [this] {
        const session::DeviceInfo& device = *m_bench.devices.current();
        m_status.setSimulated(device.simulated);
        m_pane.setComputeCapability(10 * device.ccMajor + device.ccMinor);
        showMemory();
        changed();
    });
    connect(&MemoryNow::of(bench.controller), &MemoryNow::changed, this, &RunPresenter::showMemory);
    showMemory();
    // After the panels, which subscribed earlier.
    connect(&bench.controller, &RunController::compiled, this, &RunPresenter::showCompiled);
    connect(&bench.controller, &RunController::failed, this, &RunPresenter::showFailure);
    connect(&bench.results, &Results::runChanged, this, [this] {
        if (const session::RunReport* report = m_bench.results.report())
            showReport(*report);
    });
    connect(&bench.results, &Results::staleChanged, this, &RunPresenter::markStale);
    connect(&bench.controller, &RunController::progressed, &status, &StatusLine::showProgress);
    connect(&bench.controller, &RunController::noticed, this,
            [this](const QString& line) { m_bench.log.append(LogEntry::Level::notice, line); });
    connect(&bench.tasks, &TaskChecker::finished, this, [this] {
        m_status.showDone(tr("%1 of %2 tasks are done")
                              .arg(m_bench.tasks.done())
                              .arg(m_bench.tasks.tasks().size()));
        // "Passed" would contradict tasks that are not done.
        Banner& banner = m_pane.resultBanner();
        if (m_bench.tasks.done() < int(m_bench.tasks.tasks().size()) &&
            banner.kind() == Banner::Kind::success) {
            banner.hide();
        }
    });
    connect(&bench.tasks, &TaskChecker::stopped, this, [this] {
        if (!m_bench.controller.busy()) {
            m_status.showDone(tr("Not all tasks were checked"));
        }
    });
    connect(&pane.resultBanner(), &Banner::actionTriggered, this, &RunPresenter::debugFault);
}

void RunPresenter::showMemory() {
    const auto& memory = MemoryNow::of(m_bench.controller).devices();
    m_status.setMemory(memoryInShort(memory),
                       memoryInWords(memory, m_bench.devices.devices(), m_bench.devices.current()));
}

/// Hides errors of the last run, unless runs follow each other as fast as the user types, which
/// would flicker.
void RunPresenter::begin() {
    m_quiet = false;
    m_bench.document.texts().settle();
    m_bench.results.begin();
    if (!m_runOnChange) {
        if (Banner& banner = m_pane.resultBanner(); banner.kind() != Banner::Kind::success) {
            banner.hide();
        }
        m_bench.diagnostics.setProblems({});
        m_status.setProblems(0, 0);
        m_pane.editor().clearProblems();
    }
    m_status.showProgress(tr("Compiling"), -1);
}

/// During a run, remembers one more for later changes; with Run on Change, the new run replaces the
/// running one at once.
void RunPresenter::run() {
    m_changeTimer.stop();
    m_pauseTimer.stop();
    m_bench.document.texts().settle();
    const bool running = m_bench.controller.activity() == RunController::Activity::running;
    if (running && !m_runOnChange) {
        m_runAgain =
            !m_bench.controller.isUnderWay(m_bench.document.project(), m_bench.document.source());
        if (m_runAgain) {
            m_status.showProgress(tr("Running; your changes run next"), -1);
        }
        return;
    }
    m_runAgain = false;
    begin();
    m_bench.controller.run(m_bench.document.project(), m_bench.document.source());
}

void RunPresenter::compile() {
    m_pauseTimer.stop();
    begin();
    m_bench.controller.compile(m_bench.document.project(), m_bench.document.source());
}

void RunPresenter::setCompileOnPause(bool on) {
    m_compileOnPause = on;
    if (!on) {
        m_pauseTimer.stop();
    }
}

void RunPresenter::edited() {
    if (m_compileOnPause && !m_runOnChange) {
        m_pauseTimer.start();
    }
}

/// For changes while typing: keeps the current results until the answer arrives.
void RunPresenter::compileQuietly() {
    if (m_bench.controller.busy()) {
        return; // explicit requests come first
    }
    m_bench.document.texts().settle();
    m_bench.results.begin();
    m_quiet = true;
    m_bench.controller.compile(m_bench.document.project(), m_bench.document.source());
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
    if (m_runOnChange) {
        m_changeTimer.start();
    }
}

void RunPresenter::showProblems(std::vector<Problem> problems) {
    std::vector<Problem> here;
    std::copy_if(
        problems.begin(), problems.end(), std::back_inserter(here), [this](const Problem& p) {
            const ProjectTexts& texts = m_bench.document.texts();
            return p.origin != ProblemOrigin::project && texts.named(p.file) == &texts.source();
        });
    m_bench.diagnostics.setProblems(std::move(problems));
    m_status.setProblems(m_bench.diagnostics.errorCount(), m_bench.diagnostics.warningCount());
    // Boxes belong to the compiled text and would be wrong after changes.
    if (m_bench.results.ofRequested()) {
        m_pane.editor().setProblems(here);
        const auto first = std::find_if(here.begin(), here.end(), [](const Problem& p) {
            return p.severity == compile::Severity::error && p.line > 0;
        });
        // Automatic compiles (Run on Change, pauses in typing) must not scroll the text during
        // editing.
        const bool typing = m_quiet || (m_runOnChange && m_pane.editor().hasFocus());
        if (first != here.end() && !typing) {
            m_pane.editor().ensureLineVisible(first->line - 1);
        }
    }
    // A failed check is shown at its buffer; problems with a line need reading.
    const auto& all = m_bench.diagnostics.problems();
    if (!m_quiet && std::any_of(all.begin(), all.end(), [](const Problem& p) {
            return p.severity == compile::Severity::error && p.origin != ProblemOrigin::check;
        })) {
        m_bench.selection.show(panels::problems);
    }
}

void RunPresenter::logCompile(const compile::CompileResult& result) {
    if (!result.given)
        m_bench.log.append(
            LogEntry::Level::compile,
            compileLine(QFileInfo(qs(compiledName(m_bench.document))).fileName(), result));
}

void RunPresenter::showCompiled(const compile::CompileResult& result) {
    logCompile(result);
    const session::RunReport* report = m_bench.results.report();
    if (result.succeeded && report && !m_bench.results.stale() &&
        report->status != session::RunStatus::compile_error) {
        showProblems(problemsOf(*report)); // still valid, because nothing has changed
    } else {
        std::vector<Problem> problems = problemsOf(result.diagnostics);
        for (Problem& spill : spillProblems(result))
            problems.push_back(std::move(spill));
        showProblems(std::move(problems));
    }
    if (result.succeeded) {
        m_pane.resultBanner().hide();
        m_status.showDone(
            result.cached ? tr("Compiled for %1, from the cache").arg(qs(result.arch))
                          : tr("Compiled for %1 in %2")
                                .arg(qs(result.arch), describeMilliseconds(result.milliseconds)));
    } else {
        m_status.showDone(tr("The kernel did not compile"));
        if (!m_quiet) {
            m_pane.resultBanner().showMessage(Banner::Kind::error, compileFailure());
        }
    }
    if (std::exchange(m_quiet, false)) {
        return; // the log is for explicit requests
    }
    for (const auto& option : result.droppedOptions) {
        m_bench.log.append(
            LogEntry::Level::notice,
            tr("This compiler does not know the option %1, so it was left out").arg(qs(option)));
    }
}

QString RunPresenter::compileFailure() const {
    return tr("The kernel did not compile: %n error(s).", nullptr,
              m_bench.diagnostics.errorCount());
}

void RunPresenter::showReport(const session::RunReport& report) {
    if (report.status == session::RunStatus::cancelled) {
        m_runAgain = false; // Stop cancels both
    }
    showProblems(problemsOf(report));
    // Shows the location of a fault, but not while the user types.
    if (!m_runOnChange && m_bench.results.ofRequested() && !report.faults.empty() &&
        report.faults.front().line) {
        m_bench.selection.goTo({qs(report.faults.front().file), *report.faults.front().line}, 1);
    }
    if (report.code) {
        logCompile(*report.code);
    }
    if (!report.standardOutput.empty()) {
        m_bench.log.append(LogEntry::Level::output, qs(report.standardOutput));
    }
    for (const session::DeviceShare& share : report.devices) {
        m_bench.log.append(
            LogEntry::Level::notice,
            tr("%1 %2: %3 rows from %4 on, at work for %5, waited %6 for the others")
                .arg(share.device.index)
                .arg(qs(share.device.name))
                .arg(share.rows)
                .arg(share.firstRow)
                .arg(describeMilliseconds(share.busyMs), describeMilliseconds(share.waitedMs)));
    }
    for (const std::string& note : report.notes) {
        m_bench.log.append(LogEntry::Level::notice, noteInWords(note));
    }
    showLineCosts(report);
    showBanner(report);
    emit reportShown();
}

void RunPresenter::showBanner(const session::RunReport& report) {
    Banner& banner = m_pane.resultBanner();
    using session::RunStatus;
    QString text = describeOutcome(report);
    const bool simulated = report.device && report.device->simulated;
    switch (report.status) {
    case RunStatus::ok: {
        const auto checks = std::count_if(report.buffers.begin(), report.buffers.end(),
                                          [](const auto& b) { return b.expect.has_value(); });
        if (checks > 0) {
            const bool stale = m_bench.results.stale(); // edited during the run
            text = checks == 1   ? tr("Passed: the result is as expected.")
                   : checks == 2 ? tr("Passed: both results are as expected.")
                                 : tr("Passed: all %1 results are as expected.").arg(checks);
            stale ? banner.hide() : banner.showMessage(Banner::Kind::success, text);
        } else {
            banner.hide();
        }
        break;
    }
    case RunStatus::expect_failed:
        text = wrongResults(report);
        banner.showMessage(Banner::Kind::error, text);
        break;
    case RunStatus::fault:
        if (!report.faults.empty()) {
            text = firstFault(report.faults.front());
        }
        // Also for a real GPU: the same fault occurs on the simulated one, which can be inspected.
        banner.showMessage(Banner::Kind::error, text,
                           report.faults.empty() ? QStringList() : QStringList{tr("Debug here")});
        break;
    case RunStatus::compile_error:
        banner.showMessage(Banner::Kind::error, compileFailure());
        break;
    case RunStatus::cancelled:
    case RunStatus::timeout:
    case RunStatus::device_error:
        // After Stop, users still do not know where an endless kernel was.
        if ((report.status != RunStatus::cancelled || saysLine(report)) &&
            !report.message.empty()) {
            text += QStringLiteral(": ") + errorInWords(report.message);
        }
        if (!report.compile && !m_pane.toolkitBanner().isHidden()) {
            banner.hide(); // the banner above names the problem and offers a remedy
            break;
        }
        banner.showMessage(report.status == RunStatus::device_error ? Banner::Kind::error
                                                                    : Banner::Kind::warning,
                           text);
        break;
    }
    const QString where = report.device ? qs(report.device->name) : tr("no device");
    // A simulated device has a badge on the same line.
    m_status.showDone(simulated ? describeOutcome(report)
                                : tr("%1 on %2").arg(describeOutcome(report), where));
    m_status.setSimulated(simulated);
    m_bench.log.append(report.status == RunStatus::ok ? LogEntry::Level::success
                                                      : LogEntry::Level::error,
                       tr("%1: %2").arg(where, text));
}

void RunPresenter::debugFault() {
    const session::RunReport* report = m_bench.results.report();
    if (report && !report->faults.empty()) {
        m_bench.selection.show(panels::step);
        m_bench.stepper.debug(report->faults.front());
    }
}

void RunPresenter::showFailure(const Error& error) {
    if (std::exchange(m_quiet, false)) {
        return; // automatic; explicit compiles are reported
    }
    showProblems({problemOf(error)});
    QString text = errorText(error);
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    if (!error.remedy().empty()) {
        text += QStringLiteral(": ") + errorRemedy(error);
    }
    m_pane.resultBanner().showMessage(Banner::Kind::error, text + QLatin1Char('.'));
    m_status.showDone(tr("Could not run"));
    m_bench.log.append(LogEntry::Level::error, errorLine(error));
}

void RunPresenter::showLineCosts(const session::RunReport& report) {
    LineCosts costs(report);
    LineCostBar& bar = m_pane.lineCosts();
    if (!costs.empty() && m_bench.results.ofRequested()) {
        bar.setCosts(std::move(costs));
        bar.setStale(m_bench.results.stale());
        return;
    }
    bar.setCosts({});
    const bool real = report.device && !report.device->simulated;
    bar.setHint(real ? tr("Only the simulated GPU counts per line: choose it as the device, and "
                          "run ({run}).")
                     : runToCount());
}

void RunPresenter::setLineCosts(bool shown) {
    m_pane.lineCosts().setShown(shown);
}

void RunPresenter::markStale(bool stale) {
    m_pane.lineCosts().setStale(stale);
    if (stale && m_pane.resultBanner().kind() == Banner::Kind::success) {
        m_pane.resultBanner().hide();
    }
}

void RunPresenter::reset() {
    m_runAgain = false;
    m_pauseTimer.stop();
    m_changeTimer.stop();
    m_bench.controller.forget();
    m_bench.results.clear();
    m_pane.lineCosts().setCosts({});
    m_pane.lineCosts().setHint(runToCount());
    m_bench.diagnostics.setProblems({});
    m_status.setProblems(0, 0);
    m_pane.resultBanner().hide();
    m_status.showDone(tr("Ready"));
}

} // namespace warpbench::ui
