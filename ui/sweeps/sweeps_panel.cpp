// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/sweeps_panel.h"

#include "core/sweep/figures.h"
#include "ui/charts/plot.h"
#include "ui/fields/form.h"
#include "ui/sweeps/heat_map.h"
#include "ui/sweeps/parallel_axes.h"
#include "ui/sweeps/sweep_form.h"
#include "ui/sweeps/sweep_runner.h"
#include "ui/sweeps/trial_chart.h"
#include "ui/sweeps/trial_words.h"
#include "ui/sweeps/trials_model.h"
#include "ui/theme/dock_sight.h"
#include "ui/theme/flow_layout.h"
#include "ui/theme/save_dialog.h"
#include "ui/theme/theme.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace warpbench::ui {

namespace {

/// Highlights the best trial and dims invalid ones.
class TrialDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool isBest = index.data(TrialsModel::BestRole).toBool();
        option->font.setBold(isBest);
        if (isBest && index.column() == 0)
            option->text.prepend(QStringLiteral("★ "));
        if (index.data(TrialsModel::FailedRole).toBool())
            option->palette.setColor(QPalette::Text, themeColors().muted);
    }
};

QComboBox* makeChooser(const char* name) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMinimumContentsLength(4);
    return box;
}

QPushButton* makeButton(const char* name, const QString& text, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    return button;
}

/// Offers the figures that exist in the report.
void offerFigures(QComboBox& box, const session::SweepReport& report, const char* usual) {
    const QSignalBlocker quiet(box);
    const QVariant before = box.currentData();
    box.clear();
    const auto figures = sweep::figures();
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (std::any_of(report.result.trials.begin(), report.result.trials.end(),
                        [&](const auto& trial) { return figures[i].of(trial).has_value(); }))
            box.addItem(figureTitle(figures[i]), qs(figures[i].key));
    int chosen = box.findData(before);
    if (chosen < 0)
        chosen = box.findData(QLatin1String(usual));
    box.setCurrentIndex(std::max(0, chosen));
}

/// \param usual  the default; empty: none
void offerNames(QComboBox& box, const std::vector<AxisValues>& axes, const std::string& usual,
                bool orNone, bool chosen) {
    const QSignalBlocker quiet(box);
    const QVariant before = box.currentData();
    box.clear();
    if (orNone)
        box.addItem(SweepsPanel::tr("nothing"), QString());
    for (const AxisValues& axis : axes)
        box.addItem(qs(axis.name), qs(axis.name));
    const int same = chosen ? box.findData(before) : -1;
    box.setCurrentIndex(std::max(0, same >= 0 ? same : box.findData(qs(usual))));
}

const AxisValues* axisNamed(const std::vector<AxisValues>& axes, const QString& name) {
    const auto found = std::find_if(axes.begin(), axes.end(),
                                    [&](const AxisValues& axis) { return qs(axis.name) == name; });
    return found == axes.end() ? nullptr : &*found;
}

std::size_t figureNamed(const QString& key) {
    const auto figures = sweep::figures();
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (key == QLatin1String(figures[i].key))
            return i;
    return 0;
}

} // namespace

