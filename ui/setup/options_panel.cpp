// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/options_panel.h"

#include "core/plan/split.h"
#include "ui/documents/evaluation.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace warpbench::ui {

using project::CompileSettings;
using project::Limits;
using project::MetricExpressions;
using project::Project;
using project::Timing;

namespace {

Value<Project> percentOf(double Timing::*member) {
    return {[=](const Project& p) { return QVariant(p.timing.*member * 100); },
            [=](Project& p, const QVariant& value) { p.timing.*member = value.toDouble() / 100; }};
}

/// An empty architecture is "auto".
Value<Project> architecture() {
    return {[](const Project& p) { return toField(p.compile.arch); },
            [](Project& p, const QVariant& value) {
                fromField(p.compile.arch, value);
                p.compile.arch = p.compile.arch.empty() ? "auto" : p.compile.arch;
            }};
}

} // namespace

OptionsPanel::OptionsPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form([this](const QString& undo, const auto& change, const QString& key) {
        m_document.edit(undo, change, key.isEmpty() ? key : QStringLiteral("options.") + key);
    })
    , m_commandLine(new QLineEdit) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("optionsPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    addProject();
    addCompile();
    addRun();
    addTiming();
    addContext();
    addMetrics();
    layout->addStretch();
    const auto refresh = [this] {
        m_form.show(m_document.project(), Evaluation(m_document.project()));
    };
    connect(&document, &ProjectDocument::changed, this, refresh);
    refresh();
}

/// Rows without a label, which are check boxes, are below the others.
QVBoxLayout* OptionsPanel::addSection(const QString& title, std::vector<Row> rows) {
    auto* outer = static_cast<QVBoxLayout*>(layout());
    if (outer->count() > 0)
        outer->addSpacing(kGap);
    auto* section = new QVBoxLayout;
    section->setSpacing(kGap);
    outer->addLayout(section);
    section->addWidget(makeSection(title));
    auto* form = makeForm();
    section->addLayout(form);
    for (Row& row : rows) {
        if (row.label.isEmpty())
            section->addWidget(m_form.add(std::move(row)));
        else
            m_form.add(std::move(row), *form);
    }
    return section;
}

// clang-format off

void OptionsPanel::addProject() {
    addSection(tr("Project"), {{.label = tr("Name"), .name = "projectName",
                                .says = tr("Name of the project"), .undo = tr("Rename project"),
                                .input = lineInput(), .value = at(&Project::name)}});
}

void OptionsPanel::addCompile() {
    const QString wordsTip = tr("Separated by spaces; put those with spaces in \"quotes\"");
    m_commandLine->setReadOnly(true);
    useCodeFont(*m_commandLine);
    addSection(
        tr("Compile"),
        {{.label = tr("Architecture"), .name = "architecture", .says = tr("Architecture"),
          .tip = tr("auto: that of the device"), .placeholder = QStringLiteral("auto"),
          .undo = tr("Change architecture"),
          .input = textChoiceInput(
              {"auto", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}),
          .value = architecture()},
         {.label = tr("Standard"), .name = "standard", .says = tr("C++ standard"),
          .undo = tr("Change C++ standard"),
          .input = choiceInput(
              {{"c++11", "c++11"}, {"c++14", "c++14"}, {"c++17", "c++17"}, {"c++20", "c++20"}}),
          .value = at(&Project::compile, &CompileSettings::std)},
         {.label = tr("Options"), .name = "compilerOptions", .says = tr("Compiler options"),
          .tip = wordsTip, .placeholder = QStringLiteral("--use_fast_math -maxrregcount=32"),
          .undo = tr("Change compiler options"), .input = lineInput(true),
          .value = at(&Project::compile, &CompileSettings::options)},
         {.label = tr("Include"), .name = "includeFolders", .says = tr("Include folders"),
          .tip = wordsTip, .placeholder = tr("folders beside the project"),
          .undo = tr("Change include folders"), .input = lineInput(true),
          .value = at(&Project::compile, &CompileSettings::includeDirs)},
         {.label = tr("As run"), .name = "commandLine", .says = tr("Compiler command line"),
          .placeholder = tr("after the first compile"),
          .input = {.widget = m_commandLine, .focus = m_commandLine}},
         {.name = "linkTimeOptimisation",
          .tip = tr("Link-time optimisation by NVIDIA's nvJitLink: also inlines calls from "
                    "one of the project's sources into another."),
          .undo = tr("Change link-time optimisation"),
          .input = checkInput(tr("&Optimise linked sources as one")),
          .value = at(&Project::compile, &CompileSettings::lto)}});
}

void OptionsPanel::addRun() {
    addSection(tr("Run"),
               {{.label = tr("Devices"), .name = "devicesThatShare",
                 .says = tr("Devices that share the run"),
                 .tip = tr("How many devices share the run: each works on its own rows of the "
                           "buffers that are split in Data"),
                 .undo = tr("Change devices"),
                 .input = numberInput({.least = 1, .most = project::kMaxDevices}),
                 .value = at(&Project::devices)},
                {.label = tr("Rounds"), .name = "rounds", .says = tr("Rounds of the launches"),
                 .tip = tr("How often every pass repeats the launches, for example for the steps "
                           "of a simulation"),
                 .placeholder = QStringLiteral("1"), .undo = tr("Change rounds"),
                 .input = expressionInput(), .value = at(&Project::rounds),
                 .evaluate = integerFrom(1)}});
}

