// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/step_editor.h"

#include "core/plan/evaluate.h"
#include "core/project/words.h"
#include "core/steps/step.h"
#include "ui/fields/expression_field.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

using project::Step;

constexpr int kCodeLines = 14;

bool isWord(const QString& with) {
    return QStringList{QStringLiteral("sum"), QStringLiteral("product"), QStringLiteral("min"),
                       QStringLiteral("max")}
        .contains(with);
}

QString example(Step::Kind kind) {
    switch (kind) {
    case Step::Kind::elementwise:
        return QStringLiteral("z = a * x + y");
    case Step::Kind::fill:
        return QStringLiteral("z");
    case Step::Kind::random:
        return QStringLiteral("z = normal(0, 1)");
    case Step::Kind::sort:
        return QStringLiteral("keys, values");
    case Step::Kind::library:
        return QStringLiteral("c = gemm(a, b)");
    case Step::Kind::reduce:
        return QStringLiteral("total = x * y");
    default:
        return QStringLiteral("z = x");
    }
}

QString lineTip(Step::Kind kind) {
    switch (kind) {
    case Step::Kind::elementwise:
        return StepEditor::tr("BUFFER = EXPRESSION for every element; separate several with ;");
    case Step::Kind::fill:
        return StepEditor::tr("The buffer whose elements get the value");
    case Step::Kind::random:
        return StepEditor::tr("BUFFER = uniform(LOW, HIGH), normal(MEAN, STDDEV) or "
                              "randint(LOW, HIGH)");
    case Step::Kind::sort:
        return StepEditor::tr(
            "A buffer of keys; after a comma, one whose elements move with the keys");
    case Step::Kind::library:
        return StepEditor::tr("cuBLAS: C = gemm(A, B), also with transpose(A) as A\n"
                              "cuFFT: Y = fft(X), ifft(X), rfft(X), fft2(X), ifft2(X), rfft2(X)\n"
                              "cuRAND: Z = uniform(), normal(MEAN, STDDEV)\n"
                              "cuSPARSE: Y = spmv(OFFSETS, COLUMNS, VALUES, X)\n"
                              "CUB: Y = sum(X), min(X), max(X), sort(X)\n"
                              "CUB: Y = inclusive_sum(X), exclusive_sum(X)\n"
                              "CUB: SORTED, MOVED = sort(KEYS, VALUES)");
    case Step::Kind::reduce:
        return StepEditor::tr("BUFFER = EXPRESSION: combines its values for all elements into one, "
                              "for a buffer of one element");
    default:
        return StepEditor::tr(
            "BUFFER = EXPRESSION: each element gets all values up to its own, combined");
    }
}

/// Which library performs a step. \throws Error (project) if it is impossible
QString callSummary(const project::Project& project, const project::Launch& launch) {
    project::Project alone = project;
    alone.launches = {launch};
    const project::LaunchPlan plan = project::makePlan(alone);
    return StepEditor::tr("%1 does this on a real GPU. For a simulated one the host computes it, "
                          "and its time says nothing about a GPU")
        .arg(QLatin1String(project::libraryOf(plan.launches.at(0).library->function)));
}

} // namespace

QString stepName(Step::Kind kind) {
    switch (kind) {
    case Step::Kind::elementwise:
        return StepEditor::tr("Element by element");
    case Step::Kind::fill:
        return StepEditor::tr("Fill");
    case Step::Kind::random:
        return StepEditor::tr("Random numbers");
    case Step::Kind::sort:
        return StepEditor::tr("Sort");
    case Step::Kind::library:
        return StepEditor::tr("Call of a library");
    case Step::Kind::reduce:
        return StepEditor::tr("Reduction");
    default:
        return StepEditor::tr("Scan");
    }
}

StepEditor::StepEditor(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox)
    , m_line(new ExpressionField(tr("Operation of the step")))
    , m_value(new ExpressionField(tr("Value of every element")))
    , m_with(new QComboBox)
    , m_neutral(new ExpressionField(tr("Neutral element")))
    , m_exclusive(new QCheckBox(tr("&Without its own element")))
    , m_block(new ExpressionField(tr("Threads of a block")))
    , m_problem(makeProblem())
    , m_summary(new QLabel)
    , m_code(new QPlainTextEdit)
    , m_take(new QPushButton(tr("&Turn into source"))) {
    build();
}