SweepsPanel::SweepsPanel(Workbench& bench)
    : m_bench(bench)
    , m_runner(new SweepRunner(bench.document, bench.controller, this))
    , m_form(new SweepForm(bench.document))
    , m_trials(new TrialsModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_parts(new QSplitter)
    , m_start(makeButton("sweepStart", {}, tr("Compiles, runs and checks each combination")))
    , m_goOn(makeButton("sweepGoOn", tr("Continue"), tr("Tries what has not been tried yet")))
    , m_apply(makeButton("sweepApply", {}, {}))
    , m_save(makeButton("sweepSave", tr("Save…"),
                        tr("Writes all trials to a file: JSON, CSV, Kernel Tuner's cache or T4")))
    , m_open(makeButton("sweepOpen", tr("Open…"),
                        tr("Shows a file that a sweep wrote, here or on the command line")))
    , m_progress(new QProgressBar)
    , m_state(makeHint({}))
    , m_view(makeChooser("sweepView"))
    , m_firstTitle(new QLabel)
    , m_first(makeChooser("sweepFirst"))
    , m_secondTitle(new QLabel)
    , m_second(makeChooser("sweepSecond"))
    , m_pages(new QStackedWidget)
    , m_table(new QTreeView)
    , m_plot(new Plot)
    , m_heat(new HeatMap)
    , m_parallel(new ParallelAxes) {
    setObjectName(QStringLiteral("sweepsPanel"));
    m_plot->setAccessibleName(tr("Chart of the trials"));
    m_first->setAccessibleName(tr("First axis or figure"));
    m_second->setAccessibleName(tr("Second axis or figure"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(buildForm());
    m_parts->addWidget(buildResults());
    m_parts->setStretchFactor(1, 1);
    layout->addWidget(m_parts);
    auto* shown = new WhenSeen(*this, [this] { update(); });
    connect(m_runner, &SweepRunner::changed, shown, &WhenSeen::due);
    connect(m_runner, &SweepRunner::ended, this, &SweepsPanel::swept);
    // Each key pressed in the editor triggers this, but the trials stay the same.
    auto* told = new WhenSeen(*this, [this] { tell(); });
    connect(&bench.document, &ProjectDocument::changed, told, &WhenSeen::due);
    connect(&bench.document, &ProjectDocument::sourceEdited, told, &WhenSeen::due);
    connect(m_form, &SweepForm::changed, told, &WhenSeen::due);
    connect(&bench.controller, &RunController::activityChanged, told, &WhenSeen::due);
    connect(&Theme::instance(), &Theme::changed, this, &SweepsPanel::draw);
    update();
}

SweepsPanel::~SweepsPanel() = default;

QWidget* SweepsPanel::buildForm() {
    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeScrolling(m_form, tr("What to try")), 1);
    layout->addLayout(buildCommands());
    return side;
}

QLayout* SweepsPanel::buildCommands() {
    auto* commands = new QHBoxLayout;
    commands->setContentsMargins(kMargin, kSmallGap, kMargin, kGap);
    commands->setSpacing(kSmallGap);
    commands->addWidget(m_start);
    commands->addWidget(m_goOn);
    commands->addStretch(1);
    commands->addWidget(m_open);
    commands->addWidget(m_save);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_runner->sweeping())
            m_runner->stop();
        else
            sweep();
    });
    connect(m_goOn, &QPushButton::clicked, this, [this] { m_runner->goOn(m_form->budget()); });
    connect(m_open, &QPushButton::clicked, this, &SweepsPanel::open);
    return commands;
}

void SweepsPanel::sweep() {
    if (!m_form->problem().isEmpty())
        return;
    m_axesChosen = false;
    m_runner->start(m_form->budget());
}

QWidget* SweepsPanel::buildResults() {
    auto* side = new QWidget;
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_state->setObjectName(QStringLiteral("sweepState"));
    m_state->setContentsMargins(kMargin, kGap, kMargin, 0);
    m_progress->setObjectName(QStringLiteral("sweepProgress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kSmallGap);
    layout->addWidget(m_progress);
    layout->addWidget(m_state);
    layout->addLayout(buildViews());
    buildTable();
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_plot);
    m_pages->addWidget(m_heat);
    m_pages->addWidget(m_parallel);
    auto* stacked = new QVBoxLayout;
    layout->addLayout(stacked, 1);
    m_stack = addStack(*stacked,
                       makeEmpty(tr("Which block size, tile or option is best? Name the values to "
                                    "try and press Start: each combination is compiled, run, "
                                    "checked and listed here.")),
                       m_pages);
    connect(m_heat, &HeatMap::chosen, this, &SweepsPanel::select);
    connect(m_parallel, &ParallelAxes::chosen, this, &SweepsPanel::select);
    return side;
}

QLayout* SweepsPanel::buildViews() {
    auto* bar = new FlowLayout;
    bar->setContentsMargins(kMargin, kGap, kMargin, kGap);
    bar->setSpacing(kSmallGap);
    m_view->setAccessibleName(tr("How the trials are shown"));
    m_view->addItem(tr("Table"), kTable);
    m_view->addItem(tr("Along an axis"), kAlong);
    m_view->addItem(tr("Heat map"), kHeatMap);
    m_view->addItem(tr("All axes"), kParallel);
    m_view->addItem(tr("Two figures"), kFigures);
    m_view->addItem(tr("What matters"), kImportance);
    bar->addWidget(m_view);
    for (auto [title, box] : {std::pair(m_firstTitle, m_first), {m_secondTitle, m_second}}) {
        title->setProperty("role", "muted");
        bar->addWidget(title);
        bar->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] {
            m_axesChosen = true;
            draw();
        });
    }
    bar->addWidget(m_apply);
    connect(m_view, &QComboBox::currentIndexChanged, this, [this] {
        offerAxes();
        draw();
    });
    connect(m_apply, &QPushButton::clicked, this, &SweepsPanel::apply);
    connect(m_save, &QPushButton::clicked, this, &SweepsPanel::save);
    return bar;
}

