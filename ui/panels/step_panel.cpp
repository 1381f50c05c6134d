// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_panel.h"

#include "ui/fields/form.h"
#include "ui/panels/step_table.h"
#include "ui/panels/step_watches.h"
#include "ui/results/fault_story.h"
#include "ui/step/step_controller.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/fonts.h"
#include "ui/theme/key_names.h"
#include "ui/words/step_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kWarpsWidth = 320;
constexpr int kLongestLanes = 40; // characters

} // namespace

StepPanel::StepPanel(Workbench& bench)
    : m_bench(bench)
    , m_stepper(bench.stepper)
    , m_status(new QLabel)
    , m_note(makeHint({}))
    , m_empty(makeEmpty({}))
    , m_watches(new StepWatches(m_stepper, bench.selection)) {
    setObjectName(QStringLiteral("stepPanel"));
    auto* start = new QPushButton;
    setTextWithKeys(*start, "text", tr("Step ({stepOver})"));
    start->setObjectName(QStringLiteral("stepStart"));
    connect(start, &QPushButton::clicked, &m_stepper,
            [this] { m_stepper.move(session::StepMove::over); });

    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeButtons());
    m_status->setObjectName(QStringLiteral("stepStatus"));
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_status->setWordWrap(true); // an error is a sentence
    m_status->setContentsMargins(kGap, 2, kGap, 2);
    layout->addWidget(m_status);
    m_note->setObjectName(QStringLiteral("stepNote"));
    m_note->setContentsMargins(kGap, 0, kGap, kSmallGap);
    layout->addWidget(m_note);
    layout->addWidget(makeViews(), 1);
    m_empty->setObjectName(QStringLiteral("stepEmpty"));
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(makeEmptyPage(m_empty, start));
    m_stack->addWidget(page);
    connect(&m_stepper, &StepController::changed, this, &StepPanel::show);
    connect(&m_stepper, &StepController::failed, this, [this](const QString& why) {
        m_failure = why;
        show();
    });
    connect(&bench.devices, &DevicesModel::currentChanged, this, &StepPanel::show);
    connect(&bench.selection, &Selection::laneChanged, this, &StepPanel::followLane);
    show();
}

QToolButton* StepPanel::addButton(QWidget* row, const char* name, const QString& text,
                                  const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    setTextWithKeys(*button, "accessibleName", tip);
    setTextWithKeys(*button, "toolTip", tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    row->layout()->addWidget(button);
    return button;
}

QWidget* StepPanel::makeButtons() {
    auto* row = new QWidget;
    auto* layout = new FlowLayout(row);
    layout->setContentsMargins(kSmallGap, kSmallGap, kSmallGap, 0);
    layout->setSpacing(0); // buttons have their own padding: eleven must fit in a narrow window
    struct Button {
        const char* name;
        QString text;
        QString tip;
        session::StepMove move;
    };
    using session::StepMove;
    const Button buttons[] = {
        {"stepGo", tr("Continue"), tr("Run to the next breakpoint or the end ({stepContinue})"),
         StepMove::go},
        {"stepBackward", tr("Back"), tr("Undo the last step ({stepBack})"), StepMove::back},
        {"stepLine", tr("Line"), tr("To the warp's next line ({stepOver})"), StepMove::over},
        {"stepIntoLine", tr("Into"), tr("To the next line, into functions ({stepInto})"),
         StepMove::line},
        {"stepOutOf", tr("Out"), tr("Out of the function ({stepOut})"), StepMove::out},
        {"stepOneLane", tr("Lane"),
         tr("To the next line of the lane selected in the table ({stepLane})"), StepMove::lane},
        {"stepOne", tr("Instruction"), tr("One PTX instruction of the warp ({stepInstruction})"),
         StepMove::instruction},
        {"stepBarrier", tr("Barrier"), tr("Until the warp reaches a barrier"), StepMove::barrier},
        {"stepBlock", tr("Block"), tr("Until the block has ended"), StepMove::block},
    };
    for (const Button& one : buttons) {
        QToolButton* button = addButton(row, one.name, one.text, one.tip);
        connect(button, &QToolButton::clicked, &m_stepper,
                [this, move = one.move] { m_stepper.move(move); });
        one.move == StepMove::back ? void(m_back = button) : m_moves.append(button);
    }
    m_pause = addButton(row, "stepPause", tr("Pause"), tr("Pause where the launch is now"));
    connect(m_pause, &QToolButton::clicked, &m_stepper, &StepController::pause);
    QToolButton* stop = addButton(row, "stepStop", tr("Stop"), tr("End the launch ({stop})"));
    connect(stop, &QToolButton::clicked, &m_stepper, &StepController::stop);
    return row;
}

QWidget* StepPanel::makeViews() {
    m_warpsView = makeStepTable(m_warps, "stepWarps", tr("Warps of the block"));
    m_warpsView->verticalHeader()->hide();
    m_warpsView->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_warpsView->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView* titles = m_warpsView->horizontalHeader();
    titles->setMaximumSectionSize(10000);
    titles->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    titles->setSectionResizeMode(StepWarpsModel::WarpColumn, QHeaderView::ResizeToContents);
    titles->setSectionResizeMode(StepWarpsModel::LineColumn, QHeaderView::ResizeToContents);
    titles->setSectionResizeMode(StepWarpsModel::StateColumn, QHeaderView::Stretch);
    m_warpsView->setColumnWidth(StepWarpsModel::LanesColumn, 84);
    m_warpsView->setTextElideMode(Qt::ElideRight); // a warp's state comes before its reason
    connect(m_warpsView, &QTableView::clicked, this,
            [this](const QModelIndex& index) { chooseWarp(index.row()); });
    connect(m_warpsView, &QTableView::activated, this,
            [this](const QModelIndex& index) { chooseWarp(index.row()); });
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_warpsView);
    splitter->addWidget(makeTabs());
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kWarpsWidth, 3 * kWarpsWidth});
    splitter->setChildrenCollapsible(false);
    return splitter;
}