void StepEditor::build() {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    m_form = makeForm();
    buildFields(*m_form);
    layout->addLayout(m_form);
    m_problem->setObjectName(QStringLiteral("stepProblem"));
    layout->addWidget(m_problem);
    m_summary->setObjectName(QStringLiteral("stepSummary"));
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    m_code->setObjectName(QStringLiteral("stepCode"));
    m_code->setAccessibleName(tr("The kernel generated from it"));
    m_code->setReadOnly(true);
    useCodeFont(*m_code);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setFixedHeight(m_code->fontMetrics().lineSpacing() * kCodeLines);
    m_code->setTabChangesFocus(true);
    layout->addWidget(m_code);
    m_take->setObjectName(QStringLiteral("turnIntoSource"));
    m_take->setToolTip(tr(
        "Puts the kernel at the end of the source, where you can edit it, and launches it here"));
    layout->addWidget(m_take, 0, Qt::AlignLeft);
    connect(m_take, &QPushButton::clicked, this, &StepEditor::sourceWanted);
}

void StepEditor::buildFields(QFormLayout& form) {
    for (const auto& [kind, word] : project::kStepWords) {
        m_kind->addItem(stepName(kind), int(kind));
    }
    m_kind->setObjectName(QStringLiteral("stepKind"));
    m_kind->setAccessibleName(tr("Kind of step"));
    m_line->setObjectName(QStringLiteral("stepLine"));
    m_value->setObjectName(QStringLiteral("stepValue"));
    m_with->setObjectName(QStringLiteral("stepWith"));
    m_with->setAccessibleName(tr("How two values are combined"));
    m_with->setEditable(true);
    m_with->setInsertPolicy(QComboBox::NoInsert);
    m_with->addItems({QStringLiteral("sum"), QStringLiteral("product"), QStringLiteral("min"),
                      QStringLiteral("max")});
    useCodeFont(*m_with->lineEdit());
    m_with->setToolTip(tr("sum, product, min, max, or an expression of left and right"));
    m_neutral->setObjectName(QStringLiteral("stepNeutral"));
    m_neutral->setToolTip(tr("The value that leaves others unchanged, such as 0 for a sum"));
    m_exclusive->setObjectName(QStringLiteral("stepExclusive"));
    m_exclusive->setToolTip(tr("Each element gets those before it combined"));
    m_block->setObjectName(QStringLiteral("stepBlock"));
    form.addRow(tr("Step"), m_kind);
    form.addRow(tr("Line"), m_line);
    form.addRow(tr("Value"), m_value);
    form.addRow(tr("With"), m_with);
    form.addRow(tr("Neutral"), m_neutral);
    form.addRow(QString(), m_exclusive);
    form.addRow(tr("Block"), m_block);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        const auto kind = Step::Kind(m_kind->itemData(index).toInt());
        editStep(tr("Change step"), [kind](Step& step) { step.kind = kind; }, {});
    });
    connect(m_line, &ExpressionField::edited, this, [this](const QString& text) {
        editStep(
            tr("Change step"),
            [text](Step& step) {
                step.text = {ss(text), {}};
            },
            QStringLiteral("stepLine"));
    });
    connect(m_value, &ExpressionField::edited, this, [this](const QString& text) {
        editStep(
            tr("Change value"),
            [text](Step& step) {
                (step.kind == Step::Kind::fill ? step.value : step.seed) = {ss(text), {}};
            },
            QStringLiteral("stepValue"));
    });
    connect(m_with, &QComboBox::editTextChanged, this, [this](const QString& text) {
        editStep(
            tr("Change operator"),
            [text](Step& step) {
                step.with = {ss(text), {}};
            },
            QStringLiteral("stepWith"));
    });
    connect(m_neutral, &ExpressionField::edited, this, [this](const QString& text) {
        editStep(
            tr("Change neutral element"),
            [text](Step& step) {
                step.neutral = text.trimmed().isEmpty()
                                   ? std::nullopt
                                   : std::optional(project::Expression{ss(text), {}});
            },
            QStringLiteral("stepNeutral"));
    });
    connect(m_exclusive, &QCheckBox::clicked, this, [this](bool on) {
        editStep(tr("Change scan"), [on](Step& step) { step.exclusive = on; }, {});
    });
    connect(m_block, &ExpressionField::edited, this, [this](const QString& text) {
        emit edited(
            tr("Change block"),
            [text](project::Launch& launch) {
                launch.block.clear();
                if (!text.trimmed().isEmpty()) {
                    launch.block = {project::Expression{ss(text.trimmed()), {}}};
                }
            },
            QStringLiteral("stepBlock"));
    });
}

