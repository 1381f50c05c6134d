// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/options_panel.h"

#include "core/plan/split.h"
#include "ui/documents/evaluation.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

/// Splits at spaces; double quotes enclose words with spaces.
std::vector<std::string> words(const QString& text) {
    std::vector<std::string> all;
    for (const QString& word : QProcess::splitCommand(text)) {
        all.push_back(ss(word));
    }
    return all;
}

QString joined(const std::vector<std::string>& all) {
    QStringList list;
    for (const auto& word : all) {
        QString text = qs(word);
        if (text.isEmpty() || text.contains(QLatin1Char(' ')) || text.contains(QLatin1Char('"')) ||
            text.contains(QLatin1Char('\t'))) {
            text.replace(QLatin1Char('"'), QStringLiteral("\"\"\"")); // syntax of splitCommand
            text = QLatin1Char('"') + text + QLatin1Char('"');
        }
        list << text;
    }
    return list.join(QLatin1Char(' '));
}

void showText(QLineEdit* field, const QString& text) {
    if (field->text() != text &&
        !(field->hasFocus() && field->text().trimmed() == text.trimmed())) {
        field->setText(text);
    }
}

/// Leaves a field unchanged if it has the same meaning.
void showWords(QLineEdit* field, const std::vector<std::string>& all) {
    if (words(field->text()) != all) {
        field->setText(joined(all));
    }
}

} // namespace

OptionsPanel::OptionsPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("optionsPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    m_name = new QLineEdit;
    m_name->setAccessibleName(tr("Name of the project"));
    auto* form = makeForm();
    form->addRow(tr("Name"), m_name);
    layout->addWidget(makeSection(tr("Project")));
    layout->addLayout(form);
    layout->addSpacing(kGap);
    layout->addWidget(buildCompile());
    layout->addSpacing(kGap);
    layout->addWidget(buildRun());
    layout->addSpacing(kGap);
    layout->addWidget(buildTiming());
    layout->addSpacing(kGap);
    layout->addWidget(buildContext());
    layout->addSpacing(kGap);
    layout->addWidget(buildMetrics());
    layout->addStretch();
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit(tr("Rename project"), QStringLiteral("name"),
             [&](project::Project& p) { p.name = ss(text); });
    });
    connect(&document, &ProjectDocument::changed, this, &OptionsPanel::refresh);
    refresh();
}

void OptionsPanel::edit(const QString& text, const QString& field,
                        const std::function<void(project::Project&)>& change) {
    m_document.edit(text, change, field.isEmpty() ? field : QStringLiteral("options.") + field);
}

QWidget* OptionsPanel::buildCompile() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Compile")));
    auto* form = makeForm();
    m_arch = new QComboBox;
    m_arch->setEditable(true);
    m_arch->setAccessibleName(tr("Architecture"));
    m_arch->addItems({"auto", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"});
    m_arch->setToolTip(tr("auto: that of the device"));
    m_std = new QComboBox;
    m_std->setAccessibleName(tr("C++ standard"));
    m_std->addItems({"c++11", "c++14", "c++17", "c++20"});
    m_options = new QLineEdit;
    useCodeFont(*m_options);
    m_options->setAccessibleName(tr("Compiler options"));
    m_options->setPlaceholderText(QStringLiteral("--use_fast_math -maxrregcount=32"));
    m_includes = new QLineEdit;
    useCodeFont(*m_includes);
    m_includes->setAccessibleName(tr("Include folders"));
    m_includes->setPlaceholderText(tr("folders beside the project"));
    for (QLineEdit* field : {m_options, m_includes}) {
        field->setToolTip(tr("Separated by spaces; put those with spaces in \"quotes\""));
    }
    m_options->setObjectName(QStringLiteral("compilerOptions"));
    m_includes->setObjectName(QStringLiteral("includeFolders"));
    m_commandLine = new QLineEdit;
    useCodeFont(*m_commandLine);
    m_commandLine->setObjectName(QStringLiteral("commandLine"));
    m_commandLine->setReadOnly(true);
    m_commandLine->setAccessibleName(tr("Compiler command line"));
    m_commandLine->setPlaceholderText(tr("after the first compile"));
    form->addRow(tr("Architecture"), m_arch);
    form->addRow(tr("Standard"), m_std);
    form->addRow(tr("Options"), m_options);
    form->addRow(tr("Include"), m_includes);
    form->addRow(tr("As run"), m_commandLine);
    layout->addLayout(form);
    m_lto = new QCheckBox(tr("&Optimise linked sources as one"));
    m_lto->setObjectName(QStringLiteral("linkTimeOptimisation"));
    m_lto->setToolTip(tr("Link-time optimisation by NVIDIA's nvJitLink: also inlines calls from "
                         "one of the project's sources into another."));
    layout->addWidget(m_lto);
    connect(m_lto, &QCheckBox::clicked, this, [this](bool on) {
        edit(tr("Change link-time optimisation"), {},
             [&](project::Project& p) { p.compile.lto = on; });
    });
    connect(m_arch, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        edit(tr("Change architecture"), QStringLiteral("arch"), [&](project::Project& p) {
            p.compile.arch = text.trimmed().isEmpty() ? "auto" : ss(text.trimmed());
        });
    });
    connect(m_std, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        edit(tr("Change C++ standard"), {}, [&](project::Project& p) { p.compile.std = ss(text); });
    });
    connect(m_options, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit(tr("Change compiler options"), QStringLiteral("options"),
             [&](project::Project& p) { p.compile.options = words(text); });
    });
    connect(m_includes, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit(tr("Change include folders"), QStringLiteral("includes"),
             [&](project::Project& p) { p.compile.includeDirs = words(text); });
    });
    return box;
}