void OptionsPanel::addTiming() {
    addSection(
        tr("Timing"),
        {{.label = tr("Warm-up"), .name = "warmup", .says = tr("Warm-up passes"),
          .undo = tr("Change warm-up"), .input = numberInput({.most = 10'000}),
          .value = at(&Project::timing, &Timing::warmup)},
         {.label = tr("Repeats"), .name = "repeats", .says = tr("Timed passes"),
          .tip = tr("0: nothing is timed. A simulated device does one pass."),
          .undo = tr("Change repeats"), .input = numberInput({.most = 1'000'000}),
          .value = at(&Project::timing, &Timing::repeats)},
         {.label = tr("Until median ±"), .name = "medianError",
          .says = tr("Repeats until the median is this precise"),
          .tip = tr("A real GPU repeats until the error of each median is at most this, up to %1 "
                    "times")
                     .arg(Timing().maxRepeats),
          .undo = tr("Change the median's error"),
          .input = numberInput(
              {.most = 50, .decimals = 2, .step = 0.5, .suffix = tr(" %"), .special = tr("off")}),
          .value = percentOf(&Timing::medianError)},
         {.label = tr("Copies in turn"), .name = "rotateInputs",
          .says = tr("Copies of read-only buffers"),
          .tip = tr("Passes use this many copies of read-only buffers in turn, so that the "
                    "L2 cache does not hold them"),
          .undo = tr("Change copies in turn"),
          .input = numberInput({.least = 1, .most = 1024, .special = tr("none")}),
          .value = at(&Project::timing, &Timing::rotate)},
         {.label = tr("Time limit"), .name = "timeLimit", .says = tr("Time limit of a run"),
          .undo = tr("Change time limit"),
          .input = numberInput({.least = 0.1, .most = 86'400, .decimals = 1, .suffix = tr(" s")}),
          .value = at(&Project::timing, &Timing::timeoutSeconds)},
         {.name = "flushCache", .tip = tr("Each pass then starts without its data in the L2 cache"),
          .undo = tr("Change cache flushing"),
          .input = checkInput(tr("F&lush the L2 between passes")),
          .value = at(&Project::timing, &Timing::flushL2)},
         {.name = "restoreBuffers",
          .tip = tr("Each pass then starts with the same buffers as the first one"),
          .undo = tr("Change restoring"), .input = checkInput(tr("Put &written buffers back")),
          .value = at(&Project::timing, &Timing::restore)},
         {.name = "timeAsGraph",
          .tip = tr("Time of a whole pass when its kernels are launched for the first time, "
                    "one by one, and as one graph"),
          .undo = tr("Change timing as a graph"),
          .input = checkInput(tr("Also as one CUDA &graph")),
          .value = at(&Project::timing, &Timing::graph)}});
}

/// Limits for kernels that recurse, allocate memory or print much.
void OptionsPanel::addContext() {
    const auto limit = [](const QString& label, const QString& name, const QString& says,
                          const QString& tip, auto member) {
        return Row{.label = label, .name = name, .says = says, .tip = tip,
                   .placeholder = tr("the driver's"), .undo = tr("Change limits"),
                   .input = expressionInput(), .value = at(&Project::limits, member),
                   .evaluate = integerFrom(1)};
    };
    addSection(
        tr("Context"),
        {{.label = tr("Context"), .name = "contextKind",
          .says = tr("The CUDA context that the run uses"),
          .tip = tr("The primary context is the one that the CUDA runtime uses"),
          .undo = tr("Change context"),
          .input =
              choiceInput({{tr("its own"), int(project::ContextKind::own)},
                           {tr("the device's primary one"), int(project::ContextKind::primary)}},
                          8),
          .value = at(&Project::context)},
         limit(tr("Stack"), "limitStack", tr("Stack of each thread in bytes"),
               tr("Bytes of each thread, for deep recursion and large local arrays"),
               &Limits::stackBytes),
         limit(tr("Heap"), "limitHeap", tr("Heap of kernels in bytes"),
               tr("Bytes for malloc and new in kernels"), &Limits::heapBytes),
         limit(tr("Printf"), "limitPrintf", tr("Room for what kernels print in bytes"),
               tr("Bytes for what kernels print until a launch has ended"), &Limits::printfBytes)});
}

void OptionsPanel::addMetrics() {
    addSection(tr("Work of one launch"),
               {{.label = tr("Bytes"), .name = "metricBytes",
                 .says = tr("Bytes moved by one launch"),
                 .placeholder = QStringLiteral("3 * 4 * n"), .undo = tr("Change bytes"),
                 .input = expressionInput(),
                 .value = at(&Project::metrics, &MetricExpressions::bytes),
                 .evaluate = anyNumber()},
                {.label = tr("Operations"), .name = "metricOperations",
                 .says = tr("Floating-point operations of one launch"),
                 .placeholder = QStringLiteral("2 * n"), .undo = tr("Change operations"),
                 .input = expressionInput(),
                 .value = at(&Project::metrics, &MetricExpressions::flops),
                 .evaluate = anyNumber()}})
        ->addWidget(makeHint(tr("Bytes and operations per second are calculated from these.")));
}

// clang-format on

void OptionsPanel::setCommandLine(const QString& commandLine) {
    m_commandLine->setText(commandLine);
    m_commandLine->setCursorPosition(0);
    m_commandLine->setToolTip(commandLine);
}

OptionsPanel::OptionsPanel(Workbench& bench)
    : OptionsPanel(bench.document) {
    connect(
        &bench.controller, &RunController::compiled, this,
        [this](const compile::CompileResult& result) { setCommandLine(qs(result.commandLine)); });
    connect(&bench.results, &Results::runChanged, this, [this, &bench] {
        const session::RunReport* report = bench.results.report();
        if (!report)
            setCommandLine({});
        else if (report->compile)
            setCommandLine(qs(report->compile->commandLine));
    });
}

} // namespace warpbench::ui