void SweepsPanel::buildTable() {
    m_sorted->setSourceModel(m_trials);
    m_sorted->setSortRole(TrialsModel::SortRole);
    m_table->setObjectName(QStringLiteral("sweepTrials"));
    m_table->setAccessibleName(tr("Trials"));
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new TrialDelegate(m_table));
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAlternatingRowColors(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSortingEnabled(true);
    connect(m_trials, &TrialsModel::modelReset, this, [this] {
        m_table->sortByColumn(m_trials->objectiveColumn(), Qt::AscendingOrder); // the best first
    });
    m_table->header()->setStyleSheet( // room for the arrow of the sorted column
        QStringLiteral("QHeaderView::section { padding-right: 18px; }"));
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->header()->setStretchLastSection(true);
    connect(m_table, &QTreeView::doubleClicked, this, &SweepsPanel::apply);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        m_heat->setCurrent(selected());
        m_parallel->setCurrent(selected());
        tell();
    });
}

/// Arranges views side by side in a wide panel, else above each other.
void SweepsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_parts->setOrientation(width() > 1.4 * height() ? Qt::Horizontal : Qt::Vertical);
}

SweepsPanel::View SweepsPanel::view() const {
    return View(m_view->currentData().toInt());
}

void SweepsPanel::update() {
    const session::SweepReport* report = m_runner->report();
    m_trials->show(report);
    m_axes = report ? axesOf(report->result.trials) : std::vector<AxisValues>();
    m_stack->setCurrentIndex(m_trials->rowCount() > 0 ? 1 : 0);
    offerAxes();
    draw();
    tell();
}

/// Updates buttons and status.
void SweepsPanel::tell() {
    const session::SweepReport* report = m_runner->report();
    const bool sweeping = m_runner->sweeping();
    const bool busy = m_bench.controller.busy();
    const QString problem = m_form->problem();
    const std::size_t trials = report ? report->result.trials.size() : 0;
    m_start->setText(sweeping ? tr("Stop") : tr("Start"));
    m_start->setEnabled(sweeping || (!busy && problem.isEmpty()));
    m_start->setToolTip(sweeping             ? tr("Ends the sweep; finished trials stay")
                        : !problem.isEmpty() ? problem
                        : busy               ? tr("Something else is running.")
                                             : tr("Compiles, runs and checks each combination"));
    m_goOn->setVisible(m_runner->canContinue());
    m_goOn->setEnabled(!busy && problem.isEmpty());
    m_open->setEnabled(!sweeping);
    m_save->setEnabled(trials > 0 && !sweeping);
    const auto chosen = selected();
    const bool isBest = report && chosen && report->result.best == chosen;
    m_apply->setText(isBest || !chosen ? tr("Apply the Best") : tr("Apply This Trial"));
    m_apply->setToolTip(
        chosen && report
            ? tr("Gives the project %1").arg(valuesText(report->result.trials[*chosen]))
            : tr("Gives the project the best trial's values"));
    m_apply->setEnabled(chosen || (report && report->result.best));
    m_progress->setVisible(sweeping);
    m_progress->setRange(0,
                         report ? int(std::min<std::uint64_t>(report->combinations, 1u << 30)) : 0);
    m_progress->setValue(int(trials));
    QStringList said;
    if (!m_runner->problem().isEmpty())
        said.append(m_runner->problem());
    if (sweeping && !report)
        said.append(tr("Compiling and running the first combination …"));
    if (report && report->combinations > 0)
        said.append(
            tr("%1 of %2 tried.").arg(describeCount(trials), describeCount(report->combinations)));
    if (report && report->result.best) {
        const sweep::Trial& best = report->result.trials[*report->result.best];
        said.append(tr("Best: %1 with %2.")
                        .arg(objectiveText(report->objective, *best.objective), valuesText(best)));
    } else if (trials > 0 && !sweeping) {
        said.append(tr("No combination gave a result: the table says why."));
    }
    if (m_runner->isStale())
        said.append(tr("The source or set-up has changed since."));
    m_state->setText(said.join(u' '));
    m_state->setVisible(!said.isEmpty());
}