QTableView* StepPanel::makeLanesTable(StepLanesModel& model, const char* name,
                                      const QString& title) {
    QTableView* view = makeStepTable(model, name, title);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    view->setSelectionBehavior(QAbstractItemView::SelectColumns);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(view->selectionModel(), &QItemSelectionModel::currentColumnChanged, this,
            [this](const QModelIndex& index) {
                const session::StepState* state = m_stepper.state();
                if (state && index.isValid() && !m_marking)
                    m_bench.selection.setLane({state->block, int(state->warp), index.column()});
            });
    return view;
}

/// The registers, below the next instruction.
QWidget* StepPanel::makeRegisters() {
    m_registersView =
        makeLanesTable(m_registers, "stepRegisters", tr("PTX registers of each lane"));
    m_instruction = new QLabel;
    m_instruction->setObjectName(QStringLiteral("stepInstruction"));
    m_instruction->setTextFormat(Qt::PlainText);
    m_instruction->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_instruction->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_instruction->setContentsMargins(kGap, 2, kGap, 2);
    useCodeFont(*m_instruction);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_instruction);
    layout->addWidget(m_registersView, 1);
    return page;
}

QWidget* StepPanel::makeTabs() {
    m_lanesView = makeLanesTable(m_lanes, "stepLanes", tr("Variables of each lane"));
    QWidget* registers = makeRegisters();
    m_sharedView = makeStepTable(m_shared, "stepShared", tr("Shared memory of the block"));
    m_sharedView->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("stepTabs"));
    tabs->setDocumentMode(true);
    tabs->addTab(m_lanesView, tr("Variables"));
    tabs->addTab(registers, tr("Registers"));
    tabs->addTab(m_sharedView, tr("Shared"));
    tabs->addTab(m_watches, tr("Watch"));
    tabs->setTabToolTip(0, m_lanesView->accessibleName());
    tabs->setTabToolTip(1, m_registersView->accessibleName());
    tabs->setTabToolTip(2, m_sharedView->accessibleName());
    tabs->setTabToolTip(3, tr("Watched expressions"));
    // Reading registers takes time, so it is off while they are hidden.
    connect(tabs, &QTabWidget::currentChanged, &m_stepper, [this, tabs, registers] {
        m_stepper.readRegisters(tabs->currentWidget() == registers);
    });
    tabs->setUsesScrollButtons(false); // the list of warps shrinks instead
    tabs->setElideMode(Qt::ElideNone);
    return tabs;
}

void StepPanel::chooseWarp(int row) {
    const session::StepState* state = m_stepper.state();
    if (state && row >= 0 && row < m_warps.rowCount() && m_warps.warpOf(row) != int(state->warp))
        m_stepper.look(state->block, m_warps.warpOf(row));
}

/// Follows a lane selected here or in the addresses view: marks it, and selects its warp if its
/// block is running.
void StepPanel::followLane() {
    const session::StepState* state = m_stepper.state();
    if (!state || state->ended)
        return;
    const LanePlace& wanted = m_bench.selection.lane();
    m_wanted = false;
    m_watches->show();
    if (state->block == wanted.block && int(state->warp) == wanted.warp)
        markLane();
    else if (m_stepper.phase() == StepController::Phase::moving)
        m_wanted = true; // as soon as it pauses
    else if (state->block == wanted.block || std::find(state->blocks.begin(), state->blocks.end(),
                                                       wanted.block) != state->blocks.end())
        m_stepper.look(wanted.block, wanted.warp);
}

void StepPanel::markLane() {
    const int lane = m_bench.selection.lane().lane;
    if (lane >= 0 && lane < m_lanes.columnCount()) {
        markLaneIn(*m_lanesView, m_lanesView->currentIndex().row());
        markLaneIn(*m_registersView, m_registers.namedRow());
    }
    const quint32 active = m_lanes.activeLanes();
    if (active && (lane < 0 || !(active >> lane & 1))) {
        scrollToLanes(*m_lanesView, active);
        scrollToLanes(*m_registersView, active);
    }
}