QWidget* OptionsPanel::buildRun() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Run")));
    auto* form = makeForm();
    m_devices = new QSpinBox;
    m_devices->setObjectName(QStringLiteral("devicesThatShare"));
    m_devices->setRange(1, project::kMaxDevices);
    m_devices->setAccessibleName(tr("Devices that share the run"));
    m_devices->setToolTip(tr("How many devices share the run: each works on its own rows of the "
                             "buffers that are split in Data"));
    m_rounds = new ExpressionField(tr("Rounds of the launches"));
    m_rounds->setObjectName(QStringLiteral("rounds"));
    m_rounds->setPlaceholder(QStringLiteral("1"));
    m_rounds->setToolTip(
        tr("How often every pass repeats the launches, for example for the steps of a simulation"));
    form->addRow(tr("Devices"), m_devices);
    form->addRow(tr("Rounds"), m_rounds);
    layout->addLayout(form);
    connect(m_devices, &QSpinBox::valueChanged, this, [this](int value) {
        edit(tr("Change devices"), QStringLiteral("devices"),
             [&](project::Project& p) { p.devices = value; });
    });
    connect(m_rounds, &ExpressionField::edited, this, [this](const QString& typed) {
        const std::string text = ss(typed.trimmed());
        edit(tr("Change rounds"), QStringLiteral("rounds"), [&](project::Project& p) {
            p.rounds = text.empty() ? std::nullopt : std::optional(project::Expression{text, {}});
        });
    });
    return box;
}

/// Limits for kernels that recurse, allocate memory or print much.
QWidget* OptionsPanel::buildContext() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Context")));
    m_context = new QComboBox;
    m_context->setObjectName(QStringLiteral("contextKind"));
    m_context->setAccessibleName(tr("The CUDA context that the run uses"));
    m_context->addItems({tr("its own"), tr("the device's primary one")});
    // The panel must not take width from the code; the list shows all texts in full.
    m_context->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_context->setMinimumContentsLength(8);
    m_context->setToolTip(tr("The primary context is the one that the CUDA runtime uses"));
    auto* form = makeForm();
    form->addRow(tr("Context"), m_context);
    const auto add = [&](const QString& label, const QString& name, const QString& object,
                         const QString& tip,
                         std::optional<project::Expression> project::Limits::*member) {
        auto* field = new ExpressionField(name);
        field->setObjectName(object);
        field->setPlaceholder(tr("the driver's"));
        field->setToolTip(tip);
        form->addRow(label, field);
        connect(field, &ExpressionField::edited, this, [=, this](const QString& typed) {
            const QString text = typed.trimmed();
            edit(tr("Change limits"), object, [&](project::Project& p) {
                p.limits.*member = text.isEmpty()
                                       ? std::nullopt
                                       : std::optional(project::Expression{ss(text), {}});
            });
        });
        return field;
    };
    m_stack = add(tr("Stack"), tr("Stack of each thread in bytes"), QStringLiteral("limitStack"),
                  tr("Bytes of each thread, for deep recursion and large local arrays"),
                  &project::Limits::stackBytes);
    m_heap = add(tr("Heap"), tr("Heap of kernels in bytes"), QStringLiteral("limitHeap"),
                 tr("Bytes for malloc and new in kernels"), &project::Limits::heapBytes);
    m_printf = add(
        tr("Printf"), tr("Room for what kernels print in bytes"), QStringLiteral("limitPrintf"),
        tr("Bytes for what kernels print until a launch has ended"), &project::Limits::printfBytes);
    layout->addLayout(form);
    connect(m_context, &QComboBox::currentIndexChanged, this, [this](int index) {
        edit(tr("Change context"), {}, [&](project::Project& p) {
            p.context = index == 1 ? project::ContextKind::primary : project::ContextKind::own;
        });
    });
    return box;
}

