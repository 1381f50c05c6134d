// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/runs_panel.h"

#include "ui/fields/form.h"
#include "ui/run/run_history.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/key_names.h"
#include "ui/theme/series_color.h"
#include "ui/theme/text_scale.h"
#include "ui/theme/theme.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

constexpr int kNarrow = 440; // pixels at 100 % text size
constexpr int kMostRows = 6; // pinned runs visible without scrolling

/// Shows a pinned run's colour, and the baseline with a mark and in bold.
class PinnedDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool chosen = index.data(Baselines::ChosenRole).toBool();
        option->font.setBold(chosen);
        if (index.column() != Baselines::NameColumn)
            return;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = seriesSwatch(index.data(Baselines::ColorRole).toInt());
        option->decorationSize = {12, 12};
        if (chosen)
            option->text.prepend(QStringLiteral("◆ "));
    }
};

QTreeView* makeList(QAbstractItemModel& model, const char* name, const QString& title) {
    auto* view = new QTreeView;
    view->setObjectName(QLatin1String(name));
    view->setAccessibleName(title);
    view->setModel(&model);
    view->setRootIsDecorated(false);
    view->setAllColumnsShowFocus(true);
    view->setUniformRowHeights(true);
    view->setAlternatingRowColors(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setTextElideMode(Qt::ElideMiddle);
    view->header()->setStretchLastSection(false);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // columns shrink instead
    view->header()->setMinimumSectionSize(36);
    return view;
}

/// Keeps the notes, and everything that is not in a project's file, as it is now.
void keepSurroundings(project::Project& then, const project::Project& now) {
    then.notes = now.notes;
    then.source = now.source;
    then.file = now.file;
    then.mayLeaveFolder = now.mayLeaveFolder;
    then.editedData = now.editedData;
    then.mustConfine = now.mustConfine;
    then.foreignSource = now.foreignSource;
    then.sourceFolder = now.sourceFolder;
    then.userIncludeDirs = now.userIncludeDirs;
    then.unsaved = now.unsaved;
    then.readOnly = now.readOnly;
}

} // namespace

RunsPanel::RunsPanel(Workbench& bench)
    : m_bench(bench)
    , m_pinned(makeList(bench.baselines, "pinnedRuns", tr("Pinned runs")))
    , m_history(makeList(bench.results.history(), "runHistory", tr("Runs of this project")))
    , m_hint(makeHint({}))
    , m_compare(new QPushButton)
    , m_changes(new QPushButton(tr("Changes")))
    , m_color(new QToolButton)
    , m_rename(makeIconButton(QStringLiteral("word"), tr("Rename (F2)")))
    , m_remove(makeIconButton(QStringLiteral("remove"), tr("Unpin")))
    , m_pin(new QPushButton(tr("Pin")))
    , m_back(new QPushButton(tr("Go Back to It"))) {
    setObjectName(QStringLiteral("runsPanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildPinned());
    layout->addWidget(buildHistory(), 1);
    Baselines& baselines = bench.baselines;
    RunHistory& history = bench.results.history();
    for (const QAbstractItemModel* model : {static_cast<QAbstractItemModel*>(&baselines),
                                            static_cast<QAbstractItemModel*>(&history)}) {
        connect(model, &QAbstractItemModel::rowsInserted, this, &RunsPanel::update);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &RunsPanel::update);
        connect(model, &QAbstractItemModel::modelReset, this, &RunsPanel::update);
        connect(model, &QAbstractItemModel::dataChanged, this, &RunsPanel::update);
    }
    connect(&Theme::instance(), &Theme::changed, this, &RunsPanel::update);
    connect(&baselines, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first) {
                m_pinned->setCurrentIndex(m_bench.baselines.index(first, 0));
            });
    for (const QTreeView* view : {m_pinned, m_history})
        connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this,
                &RunsPanel::update);
    update();
}

