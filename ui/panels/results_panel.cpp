// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results_panel.h"

#include "ui/fields/form.h"
#include "ui/panels/figure_table.h"
#include "ui/panels/result_line.h"
#include "ui/results/fault_story.h"
#include "ui/results/findings.h"
#include "ui/theme/icon_label.h"
#include "ui/theme/key_names.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/estimate_words.h"
#include "ui/words/host_code_note.h"
#include "ui/words/launch_title.h"
#include "ui/words/outcome.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr PanelId kLanesPanel{"lanes"};
constexpr PanelId kCounters{"counters"};
constexpr PanelId kBuffersOfSetup{"project-buffers"};

struct StatusLook {
    const char* icon;
    IconTint tint;
};

StatusLook lookOf(session::RunStatus status) {
    switch (status) {
    case session::RunStatus::ok:
        return {"ok", IconTint::success};
    case session::RunStatus::cancelled:
    case session::RunStatus::timeout:
        return {"stop", IconTint::warning};
    default:
        return {"error", IconTint::error};
    }
}

QString unbroken(QString text) {
    return text.replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

} // namespace

ResultsPanel::ResultsPanel(QWidget* parent)
    : QWidget(parent)
    , m_icon(new IconLabel)
    , m_status(new QLabel)
    , m_device(makeHint(QString()))
    , m_stale(makeStaleBadge(tr("The source, the launch or the device has changed since this run: "
                                "run again to bring it up to date"))) {
    setObjectName(QStringLiteral("resultsPanel"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kMargin, kGap, kMargin, kMargin);
    layout->setSpacing(kSmallGap);
    auto* head = new QHBoxLayout;
    head->setSpacing(kGap);
    m_status->setProperty("role", "title");
    m_status->setWordWrap(true);
    m_status->setObjectName(QStringLiteral("runStatus"));
    m_stale->setObjectName(QStringLiteral("staleBadge"));
    head->addWidget(m_icon);
    head->addWidget(m_status, 1);
    layout->addLayout(head);
    auto* device = new QHBoxLayout;
    device->setSpacing(kGap);
    device->addWidget(m_device, 1);
    device->addWidget(m_stale, 0, Qt::AlignTop);
    layout->addLayout(device);
    m_lines = new QVBoxLayout;
    m_lines->setSpacing(kSmallGap);
    m_lines->setContentsMargins(0, kSmallGap, 0, 0);
    layout->addLayout(m_lines);
    layout->addStretch();
    m_stack = new QStackedLayout(this);
    m_empty = makeEmpty({});
    setRunning(false);
    m_stack->addWidget(m_empty);
    m_page = makeScrolling(page, tr("Results"));
    m_stack->addWidget(m_page);
}

void ResultsPanel::setRunning(bool running) {
    setTextWithKeys(
        *m_empty, "text",
        running
            ? tr("Running. Results, checks and times are shown when the run ends.")
            : tr("Press Run ({run}) to launch the kernel and see its results, checks and times."));
}

void ResultsPanel::clear() {
    m_stack->setCurrentIndex(0);
    setStale(false);
}

void ResultsPanel::setStale(bool stale) {
    m_stale->setVisible(stale);
}

ResultLine* ResultsPanel::addLine(const QString& iconName, IconTint tint, const QString& text,
                                  const QString& value) {
    auto* line = new ResultLine(iconName, tint, text, value);
    m_lines->addWidget(line);
    return line;
}

void ResultsPanel::showFaults(const std::vector<session::Fault>& all, const QString& iconName,
                              IconTint tint) {
    for (const SameFaults& faults : sameFaultsOf(all)) {
        const session::Fault& fault = *faults.first;
        QString text = faultHeadline(fault);
        if (fault.line && !fault.kernel.empty()) {
            text += QLatin1Char('\n') +
                    tr("In line %1, kernel %2").arg(*fault.line).arg(qs(fault.kernel));
        }
        if (const QString more = moreFaults(faults); !more.isEmpty()) {
            text += QLatin1Char('\n') + more;
        }
        ResultLine* line = addLine(iconName, tint, text, {});
        if (fault.line) {
            line->setLeadsSomewhere(tr("Enter or a click goes to line %1").arg(*fault.line));
            connect(line, &ResultLine::activated, this,
                    [this, fault] { emit faultActivated(fault); });
        } else if (!fault.buffer.empty()) {
            const QString buffer = qs(fault.buffer);
            line->setLeadsSomewhere(tr("Enter or a click shows %1").arg(buffer));
            connect(line, &ResultLine::activated, this,
                    [this, buffer] { emit bufferActivated(buffer); });
        }
    }
}

/// Shows either the passed or the failed checks.
void ResultsPanel::showChecks(const session::RunReport& report, bool passed) {
    for (const auto& buffer : report.buffers) {
        if (!buffer.expect || buffer.expect->passed != passed) {
            continue;
        }
        const auto& expect = *buffer.expect;
        QString text = expect.passed ? tr("%1 is as expected").arg(qs(buffer.name))
                                     : tr("%1 differs in %2 elements")
                                           .arg(qs(buffer.name),
                                                describeCount(std::uint64_t(expect.mismatches)));
        if (!expect.passed && expect.firstMismatch) {
            QStringList index;
            for (const auto i : expect.firstMismatch->index) {
                index << QString::number(i);
            }
            text += tr("; first at [%1]: got %2, want %3")
                        .arg(index.join(QStringLiteral(", ")), qs(expect.firstMismatch->got),
                             qs(expect.firstMismatch->want));
        }
        ResultLine* line =
            addLine(expect.passed ? QStringLiteral("ok") : QStringLiteral("error"),
                    expect.passed ? IconTint::success : IconTint::error, text,
                    tr("max error %1").arg(QString::number(expect.maxAbsError, 'g', 3)));
        const QString name = qs(buffer.name);
        line->setObjectName(QStringLiteral("check.") + name);
        line->setLeadsSomewhere(tr("Enter or a click shows %1").arg(name));
        connect(line, &ResultLine::activated, this, [this, name] { emit bufferActivated(name); });
    }
}

/// "Finished" does not mean "correct", as new users might think.
void ResultsPanel::showNothingCompared(const session::RunReport& report) {
    const bool compared = std::any_of(report.buffers.begin(), report.buffers.end(),
                                      [](const auto& b) { return b.expect.has_value(); });
    if (report.status != session::RunStatus::ok || report.buffers.empty() || compared) {
        return;
    }
    ResultLine* line =
        addLine(QStringLiteral("info"), IconTint::muted,
                tr("Nothing was checked. Set the expected values of a buffer in Data, under "
                   "“Expected after the run”, and every run compares them."),
                {});
    line->setObjectName(QStringLiteral("nothingCompared"));
    line->setLeadsSomewhere(tr("Enter or a click shows the set-up's buffers"));
    connect(line, &ResultLine::activated, this, &ResultsPanel::expectationsWanted);
}

/// Shows the worst inefficiency of each launch, as a profiler would.
void ResultsPanel::showFindings(const session::RunReport& report) {
    for (const Finding& finding : findingsOf(report)) {
        ResultLine* line = addLine(QStringLiteral("metrics"), IconTint::warning, finding.text, {});
        line->setObjectName(QStringLiteral("finding.%1").arg(finding.launch));
        line->setLeadsSomewhere(
            finding.line == 0 ? tr("Enter or a click shows what the GPU counted")
            : finding.metric == LineMetric::activeLanes
                ? tr("Enter or a click goes to line %1, and shows how many lanes work in each")
                      .arg(finding.line)
                : tr("Enter or a click goes to line %1, and shows what its lanes access")
                      .arg(finding.line));
        connect(line, &ResultLine::activated, this,
                [this, finding] { emit findingActivated(finding); });
    }
}

/// Shows kernel output, because the output panel is behind others.
void ResultsPanel::showPrinted(const session::RunReport& report) {
    if (report.standardOutput.empty()) {
        return;
    }
    const auto& text = report.standardOutput;
    const auto lines = std::count(text.begin(), text.end(), '\n') + (text.back() == '\n' ? 0 : 1);
    ResultLine* line = addLine(QStringLiteral("info"), IconTint::accent,
                               tr("The kernel printed %1 line(s)", nullptr, int(lines))
                                   .arg(describeCount(std::uint64_t(lines))),
                               {});
    line->setObjectName(QStringLiteral("printed"));
    line->setLeadsSomewhere(tr("Enter or a click shows the output"));
    connect(line, &ResultLine::activated, this, &ResultsPanel::outputActivated);
}

/// Shows a simulated device's estimate for its GPU, and how to reduce it.
void ResultsPanel::showEstimate(const session::LaunchReport& launch, std::size_t index) {
    if (!launch.estimate) {
        return;
    }
    const estimate::TimeEstimate& estimate = *launch.estimate;
    if (!estimate.timed()) {
        addLine(QStringLiteral("info"), IconTint::muted,
                tr("No time can be estimated: %1").arg(errorInWords(estimate.untimed)), {});
        return;
    }
    QString text =
        tr("Estimated for %1, from %2").arg(qs(estimate.model), unbroken(describeRange(estimate)));
    if (!estimate.boundBy.empty()) {
        QString bounds = describeBounds(estimate);
        bounds.replace(QStringLiteral(" %"), QStringLiteral("\u00a0%")); // numbers keep their sign
        text += QLatin1Char('\n') +
                tr("Limited by %1. %2").arg(bounds, boundAdvice(estimate.boundBy.front().bound));
    }
    ResultLine* line = addLine(QStringLiteral("metrics"), IconTint::accent, text,
                               QStringLiteral("≈ ") + describeMilliseconds(estimate.ms));
    line->setObjectName(QStringLiteral("estimate.%1").arg(index));
    line->setLeadsSomewhere(tr("Enter or a click shows the estimated times"));
    connect(line, &ResultLine::activated, this,
            [this, index] { emit launchActivated(int(index)); });
    // The others are in Speed of Light.
    if (!estimate.gains.empty()) {
        const estimate::Gain& gain = estimate.gains.front();
        ResultLine* better =
            addLine(QStringLiteral("info"), IconTint::accent, describeGain(gain, estimate),
                    QStringLiteral("≈ ") + describeMilliseconds(gain.ms));
        better->setObjectName(QStringLiteral("gain.%1").arg(index));
        better->setLeadsSomewhere(tr("Enter or a click shows what limits the launch"));
        connect(better, &ResultLine::activated, this,
                [this, index] { emit limitsActivated(int(index)); });
    }
}

void ResultsPanel::showLaunches(const session::RunReport& report) {
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const auto& launch = report.launches[i];
        const bool simulated = report.device && report.device->simulated;
        QString value;
        if (launch.time && !simulated) {
            value = describeMilliseconds(launch.time->median);
        } else if (launch.counters) {
            value = tr("%1 instr.").arg(describeCount(launch.counters->warpInstructions));
        }
        if (launch.bytesPerSecond && !simulated) {
            value += QStringLiteral("  ·  ") + describeRate(*launch.bytesPerSecond, tr("B/s"));
        }
        ResultLine* line =
            addLine(QStringLiteral("kernel"), IconTint::muted,
                    launch.computedBy.empty()
                        ? tr("%1 <<<%2, %3>>>")
                              .arg(launchTitle(launch), unbroken(describeExtent(launch.grid)),
                                   unbroken(describeExtent(launch.block)))
                        : launchTitle(launch),
                    value);
        showEstimate(launch, i);
        if (launch.time) {
            line->setLeadsSomewhere(
                simulated ? tr("Simulated in %1 on this computer, which says nothing about a "
                               "GPU's time. Enter or a click shows more")
                                .arg(describeMilliseconds(launch.time->median))
                          : tr("Enter or a click shows its times"));
            connect(line, &ResultLine::activated, this,
                    [this, i] { emit launchActivated(int(i)); });
        }
    }
}