/// Offers the choices for the current view.
void SweepsPanel::offerAxes() {
    const session::SweepReport* report = m_runner->report();
    const bool overAxes = view() == kAlong || view() == kHeatMap;
    const bool overFigures = view() == kFigures;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_firstTitle, m_first, m_secondTitle, m_second})
        widget->setVisible(overAxes || overFigures);
    if (overAxes && report) {
        std::vector<std::pair<std::string, double>> usual = byImportance(*report, m_axes);
        usual.resize(2);
        offerNames(*m_first, m_axes, usual[0].first, false, m_axesChosen);
        offerNames(*m_second, m_axes, usual[1].first, view() == kAlong, m_axesChosen);
    } else if (overFigures && report) {
        offerFigures(*m_first, *report, "occupancy");
        offerFigures(*m_second, *report, report->objective.isEstimate ? "estimated_ms" : "time_ms");
    }
    m_firstTitle->setText(overFigures          ? tr("right")
                          : view() == kHeatMap ? tr("right")
                                               : tr("over"));
    m_secondTitle->setText(view() == kAlong ? tr("a line for each")
                           : overFigures    ? tr("up")
                                            : tr("down"));
}

void SweepsPanel::draw() {
    const session::SweepReport* report = m_runner->report();
    const bool drawn = view() == kAlong || view() == kFigures || view() == kImportance;
    m_pages->setCurrentWidget(view() == kTable      ? static_cast<QWidget*>(m_table)
                              : view() == kHeatMap  ? static_cast<QWidget*>(m_heat)
                              : view() == kParallel ? static_cast<QWidget*>(m_parallel)
                                                    : m_plot);
    if (!report || report->result.trials.empty()) {
        m_plot->clear();
        m_heat->clear();
        m_parallel->clear();
        return;
    }
    const AxisValues* first = axisNamed(m_axes, m_first->currentData().toString());
    const AxisValues* second = axisNamed(m_axes, m_second->currentData().toString());
    if (view() == kParallel)
        m_parallel->show(*report);
    else if (view() == kHeatMap && first && second)
        m_heat->show(*report, *first, *second);
    else if (view() == kAlong && first)
        drawAlong(*m_plot, *report, *first, second == first ? nullptr : second);
    else if (view() == kFigures)
        drawFigures(*m_plot, *report, figureNamed(m_first->currentData().toString()),
                    figureNamed(m_second->currentData().toString()));
    else if (view() == kImportance)
        drawImportance(*m_plot, *report);
    else if (drawn)
        m_plot->clear();
}

std::optional<std::size_t> SweepsPanel::selected() const {
    const QModelIndex index = m_sorted->mapToSource(m_table->currentIndex());
    return index.isValid() ? std::optional(std::size_t(index.row())) : std::nullopt;
}

void SweepsPanel::select(std::optional<std::size_t> trial) {
    m_table->setCurrentIndex(trial ? m_sorted->mapFromSource(m_trials->index(int(*trial), 0))
                                   : QModelIndex());
}

void SweepsPanel::apply() {
    const session::SweepReport* report = m_runner->report();
    auto trial = selected();
    if (!trial && report)
        trial = report->result.best;
    if (!report || !trial)
        return;
    try {
        m_runner->apply(*trial);
    } catch (const Error& error) { // the name does not exist any more
        m_bench.log.append(LogEntry::Level::warning, errorLine(error));
    }
}

void SweepsPanel::save() {
    const QString path = askWhereToSave(this, tr("Save the Sweep"), QStringLiteral("sweep.json"),
                                        tr("Sweep (*.json);;Comma-separated values (*.csv);;"
                                           "Cache of Kernel Tuner (*.kt.json);;T4 (*.t4.json)"));
    if (path.isEmpty())
        return;
    try {
        m_runner->save(path);
    } catch (const Error& error) {
        m_bench.log.append(LogEntry::Level::error, errorLine(error));
    }
}

void SweepsPanel::open() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a Sweep"), QString(), tr("Sweep (*.json)"));
    if (path.isEmpty())
        return;
    try {
        m_runner->open(path);
    } catch (const Error& error) {
        m_bench.log.append(LogEntry::Level::error, errorLine(error));
    }
}

} // namespace warpbench::ui