QWidget* OptionsPanel::buildTiming() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Timing")));
    auto* form = makeForm();
    m_warmup = new QSpinBox;
    m_warmup->setRange(0, 10'000);
    m_warmup->setAccessibleName(tr("Warm-up passes"));
    m_repeats = new QSpinBox;
    m_repeats->setRange(0, 1'000'000);
    m_repeats->setAccessibleName(tr("Timed passes"));
    m_repeats->setToolTip(tr("0: nothing is timed. A simulated device does one pass."));
    m_timeout = new QDoubleSpinBox;
    m_timeout->setLocale(QLocale::c()); // decimal point, as everywhere else
    m_timeout->setRange(0.1, 86'400);
    m_timeout->setDecimals(1);
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setAccessibleName(tr("Time limit of a run"));
    m_medianError = new QDoubleSpinBox;
    m_medianError->setLocale(QLocale::c());
    m_medianError->setRange(0, 50);
    m_medianError->setSingleStep(0.5);
    m_medianError->setSuffix(tr(" %"));
    m_medianError->setSpecialValueText(tr("off"));
    m_medianError->setAccessibleName(tr("Repeats until the median is this precise"));
    m_medianError->setToolTip(
        tr("A real GPU repeats until the error of each median is at most this, up to %1 times")
            .arg(project::Timing().maxRepeats));
    m_flush = new QCheckBox(tr("F&lush the L2 between passes"));
    m_flush->setToolTip(tr("Each pass then starts without its data in the L2 cache"));
    m_restore = new QCheckBox(tr("Put &written buffers back"));
    m_restore->setToolTip(tr("Each pass then starts with the same buffers as the first one"));
    m_graph = new QCheckBox(tr("Also as one CUDA &graph"));
    m_graph->setObjectName(QStringLiteral("timeAsGraph"));
    m_graph->setToolTip(tr("Time of a whole pass when its kernels are launched for the first time, "
                           "one by one, and as one graph"));
    form->addRow(tr("Warm-up"), m_warmup);
    form->addRow(tr("Repeats"), m_repeats);
    form->addRow(tr("Until median ±"), m_medianError);
    m_rotate = new QSpinBox;
    m_rotate->setObjectName(QStringLiteral("rotateInputs"));
    m_rotate->setRange(1, 1024);
    m_rotate->setSpecialValueText(tr("none"));
    m_rotate->setAccessibleName(tr("Copies of read-only buffers"));
    m_rotate->setToolTip(tr("Passes use this many copies of read-only buffers in turn, so that the "
                            "L2 cache does not hold them"));
    form->addRow(tr("Copies in turn"), m_rotate);
    form->addRow(tr("Time limit"), m_timeout);
    layout->addLayout(form);
    layout->addWidget(m_flush);
    layout->addWidget(m_restore);
    layout->addWidget(m_graph);
    connect(m_graph, &QCheckBox::clicked, this, [this](bool on) {
        edit(tr("Change timing as a graph"), {}, [&](project::Project& p) { p.timing.graph = on; });
    });
    connect(m_rotate, &QSpinBox::valueChanged, this, [this](int value) {
        edit(tr("Change copies in turn"), QStringLiteral("rotate"),
             [&](project::Project& p) { p.timing.rotate = value; });
    });
    connect(m_warmup, &QSpinBox::valueChanged, this, [this](int value) {
        edit(tr("Change warm-up"), QStringLiteral("warmup"),
             [&](project::Project& p) { p.timing.warmup = value; });
    });
    connect(m_repeats, &QSpinBox::valueChanged, this, [this](int value) {
        edit(tr("Change repeats"), QStringLiteral("repeats"),
             [&](project::Project& p) { p.timing.repeats = value; });
    });
    connect(m_medianError, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(tr("Change the median's error"), QStringLiteral("median_error"),
             [&](project::Project& p) { p.timing.medianError = value / 100; });
    });
    connect(m_timeout, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(tr("Change time limit"), QStringLiteral("timeout"),
             [&](project::Project& p) { p.timing.timeoutSeconds = value; });
    });
    connect(m_flush, &QCheckBox::clicked, this, [this](bool on) {
        edit(tr("Change cache flushing"), {}, [&](project::Project& p) { p.timing.flushL2 = on; });
    });
    connect(m_restore, &QCheckBox::clicked, this, [this](bool on) {
        edit(tr("Change restoring"), {}, [&](project::Project& p) { p.timing.restore = on; });
    });
    return box;
}