/// Scrolls to as many of these lanes as fit, at least the first one.
void StepPanel::scrollToLanes(QTableView& view, quint32 lanes) {
    const int row = std::max(0, view.rowAt(0));
    for (const int lane : {31 - std::countl_zero(lanes), std::countr_zero(lanes)})
        view.scrollTo(view.model()->index(row, lane));
}

void StepPanel::markLaneIn(QTableView& view, int row) {
    const int lane = m_bench.selection.lane().lane;
    const QScopedValueRollback marking(m_marking, true);
    QItemSelectionModel* chosen = view.selectionModel();
    const QModelIndex at = view.model()->index(std::max(0, row), lane);
    chosen->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
    chosen->select(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Columns);
    view.scrollTo(at);
}

/// Announces the warp after a move or a selection.
void StepPanel::tellWarp() {
    const session::StepState* state = m_stepper.state();
    if (!state || state->ended)
        return;
    if (m_wanted)
        return followLane();
    const LanePlace place{state->block, int(state->warp), m_bench.selection.lane().lane};
    const std::tuple now(place.block, place.warp, state->instructions);
    if (std::exchange(m_told, now) != now)
        m_bench.selection.setLane(place);
}

QString StepPanel::describeState() const {
    const session::StepState* state = m_stepper.state();
    if (!state)
        return tr("Compiling, and running what comes before the launch…");
    if (m_stepper.phase() == StepController::Phase::moving)
        return tr("Moving…");
    const QString what = state->fault ? faultHeadline(*state->fault) : qs(state->text);
    if (state->ended)
        return what.isEmpty()
                   ? tr("%1 has ended. Line starts again, Back goes back.").arg(qs(state->kernel))
                   : tr("%1 has ended: %2").arg(qs(state->kernel), what);
    // A long list, such as every other lane, would be cut off; the list of warps draws it.
    QString lanes = lanesInWords(state->activeMask);
    if (lanes.size() > kLongestLanes)
        lanes = tr("%1 of 32 lanes").arg(std::popcount(state->activeMask));
    QStringList parts{qs(state->kernel),
                      tr("block (%1, %2, %3)")
                          .arg(state->blockIndex[0])
                          .arg(state->blockIndex[1])
                          .arg(state->blockIndex[2]),
                      tr("warp %1").arg(state->warp),
                      state->line > 0 ? tr("line %1").arg(state->line)
                                      : tr("PTX line %1").arg(state->ptxLine),
                      lanes};
    if (!what.isEmpty())
        parts << what;
    return parts.join(QStringLiteral(" · "));
}

QString StepPanel::statusText() const {
    return m_status->text();
}

void StepPanel::showRegisters() {
    const session::StepState* state = m_stepper.state();
    m_registers.setState(state);
    m_instruction->setVisible(state && !state->ptx.empty());
    if (!m_instruction->isHidden())
        m_instruction->setText(tr("PTX line %1: %2").arg(state->ptxLine).arg(qs(state->ptx)));
    m_instruction->setToolTip(m_instruction->text());
    if (const int row = m_registers.namedRow(); row >= 0)
        m_registersView->scrollTo(m_registers.index(row, 0), QAbstractItemView::PositionAtCenter);
}

void StepPanel::show() {
    using Phase = StepController::Phase;
    const Phase phase = m_stepper.phase();
    if (phase == Phase::moving)
        m_failure.clear();
    m_stack->setCurrentIndex(phase == Phase::off ? 0 : 1);
    const auto* device = m_bench.devices.current();
    QString empty = device && !device->simulated
                        ? tr("Step through the kernel line by line, forward and back. This uses "
                             "the simulated GPU, because a real one cannot be stepped through.")
                        : tr("Step through the kernel line by line, forward and back, with every "
                             "variable of every lane. Click beside a line to pause there.");
    if (phase == Phase::off && !m_failure.isEmpty())
        empty = m_failure;
    m_empty->setText(empty);
    const session::StepState* state = m_stepper.state();
    m_status->setText(describeState());
    m_status->setToolTip(m_status->text());
    QString note = m_stepper.note();
    if (m_stepper.stale())
        note = tr("The source has changed. The next step restarts the launch.");
    else if (phase == Phase::paused && !m_failure.isEmpty())
        note = m_failure;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    const bool paused = phase == Phase::paused && state;
    for (QToolButton* button : m_moves)
        button->setEnabled(paused);
    m_back->setEnabled(paused && state->moves > 0 && !m_stepper.stale());
    m_pause->setEnabled(phase == Phase::moving);
    m_watches->show();
    if (phase == Phase::moving)
        return; // the tables keep the last known state
    const int scrolled = m_lanesView->verticalScrollBar()->value();
    m_lanes.setState(state);
    showRegisters();
    m_warps.setState(state);
    m_shared.setState(state);
    if (const int row = m_warps.currentRow(); row >= 0)
        m_warpsView->selectRow(row);
    tellWarp();
    markLane();
    m_lanesView->verticalScrollBar()->setValue(scrolled);
}

} // namespace warpbench::ui