QWidget* RunsPanel::buildPinned() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, kGap, 0, kGap);
    layout->setSpacing(kSmallGap);
    m_hint->setContentsMargins(kMargin, 0, kMargin, 0);
    m_hint->setObjectName(QStringLiteral("runsHint"));
    m_pinned->setItemDelegate(new PinnedDelegate(m_pinned));
    m_pinned->setEditTriggers(QAbstractItemView::EditKeyPressed);
    QHeaderView& header = *m_pinned->header();
    header.setSectionResizeMode(QHeaderView::ResizeToContents);
    header.setSectionResizeMode(Baselines::NameColumn, QHeaderView::Stretch);
    header.setSectionResizeMode(Baselines::DeviceColumn, QHeaderView::Stretch);
    m_compare->setObjectName(QStringLiteral("compareWith"));
    m_color->setObjectName(QStringLiteral("pinColor"));
    m_color->setToolTip(tr("Colour"));
    m_color->setAccessibleName(tr("Colour of the pinned run"));
    m_color->setPopupMode(QToolButton::InstantPopup);
    m_rename->setObjectName(QStringLiteral("pinRename"));
    m_remove->setObjectName(QStringLiteral("unpin"));
    buildColors();
    auto* buttons = new FlowLayout; // wraps to two rows in a narrow column
    buttons->setContentsMargins(kMargin, kSmallGap, kMargin, 0);
    buttons->setSpacing(kSmallGap);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_changes);
    buttons->addWidget(m_color);
    buttons->addWidget(m_rename);
    buttons->addWidget(m_remove);
    layout->addWidget(m_hint);
    layout->addWidget(m_pinned);
    layout->addLayout(buttons);
    connect(m_compare, &QPushButton::clicked, this, &RunsPanel::compare);
    m_changes->setObjectName(QStringLiteral("pinChanges"));
    m_changes->setToolTip(tr("Show its source beside the current one in the Compare panel"));
    connect(m_changes, &QPushButton::clicked, this, [this] {
        m_bench.baselines.choose(pinnedRow());
        m_bench.selection.show(PanelId{"compare"});
    });
    connect(m_pinned, &QTreeView::doubleClicked, this, &RunsPanel::compare);
    connect(m_rename, &QToolButton::clicked, this, [this] {
        m_pinned->edit(m_bench.baselines.index(pinnedRow(), Baselines::NameColumn));
    });
    connect(m_remove, &QToolButton::clicked, this,
            [this] { m_bench.baselines.remove(pinnedRow()); });
    return box;
}

void RunsPanel::buildColors() {
    auto* menu = new QMenu(m_color);
    m_color->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (int color = 0; color < kSeriesColors; ++color)
            menu->addAction(seriesSwatch(color), seriesColorName(color), this,
                            [this, color] { m_bench.baselines.setColor(pinnedRow(), color); });
    });
}

QWidget* RunsPanel::buildHistory() {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSmallGap);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 0, kMargin, 0);
    auto* title = makeSection(tr("Runs of this project"));
    title->setWordWrap(true); // the buttons next to it need the space
    head->addWidget(title, 1);
    m_pin->setObjectName(QStringLiteral("pinSelected"));
    m_pin->setToolTip(
        tr("Keeps the selected run, even after a restart, and compares later runs with it"));
    m_back->setObjectName(QStringLiteral("goBackToRun"));
    m_back->setToolTip(
        tr("Restores the source and set-up of the selected run; both can be undone"));
    head->addWidget(m_back);
    head->addWidget(m_pin);
    connect(m_back, &QPushButton::clicked, this, &RunsPanel::goBack);
    QHeaderView& header = *m_history->header();
    header.setSectionResizeMode(QHeaderView::ResizeToContents);
    // Columns that differ between runs come first; those that are always equal shrink.
    header.moveSection(header.visualIndex(RunHistory::FigureColumn), 1);
    header.moveSection(header.visualIndex(RunHistory::OutcomeColumn), 2);
    header.setSectionResizeMode(RunHistory::DeviceColumn, QHeaderView::Stretch);
    header.setSectionResizeMode(RunHistory::OutcomeColumn, QHeaderView::Stretch);
    header.moveSection(header.visualIndex(RunHistory::ChangesColumn), 2);
    header.setSectionResizeMode(RunHistory::ChangesColumn, QHeaderView::Stretch);
    layout->addLayout(head);
    QLabel* empty = makeEmpty({});
    setTextWithKeys(
        *empty, "text",
        tr("Press Run ({run}): each run of the project is listed here, also after a restart."));
    m_stack = addStack(*layout, empty, m_history);
    connect(m_pin, &QPushButton::clicked, this, &RunsPanel::pin);
    connect(m_history, &QTreeView::doubleClicked, this, &RunsPanel::pin);
    auto* forget = new QAction(tr("Forget All These Runs"), m_history);
    connect(forget, &QAction::triggered, &m_bench.keptRuns, &KeptRuns::forget);
    m_history->addAction(forget);
    m_history->setContextMenuPolicy(Qt::ActionsContextMenu);
    return box;
}