QWidget* OptionsPanel::buildMetrics() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(makeSection(tr("Work of one launch")));
    m_bytes = new ExpressionField(tr("Bytes moved by one launch"));
    m_bytes->setPlaceholder(QStringLiteral("3 * 4 * n"));
    m_flops = new ExpressionField(tr("Floating-point operations of one launch"));
    m_flops->setPlaceholder(QStringLiteral("2 * n"));
    auto* form = makeForm();
    form->addRow(tr("Bytes"), m_bytes);
    form->addRow(tr("Operations"), m_flops);
    layout->addLayout(form);
    layout->addWidget(makeHint(tr("Bytes and operations per second are calculated from these.")));
    const auto connectField =
        [this](ExpressionField* field, const QString& text,
               std::optional<project::Expression> project::MetricExpressions::*member) {
            connect(field, &ExpressionField::edited, this, [=, this](const QString& typed) {
                edit(text, text, [&](project::Project& p) {
                    const QString trimmed = typed.trimmed();
                    p.metrics.*member = trimmed.isEmpty()
                                            ? std::nullopt
                                            : std::optional(project::Expression{ss(trimmed), {}});
                });
            });
        };
    connectField(m_bytes, tr("Change bytes"), &project::MetricExpressions::bytes);
    connectField(m_flops, tr("Change operations"), &project::MetricExpressions::flops);
    return box;
}

void OptionsPanel::setCommandLine(const QString& commandLine) {
    m_commandLine->setText(commandLine);
    m_commandLine->setCursorPosition(0);
    m_commandLine->setToolTip(commandLine);
}

void OptionsPanel::refresh() {
    const project::Project& p = m_document.project();
    const QSignalBlocker blocks[] = {
        QSignalBlocker(m_arch),    QSignalBlocker(m_std),         QSignalBlocker(m_warmup),
        QSignalBlocker(m_repeats), QSignalBlocker(m_medianError), QSignalBlocker(m_timeout),
        QSignalBlocker(m_devices), QSignalBlocker(m_context),     QSignalBlocker(m_rotate)};
    m_context->setCurrentIndex(p.context == project::ContextKind::primary ? 1 : 0);
    m_devices->setValue(p.devices);
    showText(m_name, qs(p.name));
    if (m_arch->currentText().trimmed() != qs(p.compile.arch)) {
        m_arch->setCurrentText(qs(p.compile.arch));
    }
    if (m_std->findText(qs(p.compile.std)) < 0) {
        m_std->addItem(qs(p.compile.std));
    }
    m_std->setCurrentText(qs(p.compile.std));
    showWords(m_options, p.compile.options);
    showWords(m_includes, p.compile.includeDirs);
    m_lto->setChecked(p.compile.lto);
    m_warmup->setValue(p.timing.warmup);
    m_repeats->setValue(p.timing.repeats);
    m_rotate->setValue(p.timing.rotate);
    m_medianError->setValue(p.timing.medianError * 100);
    m_timeout->setValue(p.timing.timeoutSeconds);
    m_flush->setChecked(p.timing.flushL2);
    m_restore->setChecked(p.timing.restore);
    m_graph->setChecked(p.timing.graph);
    const Evaluation evaluation(p);
    const auto show = [&](ExpressionField* field, const std::optional<project::Expression>& e) {
        field->setText(e ? qs(e->text) : QString());
        field->setEvaluated(e ? evaluation.scalar(e->text) : Evaluated{});
    };
    m_rounds->setText(p.rounds ? qs(p.rounds->text) : QString());
    m_rounds->setEvaluated(p.rounds ? evaluation.integer(p.rounds->text, 1) : Evaluated{});
    const auto showLimit = [&](ExpressionField* field,
                               const std::optional<project::Expression>& limit) {
        field->setText(limit ? qs(limit->text) : QString());
        field->setEvaluated(limit ? evaluation.integer(limit->text, 1) : Evaluated{});
    };
    showLimit(m_stack, p.limits.stackBytes);
    showLimit(m_heap, p.limits.heapBytes);
    showLimit(m_printf, p.limits.printfBytes);
    show(m_bytes, p.metrics.bytes);
    show(m_flops, p.metrics.flops);
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
