// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/setup/launch_panel.h"

#include "core/project/words.h"
#include "core/steps/step.h"
#include "ui/documents/evaluation.h"
#include "ui/documents/guess.h"
#include "ui/fields/argument_row.h"
#include "ui/fields/extent_editor.h"
#include "ui/fields/form.h"
#include "ui/setup/launch_options.h"
#include "ui/setup/step_editor.h"
#include "ui/setup/thread_words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/input_state.h"
#include "ui/theme/name_combo.h"
#include "ui/theme/turns.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::ui {

namespace {

/// The kernel generated from a step; empty without a step, or if it is invalid.
std::optional<project::GeneratedKernel> generatedKernel(const project::Project& project,
                                                        const project::Launch& launch) {
    try {
        return launch.step ? std::optional(project::kernelOfStep(project, launch)) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

LaunchPanel::LaunchPanel(ProjectDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form([this](const QString& undo, const auto& change, const QString& key) {
        editLaunch(undo, change, key);
    })
    , m_roundsForm([this](const QString& undo, const auto& change, const QString& key) {
        m_document.edit(undo, change, key);
    }) {
    leaveUndoToHistory(*this);
    setObjectName(QStringLiteral("launchPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kGap);
    layout->addWidget(buildHeader());
    m_roundsRow = buildRounds();
    layout->addWidget(m_roundsRow);
    m_empty = makeHint(tr("No launch yet. Add one with + and choose its kernel from the source, or "
                          "add a step with …, whose kernel is generated from one line."));
    layout->addWidget(m_empty);
    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(kGap);
    m_step = new StepEditor([this](const QString& undo, const auto& change, const QString& key) {
        editLaunch(undo, change, key);
    });
    m_kernelPart = buildKernelPart();
    body->addWidget(m_step);
    body->addWidget(m_kernelPart);
    body->addSpacing(kSmallGap);
    body->addWidget(new LaunchOptions(m_form));
    layout->addWidget(m_body);
    layout->addStretch();
    connect(m_step, &StepEditor::sourceWanted, this, &LaunchPanel::turnIntoSource);
    connect(m_fit, &QToolButton::clicked, this, &LaunchPanel::fitToKernel);
    connect(&m_document, &ProjectDocument::sourceReplaced, this, &LaunchPanel::forgetTyping);
    connect(&m_document, &ProjectDocument::changed, this, &LaunchPanel::refresh);
    refresh();
}

void LaunchPanel::setKernels(std::vector<compile::KernelInfo> kernels) {
    if (kernels == m_kernels) {
        return;
    }
    m_kernels = std::move(kernels);
    // Kernels of steps are compiled as well, but launches cannot refer to them.
    for (const project::Launch& launch : m_document.project().launches) {
        if (const auto made = generatedKernel(m_document.project(), launch)) {
            std::erase_if(m_kernels, [&](const auto& kernel) { return kernel.name == made->name; });
        }
    }
    const bool compiled = std::any_of(m_kernels.begin(), m_kernels.end(),
                                      [](const auto& kernel) { return !kernel.lowered.empty(); });
    if (compiled) {
        m_compiled = m_kernels;
    }
    refresh();
}

void LaunchPanel::setTemplates(const QStringList& names) {
    if (names != m_templates) {
        m_templates = names;
        refresh();
    }
}

void LaunchPanel::setLoops(const QStringList& names) {
    if (names != m_withLoops) {
        m_withLoops = names;
        refresh();
    }
}

void LaunchPanel::setCurrentLaunch(int index) {
    const int last = int(m_document.project().launches.size()) - 1;
    index = std::clamp(index, 0, std::max(0, last));
    if (index == m_current) {
        return;
    }
    m_current = index;
    refresh();
    emit currentLaunchChanged(index);
}

void LaunchPanel::showPlace(const guess::Question& question) {
    using Subject = guess::Question::Subject;
    if (question.launch >= 0) {
        setCurrentLaunch(question.launch);
    }
    QWidget* place = m_kernel;
    const auto row = std::size_t(std::max(0, question.argument));
    if (question.subject == Subject::grid || question.subject == Subject::block) {
        place = (question.subject == Subject::grid ? m_grid : m_block)->findChild<QLineEdit*>();
    } else if (question.subject == Subject::shared) {
        place = m_shared;
    } else if (question.subject == Subject::argument && row < m_rows.size()) {
        place = m_rows[row]->findChild<QLineEdit*>();
    } else if (question.subject == Subject::rounds) {
        m_roundsRow->show();
        place = m_rounds;
    }
    if (!place) {
        return;
    }
    place->setFocus();
    bringIntoView(*place);
}

const compile::KernelInfo* LaunchPanel::kernelOf(const project::Launch& launch) const {
    // scale<float, 4> is an instance of the template scale.
    const std::string plain = launch.kernel.substr(0, launch.kernel.find('<'));
    const compile::KernelInfo* byTemplate = nullptr;
    for (const auto& kernel : m_kernels) {
        if (kernel.isCalled(launch.kernel)) {
            return &kernel;
        }
        if (kernel.name.substr(0, kernel.name.find('<')) == plain) {
            byTemplate = &kernel;
        }
    }
    return byTemplate;
}

void LaunchPanel::editLaunch(const QString& text,
                             const std::function<void(project::Launch&)>& change,
                             const QString& field) {
    const auto index = std::size_t(m_current);
    if (index >= m_document.project().launches.size()) {
        return;
    }
    m_document.edit(
        text, [&](project::Project& p) { change(p.launches[index]); },
        field.isEmpty() ? QString() : QStringLiteral("launch%1.%2").arg(m_current).arg(field));
}

void LaunchPanel::forgetTyping() {
    m_form.forgetTyping();
    m_step->forgetTyping();
    for (ArgumentRow* row : m_rows) {
        row->forgetTyping();
    }
}

void LaunchPanel::chooseKernel(const QString& name) {
    const auto& launches = m_document.project().launches;
    if (std::size_t(m_current) >= launches.size() || name.trimmed().isEmpty() ||
        qs(launches[std::size_t(m_current)].kernel) == name.trimmed()) {
        return;
    }
    m_document.edit(tr("Choose kernel %1").arg(name.trimmed()), [&](project::Project& p) {
        project::Launch& launch = p.launches[std::size_t(m_current)];
        const bool gone = !kernelOf(launch);
        launch.kernel = ss(name.trimmed());
        const auto* kernel = kernelOf(launch);
        // A kernel renamed in the source keeps the settings of its launch.
        const bool renamed = gone && kernel && !launch.args.empty() &&
                             kernel->parameters.size() == launch.args.size();
        if (kernel && !renamed) {
            fitArguments(p, launch, *kernel);
        }
    });
}

void LaunchPanel::addLaunch() {
    m_document.edit(tr("Add launch"), [&](project::Project& p) {
        // The first kernel without a launch, else the first one.
        const auto unused = std::find_if(m_kernels.begin(), m_kernels.end(), [&](const auto& k) {
            return std::none_of(p.launches.begin(), p.launches.end(),
                                [&](const auto& l) { return l.kernel == k.name; });
        });
        if (unused != m_kernels.end()) {
            warpbench::ui::addLaunch(p, *unused);
        } else if (!m_kernels.empty()) {
            warpbench::ui::addLaunch(p, m_kernels.front());
        } else {
            project::Launch launch;
            launch.grid = launch.block = {project::Expression{"1", {}}};
            p.launches.push_back(launch);
        }
    });
    setCurrentLaunch(int(m_document.project().launches.size()) - 1);
    refresh();
}

void LaunchPanel::addStep(project::Step::Kind kind) {
    m_document.edit(tr("Add step"), [&](project::Project& p) {
        project::Launch launch;
        launch.step.emplace().kind = kind;
        p.launches.push_back(std::move(launch));
    });
    setCurrentLaunch(int(m_document.project().launches.size()) - 1);
    m_step->findChild<QWidget*>(QStringLiteral("stepLine"))->setFocus();
}

void LaunchPanel::turnIntoSource() {
    const auto index = std::size_t(m_current);
    const project::Project& project = m_document.project();
    const auto made = generatedKernel(project, project.launches[index]);
    if (!made) {
        return;
    }
    const std::string before = ss(m_document.source());
    const std::string source = project::withKernel(before, *made);
    if (source != before) {
        emit sourceAppended(qs(source.substr(before.size())));
    }
    m_document.edit(tr("Turn step into source"),
                    [&](project::Project& p) { p.launches[index] = made->launch; });
}

void LaunchPanel::duplicateLaunch() {
    const auto index = std::size_t(m_current);
    if (index < m_document.project().launches.size()) {
        m_document.edit(tr("Duplicate launch"), [&](project::Project& p) {
            const project::Launch copy = p.launches[index];
            p.launches.insert(p.launches.begin() + m_current + 1, copy);
        });
        setCurrentLaunch(m_current + 1);
    }
}

void LaunchPanel::removeLaunch() {
    if (std::size_t(m_current) < m_document.project().launches.size()) {
        m_document.edit(tr("Remove launch"), [&](project::Project& p) {
            p.launches.erase(p.launches.begin() + m_current);
        });
    }
}

void LaunchPanel::moveLaunch(int by) {
    const int to = m_current + by;
    if (to < 0 || to >= int(m_document.project().launches.size())) {
        return;
    }
    m_document.edit(tr("Move launch"), [&](project::Project& p) {
        std::swap(p.launches[std::size_t(m_current)], p.launches[std::size_t(to)]);
    });
    setCurrentLaunch(to);
}

void LaunchPanel::fitToKernel() {
    const auto index = std::size_t(m_current);
    if (index >= m_document.project().launches.size()) {
        return;
    }
    m_document.edit(tr("Fit arguments to the kernel"), [&](project::Project& p) {
        project::Launch& launch = p.launches[index];
        if (const auto* kernel = kernelOf(launch)) {
            fitArguments(p, launch, *kernel);
        }
    });
}

void LaunchPanel::refreshHeader() {
    const auto& launches = m_document.project().launches;
    const QSignalBlocker block(m_launches);
    m_launches->clear();
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const std::string name =
            launches[i].step ? project::textOf(*launches[i].step) : launches[i].kernel;
        m_launches->addItem(
            tr("%1: %2").arg(i + 1).arg(qs(name.empty() ? std::string("…") : name)));
    }
    m_launches->setCurrentIndex(m_current);
    m_launches->setEnabled(!launches.empty());
    m_launches->setToolTip(tr("%1\nLaunches run in this order").arg(m_launches->currentText()));
    m_duplicate->setEnabled(!launches.empty());
    m_remove->setEnabled(!launches.empty());
    m_up->setEnabled(m_current > 0);
    m_down->setEnabled(m_current + 1 < int(launches.size()));
}

void LaunchPanel::refreshRounds(const Evaluation& evaluation) {
    const auto& rounds = m_document.project().rounds;
    const bool any = !m_document.project().launches.empty();
    // An emptied field stays visible while it is being edited.
    const bool typing = m_roundsRow->isVisible() && m_rounds->focusProxy()->hasFocus();
    m_roundsRow->setVisible(any && (rounds.has_value() || typing));
    m_roundsForm.show(m_document.project(), evaluation);
}

void LaunchPanel::refresh() {
    if (m_waits) {
        return; // refreshes everything
    }
    const project::Project& project = m_document.project();
    m_current = std::clamp(m_current, 0, std::max(0, int(project.launches.size()) - 1));
    refreshHeader();
    m_body->setVisible(!project.launches.empty());
    m_empty->setVisible(project.launches.empty());
    const Evaluation evaluation(project);
    refreshRounds(evaluation);
    if (project.launches.empty()) {
        return;
    }
    const project::Launch& launch = project.launches[std::size_t(m_current)];
    m_step->setVisible(launch.step.has_value());
    m_kernelPart->setVisible(!launch.step);
    const std::pair shown(m_current, project.launches.size());
    if (std::exchange(m_shown, shown) != shown) {
        forgetTyping();
    }
    m_form.show(launch, evaluation);
    if (launch.step) {
        return m_step->display(project, launch, evaluation);
    }
    refreshFields(launch, evaluation);
    refreshArguments(launch, evaluation);
}

void LaunchPanel::refreshFields(const project::Launch& launch, const Evaluation& evaluation) {
    {
        const QSignalBlocker block(m_kernel);
        const QString name = qs(launch.kernel);
        QStringList names;
        for (const auto& kernel : m_kernels) {
            names << qs(kernel.name);
        }
        QStringList shown;
        for (int i = 0; i < m_kernel->count(); ++i) {
            shown << m_kernel->itemText(i);
        }
        // A report may arrive while the user types a name.
        QLineEdit* line = m_kernel->lineEdit();
        const bool typing = m_typingKernel && m_kernel->hasFocus();
        const QString typed = line->text();
        const int selected = line->selectionStart(); // the completed part; -1: none
        const int cursor = line->cursorPosition();
        if (names != shown) {
            m_kernel->clear();
            m_kernel->addItems(names);
        }
        if (typing && line->text() != typed) {
            m_kernel->setEditText(typed);
            if (selected >= 0) {
                line->setSelection(selected, int(typed.size()) - selected);
            } else {
                line->setCursorPosition(cursor);
            }
        } else if (!typing && m_kernel->currentText() != name) {
            m_kernel->setEditText(name);
            line->setCursorPosition(0); // shows the start of a long name
        }
        const bool unknown = !kernelOf(launch) && !m_kernels.empty();
        const QString problem =
            launch.kernel.empty() ? tr("Choose a kernel")
            : unknown             ? tr("The source does not define this kernel")
            : m_templates.contains(name)
                ? tr("It is a template: name an instance, such as %1<float>").arg(name)
                : QString();
        showProblem(*m_kernelProblem, problem);
        setInvalid(m_kernel, problem);
    }
    m_summary->setText(summary(launch, evaluation));
}

QString LaunchPanel::summary(const project::Launch& launch, const Evaluation& evaluation) const {
    const auto grid = evaluation.integers(launch.grid, 1);
    const auto block = evaluation.integers(launch.block, 1);
    if (!grid || !block) {
        return {};
    }
    std::array<std::uint64_t, 2> products{1, 1};
    std::array<QString, 2> shown;
    for (const std::size_t i : {0, 1}) {
        QStringList parts;
        for (const auto value : i == 0 ? *grid : *block) {
            products[i] *= std::uint64_t(value);
            parts << describeCount(std::uint64_t(value));
        }
        shown[i] = parts.join(QStringLiteral(" × "));
    }
    const std::uint64_t threads = products[1];
    QString text =
        (products[0] == 1 ? tr("%1 block of %2: %3 threads") : tr("%1 blocks of %2: %3 threads"))
            .arg(shown[0], shown[1], describeCount(products[0] * products[1]));
    if (threads > 1024) {
        text += tr(". No GPU takes more than 1024 threads in a block.");
    } else if (threads % 32 != 0) {
        text +=
            tr(". A warp has 32 threads: %1 lanes of each block stay idle.").arg(32 - threads % 32);
    }
    const std::string plain = launch.kernel.substr(0, launch.kernel.find('<'));
    const bool loops = !m_withLoops || m_withLoops->contains(qs(plain));
    const QString spare =
        threadsAgainstElements(m_document.project(), launch, evaluation, kernelOf(launch), loops);
    return spare.isEmpty() ? text : text + QLatin1Char('\n') + spare;
}

std::optional<compile::Parameter> LaunchPanel::parameterOf(const project::Launch& launch,
                                                           std::size_t index) const {
    const compile::KernelInfo* kernel = kernelOf(launch);
    if (!kernel || index >= kernel->parameters.size()) {
        return std::nullopt;
    }
    compile::Parameter parameter = kernel->parameters[index];
    const auto compiled = std::find_if(m_compiled.begin(), m_compiled.end(), [&](const auto& k) {
        return k.isCalled(launch.kernel) && k.parameters.size() == kernel->parameters.size();
    });
    if (compiled != m_compiled.end() && compiled->parameters[index].type == parameter.type) {
        parameter.members = compiled->parameters[index].members;
        parameter.size = compiled->parameters[index].size;
    }
    return parameter;
}

void LaunchPanel::chooseKind(std::size_t index, ArgumentKind kind) {
    editLaunch(tr("Choose %1").arg(kindName(kind)), [&](project::Launch& launch) {
        launch.args[index] = defaultArgument(kind, m_document.project());
    });
    if (index < m_rows.size()) {
        if (auto* choice = m_rows[index]->findChild<QComboBox*>(QStringLiteral("argumentKind"))) {
            choice->setFocus(); // the row has been recreated
        }
    }
}

void LaunchPanel::makeBuffer(std::size_t index) {
    const project::Launch& launch = m_document.project().launches[std::size_t(m_current)];
    const compile::KernelInfo* known = kernelOf(launch);
    const compile::KernelInfo kernel = known ? *known : compile::KernelInfo{};
    const compile::Parameter parameter = parameterOf(launch, index).value_or(compile::Parameter{});
    m_document.edit(tr("Add buffer"), [&](project::Project& p) {
        const std::string name = addBuffer(p, kernel, parameter);
        auto& value = p.launches[std::size_t(m_current)].args[index].value;
        const auto* former = std::get_if<project::BufferArg>(&value);
        const auto access = former                   ? former->access
                            : parameter.pointeeConst ? project::Access::in
                                                     : project::Access::inout;
        value = project::BufferArg{name, access, std::nullopt};
    });
}

void LaunchPanel::rebuildArguments(const project::Launch& launch) {
    QString shape;
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
        shape += ArgumentRow::shapeOf(parameterOf(launch, i), launch.args[i]) + QLatin1Char(';');
    }
    if (shape == m_rowsShape) {
        return;
    }
    m_rowsShape = shape;
    for (ArgumentRow* row : m_rows) {
        row->deleteLater();
        row->hide();
        row->setObjectName({}); // frees the name for the new row
    }
    m_rows.clear();
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
        // Created inside the panel, because reparenting applies the style sheet again.
        auto* row = new ArgumentRow(int(i), parameterOf(launch, i), launch.args[i],
                                    m_arguments->parentWidget());
        m_arguments->addWidget(row);
        m_rows.push_back(row);
        connect(row, &ArgumentRow::changed, this,
                [this, i](const ArgumentEditor::Change& change, const QString& field) {
                    editLaunch(
                        tr("Change argument"), [&](project::Launch& l) { change(l.args[i]); },
                        field.isEmpty() ? field
                                        : QStringLiteral("argument%1.%2").arg(i).arg(field));
                });
        connect(row, &ArgumentRow::bufferWanted, this, [this, i] { makeBuffer(i); });
        connect(row, &ArgumentRow::kindChosen, this,
                [this, i](ArgumentKind kind) { chooseKind(i, kind); });
    }
    followInTabOrder(m_shared->findChild<QLineEdit*>(), *m_arguments);
}

QString LaunchPanel::argumentProblem(const project::Launch& launch) const {
    const compile::KernelInfo* kernel = kernelOf(launch);
    if (!kernel) {
        return {};
    }
    if (kernel->parameters.size() != launch.args.size()) {
        return tr("The kernel takes %1 arguments, but %2 are given.")
            .arg(kernel->parameters.size())
            .arg(launch.args.size());
    }
    for (std::size_t i = 0; i < launch.args.size(); ++i) {
        if (!argumentFits(launch.args[i], kernel->parameters[i])) {
            return tr("Argument %1 does not fit the parameter %2.")
                .arg(i + 1)
                .arg(qs(kernel->parameters[i].name));
        }
    }
    return {};
}

void LaunchPanel::refreshArguments(const project::Launch& launch, const Evaluation& evaluation) {
    rebuildArguments(launch);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->update(launch.args[i], m_document.project(), evaluation);
    }
    const QString problem = argumentProblem(launch);
    showProblem(*m_argumentsProblem, problem);
    m_fit->setVisible(!problem.isEmpty());
}

LaunchPanel::LaunchPanel(Workbench& bench)
    : LaunchPanel(bench.document) {
    connect(&bench.kernels, &KnownKernels::scanned, this, [this, &bench] {
        // A new source usually means a new project, which already takes a turn of the event
        // loop.
        if (window()->isVisible()) {
            m_waits = true;
            inTurn(*this, [this] {
                m_waits = false;
                refresh();
            });
        }
        setTemplates(bench.kernels.templates());
        setLoops(bench.kernels.withLoops());
    });
    connect(&bench.kernels, &KnownKernels::changed, this,
            [this, &bench] { setKernels(bench.kernels.kernels()); });
    connect(this, &LaunchPanel::sourceAppended, this, [&bench](const QString& text) {
        bench.selection.changeSource(bench.document.source().size(), 0, text);
    });
    connect(this, &LaunchPanel::currentLaunchChanged, &bench.selection, &Selection::setLaunch);
    connect(&bench.selection, &Selection::launchChanged, this, &LaunchPanel::setCurrentLaunch);
}

} // namespace warpbench::ui
