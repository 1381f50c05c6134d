// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/step_editor.h"

#include "core/plan/evaluate.h"
#include "core/project/words.h"
#include "core/steps/step.h"
#include "ui/fields/form.h"
#include "ui/theme/fonts.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace warpbench::ui {

namespace {

using project::Launch;
using project::Step;

constexpr int kCodeLines = 14;

bool isWord(const std::string& with) {
    return with == "sum" || with == "product" || with == "min" || with == "max";
}

bool joins(const Step& step) {
    return step.kind == Step::Kind::reduce || step.kind == Step::Kind::scan;
}

/// Whether it draws random numbers, which need a seed.
bool isRandom(const Step& step) {
    return step.kind == Step::Kind::random ||
           (project::isCall(step) && (step.text.text.find("uniform(") != std::string::npos ||
                                      step.text.text.find("normal(") != std::string::npos));
}

template <class Member>
Value<Launch> ofStep(Member Step::*member) {
    return {[=](const Launch& launch) { return toField((*launch.step).*member); },
            [=](Launch& launch, const QVariant& value) {
                if (launch.step)
                    fromField((*launch.step).*member, value);
            }};
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

StepEditor::StepEditor(BoundForm<Launch>::Edited edited, QWidget* parent)
    : QWidget(parent)
    , m_form(std::move(edited))
    , m_line(expressionInput())
    , m_problem(makeProblem())
    , m_summary(new QLabel)
    , m_code(new QPlainTextEdit)
    , m_take(new QPushButton(tr("&Turn into source"))) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    auto* rows = makeForm();
    layout->addLayout(rows);
    addFields(*rows);
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

void StepEditor::addFields(QFormLayout& rows) {
    std::vector<Choice> kinds;
    for (const auto& [kind, word] : project::kStepWords)
        kinds.push_back({stepName(kind), int(kind)});
    m_form.add({.label = tr("Step"),
                .name = "stepKind",
                .says = tr("Kind of step"),
                .undo = tr("Change step"),
                .input = choiceInput(kinds),
                .value = ofStep(&Step::kind)},
               rows);
    m_form.add({.label = tr("Line"),
                .name = "stepLine",
                .says = tr("Operation of the step"),
                .undo = tr("Change step"),
                .input = m_line,
                .value = ofStep(&Step::text),
                .prepare =
                    [line = m_line](const Launch& launch) {
                        setPlaceholder(line, example(launch.step->kind));
                        setTip(line, lineTip(launch.step->kind));
                    }},
               rows);
    m_form.add(
        {.label = tr("Value"),
         .name = "stepValue",
         .says = tr("Value of every element"),
         .undo = tr("Change value"),
         .input = expressionInput(),
         .value = {[](const Launch& l) {
                       return toField(isRandom(*l.step) ? l.step->seed : l.step->value);
                   },
                   [](Launch& l, const QVariant& value) {
                       fromField(isRandom(*l.step) ? l.step->seed : l.step->value, value);
                   }},
         .visible =
             [](const Launch& l) { return isRandom(*l.step) || l.step->kind == Step::Kind::fill; },
         .caption = [](const Launch& l) { return isRandom(*l.step) ? tr("Seed") : tr("Value"); }},
        rows);
    Input with = textChoiceInput({"sum", "product", "min", "max"});
    useCodeFont(*static_cast<QComboBox*>(with.widget)->lineEdit());
    m_form.add({.label = tr("With"),
                .name = "stepWith",
                .says = tr("How two values are combined"),
                .tip = tr("sum, product, min, max, or an expression of left and right"),
                .undo = tr("Change operator"),
                .input = with,
                .value = ofStep(&Step::with),
                .visible = [](const Launch& l) { return joins(*l.step); }},
               rows);
    m_form.add(
        {.label = tr("Neutral"),
         .name = "stepNeutral",
         .says = tr("Neutral element"),
         .tip = tr("The value that leaves others unchanged, such as 0 for a sum"),
         .undo = tr("Change neutral element"),
         .input = expressionInput(),
         .value = ofStep(&Step::neutral),
         .visible = [](const Launch& l) { return joins(*l.step) && !isWord(l.step->with.text); }},
        rows);
    m_form.add({.name = "stepExclusive",
                .tip = tr("Each element gets those before it combined"),
                .undo = tr("Change scan"),
                .input = checkInput(tr("&Without its own element")),
                .value = ofStep(&Step::exclusive),
                .visible = [](const Launch& l) { return l.step->kind == Step::Kind::scan; }},
               rows);
    const Input block = expressionInput();
    m_form.add({.label = tr("Block"),
                .name = "stepBlock",
                .says = tr("Threads of a block"),
                .undo = tr("Change block"),
                .input = block,
                .value = {[](const Launch& l) {
                              return l.block.empty() ? QString() : toField(l.block.front());
                          },
                          [](Launch& l, const QVariant& value) {
                              l.block.assign(1, {});
                              fromField(l.block.front(), value);
                              if (l.block.front().text.empty())
                                  l.block.clear();
                          }},
                .evaluate = integerFrom(1),
                .visible =
                    [](const Launch& l) {
                        return l.step->kind != Step::Kind::sort && !project::isCall(*l.step);
                    },
                .prepare =
                    [block](const Launch& l) {
                        setPlaceholder(block,
                                       QString::number(project::standardBlock(l.step->kind)));
                    }},
               rows);
}

void StepEditor::display(const project::Project& project, const Launch& launch,
                         const Evaluation& evaluation) {
    m_form.show(launch, evaluation);
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
    showProblem(*m_problem, problem);
    setInvalid(m_line.focus, problem);
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