void StepEditor::editStep(const QString& text, const std::function<void(Step&)>& change,
                          const QString& field) {
    emit edited(
        text,
        [change](project::Launch& launch) {
            if (launch.step) {
                change(*launch.step);
            }
        },
        field);
}

void StepEditor::display(const project::Project& project, const project::Launch& launch,
                         const Evaluation& evaluation) {
    const Step& step = *launch.step;
    const bool joins = step.kind == Step::Kind::reduce || step.kind == Step::Kind::scan;
    const QString with = qs(step.with.text);
    const bool call = project::isCall(step);
    const bool random = step.kind == Step::Kind::random ||
                        (call && (step.text.text.find("uniform(") != std::string::npos ||
                                  step.text.text.find("normal(") != std::string::npos));
    m_form->setRowVisible(m_value, random || step.kind == Step::Kind::fill);
    if (auto* label = qobject_cast<QLabel*>(m_form->labelForField(m_value))) {
        label->setText(random ? tr("Seed") : tr("Value"));
    }
    m_form->setRowVisible(m_with, joins);
    m_form->setRowVisible(m_block, step.kind != Step::Kind::sort && !call);
    m_form->setRowVisible(m_neutral, joins && !isWord(with));
    m_form->setRowVisible(m_exclusive, step.kind == Step::Kind::scan);
    m_kind->setCurrentIndex(m_kind->findData(int(step.kind)));
    m_line->setPlaceholder(example(step.kind));
    m_line->setToolTip(lineTip(step.kind));
    m_line->setText(qs(step.text.text));
    m_value->setText(qs(random ? step.seed.text : step.value.text));
    m_neutral->setText(step.neutral ? qs(step.neutral->text) : QString());
    if (m_with->currentText() != with) {
        const QSignalBlocker block(m_with);
        m_with->setEditText(with);
    }
    m_exclusive->setChecked(step.exclusive);
    m_block->setPlaceholder(QString::number(project::standardBlock(step.kind)));
    m_block->setText(launch.block.empty() ? QString() : qs(launch.block.front().text));
    m_block->setEvaluated(launch.block.empty() ? Evaluated{}
                                               : evaluation.integer(launch.block[0].text, 1));
    showKernel(project, launch);
}

void StepEditor::showKernel(const project::Project& project, const project::Launch& launch) {
    QString code;
    QString problem;
    QString summary;
    try {
        if (project::isCall(*launch.step)) {
            summary = callSummary(project, launch);
        } else {
            const project::GeneratedKernel made = project::kernelOfStep(project, launch);
            code = qs(made.source).trimmed();
            summary = tr("The kernel generated from it, %1:").arg(qs(made.name));
        }
    } catch (const Error& error) {
        problem = errorInWords(error);
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setInvalid(m_line->lineEdit(), problem);
    m_summary->setText(summary);
    m_summary->setVisible(!summary.isEmpty());
    m_take->setVisible(!project::isCall(*launch.step));
    m_code->setVisible(!code.isEmpty());
    if (m_code->toPlainText() != code) {
        m_code->setPlainText(code);
    }
    m_take->setEnabled(!code.isEmpty());
}

} // namespace warpbench::ui