void ResultsPanel::setReport(const session::RunReport& report) {
    while (QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const StatusLook look = lookOf(report.status);
    m_icon->setSign(QLatin1String(look.icon), look.tint);
    m_status->setText(describeOutcome(report));
    const bool simulated = report.device && report.device->simulated;
    m_device->setText(
        report.device ? tr("%1, compute capability %2")
                            .arg(qs(report.device->name), qs(report.device->computeCapability()))
                      : tr("No device"));
    m_device->setToolTip(
        simulated ? tr("Results are those of a GPU; times are the simulator's on this CPU and say "
                       "nothing about a GPU's speed")
                  : QString());
    // A fault, failed checks, compile errors and Stopped already explain the outcome, with a
    // location.
    const bool said = !report.faults.empty() ||
                      report.status == session::RunStatus::compile_error ||
                      report.status == session::RunStatus::cancelled ||
                      report.status == session::RunStatus::expect_failed;
    if (!report.message.empty() && !said) {
        addLine(QStringLiteral("info"), IconTint::error, errorInWords(report.message), {});
    }
    showFaults(report.faults, QStringLiteral("error"), IconTint::error);
    showFaults(report.findings, QStringLiteral("warning"), IconTint::warning);
    // What needs action comes first, because the panel is low.
    showChecks(report, false);
    showFindings(report);
    showChecks(report, true);
    showNothingCompared(report);
    showLaunches(report);
    showPrinted(report);
    setStale(false);
    m_stack->setCurrentIndex(1);
}

/// Tells users who open a complete program that its main() does not run.
void ResultsPanel::showHostCode(const session::CompileReport& compile, Selection& selection) {
    const HostCodeNote note = noteOnHostCode(compile.setAside);
    if (note.text.isEmpty()) {
        return;
    }
    ResultLine* line = addLine(QStringLiteral("info"), IconTint::muted, note.text, {});
    line->setObjectName(QStringLiteral("hostCode"));
    if (note.line > 0) {
        line->setLeadsSomewhere(tr("Enter or a click goes to line %1").arg(note.line));
        const SourcePlace place{note.file, note.line};
        connect(line, &ResultLine::activated, &selection,
                [&selection, place] { selection.goTo(place); });
    }
}

ResultsPanel::ResultsPanel(Workbench& bench)
    : ResultsPanel() {
    connect(&bench.results, &Results::runChanged, this, [this, &bench] {
        if (const session::RunReport* report = bench.results.report()) {
            setReport(*report);
            setStale(bench.results.stale()); // edited during the run
            if (report->compile) {
                showHostCode(*report->compile, bench.selection);
            }
            followInTabOrder(m_page, *m_lines);
        } else {
            clear();
        }
    });
    connect(&bench.results, &Results::runningChanged, this, &ResultsPanel::setRunning);
    connect(&bench.results, &Results::staleChanged, this, &ResultsPanel::setStale);
    Selection& selection = bench.selection;
    connect(this, &ResultsPanel::bufferActivated, &selection, [&selection](const QString& name) {
        selection.setBuffer(name);
        selection.show(panels::buffers);
    });
    connect(this, &ResultsPanel::faultActivated, &selection, [&bench](const session::Fault& fault) {
        bench.selection.goTo(
            {qs(fault.file), fault.line.value_or(0), bench.results.run().revision});
    });
    connect(this, &ResultsPanel::outputActivated, &selection,
            [&selection] { selection.show(panels::output); });
    connect(this, &ResultsPanel::expectationsWanted, &selection,
            [&selection] { selection.show(kBuffersOfSetup); });
    connect(this, &ResultsPanel::findingActivated, &selection, [&](const Finding& finding) {
        selection.setLaunch(finding.launch);
        if (finding.line == 0)
            return selection.show(kCounters);
        selection.goTo({{}, finding.line, bench.results.run().revision});
        if (finding.metric == LineMetric::activeLanes)
            selection.showCosts(finding.metric);
        else
            selection.show(kLanesPanel);
    });
    connect(this, &ResultsPanel::limitsActivated, &selection, [&selection](int index) {
        selection.setLaunch(index);
        selection.show(panels::limits);
    });
    connect(this, &ResultsPanel::launchActivated, &selection, [&selection](int index) {
        selection.setLaunch(index);
        selection.show(panels::timing);
    });
}

} // namespace warpbench::ui
