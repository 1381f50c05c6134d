// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the widgets of the launch panel; launch_panel.cpp implements their behaviour.
#include "core/project/words.h"
#include "ui/fields/extent_editor.h"
#include "ui/fields/form.h"
#include "ui/setup/launch_panel.h"
#include "ui/setup/step_editor.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/name_combo.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace warpbench::ui {

QWidget* LaunchPanel::buildKernelPart() {
    auto* part = new QWidget;
    auto* body = new QVBoxLayout(part);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(kGap);
    body->addWidget(buildGeometry());
    auto* title = new QHBoxLayout;
    title->addWidget(makeSection(tr("Arguments")));
    title->addStretch();
    m_fit = makeIconButton(QStringLiteral("run-on-change"),
                           tr("Make the arguments fit the kernel's parameters"));
    title->addWidget(m_fit);
    body->addSpacing(kSmallGap);
    body->addLayout(title);
    m_argumentsProblem = makeProblem();
    body->addWidget(m_argumentsProblem);
    m_arguments = new QVBoxLayout;
    m_arguments->setSpacing(kGap);
    body->addLayout(m_arguments);
    return part;
}

QWidget* LaunchPanel::buildHeader() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_launches = new NameCombo;
    m_launches->setObjectName(QStringLiteral("launchChoice"));
    m_launches->setAccessibleName(tr("Launch"));
    m_launches->setToolTip(tr("Launches run in this order"));
    row->addWidget(m_launches, 1);
    auto* add = makeIconButton(QStringLiteral("add"), tr("Add a launch"));
    add->setObjectName(QStringLiteral("addLaunch"));
    auto* more = makeIconButton(QStringLiteral("more"), tr("More actions for this launch"));
    more->setObjectName(QStringLiteral("launchMenu"));
    more->setMenu(buildLaunchMenu());
    more->setPopupMode(QToolButton::InstantPopup);
    row->addWidget(add);
    row->addWidget(more);
    connect(m_launches, &QComboBox::activated, this, &LaunchPanel::setCurrentLaunch);
    connect(add, &QToolButton::clicked, this, &LaunchPanel::addLaunch);
    return header;
}

/// For all launches; if the project sets none, only the Project page shows the field.
QWidget* LaunchPanel::buildRounds() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSmallGap);
    const QString tip =
        tr("How often every pass repeats the launches, for example for the steps of a simulation");
    auto* name = new QLabel(tr("Rounds"));
    name->setToolTip(tip);
    m_rounds = m_roundsForm.add({.name = "launchRounds",
                                 .says = tr("Rounds of the launches"),
                                 .tip = tip,
                                 .placeholder = QStringLiteral("1"),
                                 .undo = tr("Change rounds"),
                                 .input = expressionInput(),
                                 .value = at(&project::Project::rounds),
                                 .evaluate = integerFrom(1)});
    row->addWidget(name, 0, Qt::AlignTop);
    row->addWidget(m_rounds, 1);
    return box;
}

QMenu* LaunchPanel::buildLaunchMenu() {
    auto* menu = new QMenu(this);
    auto* steps = menu->addMenu(icon(QStringLiteral("add")), tr("Add a &step"));
    steps->setObjectName(QStringLiteral("addStep"));
    for (const auto& [kind, word] : project::kStepWords) {
        steps->addAction(stepName(kind), this, [this, kind = kind] { addStep(kind); });
    }
    menu->addSeparator();
    m_duplicate = menu->addAction(icon(QStringLiteral("duplicate")), tr("&Duplicate this launch"));
    m_remove = menu->addAction(icon(QStringLiteral("clear")), tr("&Remove this launch"));
    menu->addSeparator();
    m_up = menu->addAction(icon(QStringLiteral("up")), tr("Run it &earlier"));
    m_down = menu->addAction(icon(QStringLiteral("down")), tr("Run it &later"));
    connect(m_duplicate, &QAction::triggered, this, &LaunchPanel::duplicateLaunch);
    connect(m_remove, &QAction::triggered, this, &LaunchPanel::removeLaunch);
    connect(m_up, &QAction::triggered, this, [this] { moveLaunch(-1); });
    connect(m_down, &QAction::triggered, this, [this] { moveLaunch(1); });
    return menu;
}

QWidget* LaunchPanel::buildGeometry() {
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSmallGap);
    grid->setVerticalSpacing(kSmallGap);
    m_kernel = new QComboBox;
    m_kernel->setObjectName(QStringLiteral("kernelChoice"));
    m_kernel->setEditable(true);
    m_kernel->setInsertPolicy(QComboBox::NoInsert);
    m_kernel->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kernel->setAccessibleName(tr("Kernel"));
    useCodeFont(*m_kernel->lineEdit());
    m_kernelProblem = makeProblem();
    m_kernelProblem->setObjectName(QStringLiteral("kernelProblem"));
    grid->addWidget(new QLabel(tr("Kernel")), 0, 0);
    grid->addWidget(m_kernel, 0, 1);
    grid->addWidget(m_kernelProblem, 1, 1);
    m_grid = addExtent(grid, 2, tr("Grid"), true);
    m_block = addExtent(grid, 3, tr("Block"), false);
    m_shared = m_form.add({.name = "sharedBytes",
                           .says = tr("Dynamic shared memory in bytes"),
                           .undo = tr("Change shared memory"),
                           .input = expressionInput(),
                           .value = at(&project::Launch::shared),
                           .evaluate = integerFrom(0, true)});
    auto* sharedName = new QLabel(tr("Shared"));
    sharedName->setToolTip(tr("Dynamic shared memory of a block, in bytes"));
    grid->addWidget(sharedName, 4, 0);
    grid->addWidget(m_shared, 4, 1);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("launchSummary"));
    m_summary->setProperty("role", "muted");
    m_summary->setWordWrap(true);
    grid->addWidget(m_summary, 5, 1);
    grid->setColumnStretch(1, 1);
    connect(m_kernel, &QComboBox::activated, this,
            [this](int index) { chooseKernel(m_kernel->itemText(index)); });
    connect(m_kernel->lineEdit(), &QLineEdit::textEdited, this, [this] { m_typingKernel = true; });
    connect(m_kernel->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        m_typingKernel = false;
        chooseKernel(m_kernel->currentText());
    });
    return box;
}

ExtentEditor* LaunchPanel::addExtent(QGridLayout* grid, int row, const QString& name, bool isGrid) {
    auto* label = new QLabel(name);
    label->setContentsMargins(0, 5, 0, 0);
    grid->addWidget(label, row, 0, Qt::AlignTop);
    auto* extent = new ExtentEditor;
    grid->addWidget(extent, row, 1);
    for (auto& field :
         extent->fields(name, isGrid ? QStringLiteral("grid") : QStringLiteral("block"),
                        isGrid ? tr("Change grid") : tr("Change block"),
                        isGrid ? &project::Launch::grid : &project::Launch::block, true)) {
        m_form.add(std::move(field));
    }
    return extent;
}

} // namespace warpbench::ui