/// Hides columns that are usually the same in a narrow panel.
void RunsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool narrow = width() < scaled(kNarrow);
    m_pinned->setColumnHidden(Baselines::DeviceColumn, narrow);
    m_history->setColumnHidden(RunHistory::DeviceColumn, narrow);
    m_history->setColumnHidden(RunHistory::TimeColumn, narrow);
}

int RunsPanel::pinnedRow() const {
    return m_pinned->currentIndex().isValid() ? m_pinned->currentIndex().row() : -1;
}

int RunsPanel::historyRow() const {
    const RunHistory& history = m_bench.results.history();
    return m_history->currentIndex().isValid() ? m_history->currentIndex().row()
           : history.rowCount() > 0            ? 0
                                               : -1;
}

void RunsPanel::pin() {
    const RunHistory& history = m_bench.results.history();
    if (const int row = historyRow(); row >= 0 && !describeCost(*history.run(row).report).isEmpty())
        // Uses the complete newest run: the history stores less of the others.
        m_bench.baselines.pin(row == 0 ? m_bench.results.run() : history.run(row),
                              tr("Run %1").arg(history.number(row)));
}

/// Restores the project of the selected run, but keeps the current path and name.
void RunsPanel::goBack() {
    const int row = historyRow();
    if (row < 0)
        return;
    const RunState run = m_bench.results.history().run(row);
    if (run.project) {
        project::Project then = *run.project;
        keepSurroundings(then, m_bench.document.project());
        m_bench.document.edit(tr("Go Back to Run %1").arg(m_bench.results.history().number(row)),
                              [&](project::Project& project) { project = then; });
    }
    if (m_bench.document.source() != run.source)
        m_bench.selection.changeSource(0, m_bench.document.source().size(), run.source);
}

/// Makes the selected run the baseline, or removes the baseline if it already is.
void RunsPanel::compare() {
    if (const int row = pinnedRow(); row >= 0)
        m_bench.baselines.choose(row == m_bench.baselines.chosenRow() ? -1 : row);
}

void RunsPanel::update() {
    const Baselines& baselines = m_bench.baselines;
    const RunHistory& history = m_bench.results.history();
    const bool any = baselines.rowCount() > 0;
    const Baseline* chosen = baselines.chosen();
    m_hint->setText(!any ? tr("Pin a run to compare later ones with it: times, counters, registers "
                              "and occupancy show the difference.")
                    : chosen ? tr("◆ Later runs show their difference from “%1”.").arg(chosen->name)
                             : tr("Pinned runs. Later runs are not compared with any of them."));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_pinned, m_compare, m_changes, m_color,
                                                           m_rename, m_remove})
        widget->setVisible(any);
    const int row = pinnedRow();
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_compare, m_changes, m_color, m_rename, m_remove})
        widget->setEnabled(row >= 0);
    m_compare->setText(row >= 0 && row == baselines.chosenRow() ? tr("Do not compare")
                                                                : tr("Compare with it"));
    m_color->setIcon(row >= 0 ? seriesSwatch(baselines.at(row).color) : QIcon());
    const int rowHeight = m_pinned->sizeHintForRow(0);
    m_pinned->setFixedHeight(m_pinned->header()->sizeHint().height() + 2 +
                             std::clamp(baselines.rowCount(), 1, kMostRows) *
                                 std::max(rowHeight, 20));
    m_stack->setCurrentIndex(history.rowCount() > 0 ? 1 : 0);
    const int run = historyRow();
    m_back->setEnabled(run >= 0 && history.run(run).project != nullptr);
    m_pin->setEnabled(run >= 0 && !describeCost(*history.run(run).report).isEmpty());
}

} // namespace warpbench::ui
