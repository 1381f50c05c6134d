// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timing_panel.h"

#include "core/launch/statistics.h"
#include "ui/charts/device_shares.h"
#include "ui/charts/plot.h"
#include "ui/charts/timing_columns.h"
#include "ui/run/baselines.h"
#include "ui/theme/icons.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"
#include "ui/theme/turns.h"
#include "ui/words/describe.h"
#include "ui/words/estimate_words.h"
#include "ui/words/launch_title.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QShortcut>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kLeastToJudge = 5;   // samples of each run, to distinguish a difference from chance
constexpr double kByChance = 0.01; // a difference with a higher probability of chance is ignored

} // namespace

TimingPanel::TimingPanel(QWidget* parent)
    : QWidget(parent)
    , m_empty(new QLabel)
    , m_clock(new QLabel)
    , m_baselineText(new QLabel)
    , m_against(new QComboBox)
    , m_pin(new QToolButton)
    , m_table(new QTableWidget)
    , m_devices(new DeviceShares)
    , m_count(new QComboBox)
    , m_plot(new Plot) {
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    setRunning(false);
    m_clock->setWordWrap(true); // does not force a minimum width
    m_baselineText->setProperty("role", "muted");
    m_baselineText->setWordWrap(true);
    m_count->setObjectName(QStringLiteral("timingCount"));
    m_count->setAccessibleName(tr("Counted figure"));
    for (const Column column : kCounts)
        m_count->addItem(countName(column), int(column));

    buildTable();
    buildHeader();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_header);
    layout->addWidget(m_table);
    layout->addWidget(m_devices);
    m_counted = new QWidget;
    auto* counted = new QHBoxLayout(m_counted);
    counted->setContentsMargins(12, 4, 12, 0);
    counted->addWidget(m_count);
    counted->addStretch(1);
    layout->addWidget(m_counted);
    layout->addWidget(m_plot, 1);

    connect(m_plot, &Plot::hovered, this, &TimingPanel::showSample);
    connect(m_pin, &QToolButton::clicked, this, &TimingPanel::pinWanted);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &TimingPanel::showChart);
    connect(m_count, &QComboBox::currentIndexChanged, this, [this] {
        if (m_report)
            setReport(m_report);
    });
    auto* copy = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr,
                               Qt::WidgetWithChildrenShortcut);
    connect(copy, &QShortcut::activated, this,
            [this] { QApplication::clipboard()->setText(asText()); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        inTurn(*this, [this] {
            if (m_report)
                setReport(m_report); // colours come from the theme
        });
    });
    showEmpty(true);
}

/// The selection of the baseline, and the pin.
QLayout* TimingPanel::buildPins() {
    m_against->setObjectName(QStringLiteral("timingAgainst"));
    m_against->setAccessibleName(tr("Pinned run to compare with"));
    m_against->setToolTip(tr("The pinned run that the differences refer to"));
    m_against->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_against->setMinimumContentsLength(8);
    m_against->hide();
    m_pin->setText(tr("Pin"));
    m_pin->setIcon(icon(QStringLiteral("pin")));
    m_pin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pin->setToolTip(tr("Later runs show their difference from this one"));
    m_pin->setObjectName(QStringLiteral("pinButton"));
    auto* earlier = new QToolButton;
    earlier->setIcon(icon(QStringLiteral("down")));
    earlier->setToolTip(tr("Pin an earlier run"));
    earlier->setAccessibleName(tr("Pin an earlier run"));
    earlier->setPopupMode(QToolButton::InstantPopup);
    earlier->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_earlier = earlier;
    auto* runs = new QMenu(earlier);
    earlier->setMenu(runs);
    connect(runs, &QMenu::aboutToShow, this, [this, runs] {
        runs->clear();
        emit runsWanted(runs);
        if (runs->isEmpty())
            runs->addAction(tr("No earlier runs"))->setEnabled(false);
    });
    auto* pinned = new QHBoxLayout;
    pinned->setSpacing(8);
    pinned->addWidget(m_against, 1);
    pinned->addWidget(m_pin);
    pinned->addWidget(m_earlier);
    return pinned;
}

void TimingPanel::buildHeader() {
    m_header = new QWidget;
    auto* header = new QGridLayout(m_header);
    header->setContentsMargins(12, 8, 12, 4);
    header->setHorizontalSpacing(8);
    header->setVerticalSpacing(2);
    header->addWidget(m_clock, 0, 0, 1, 3);
    header->addLayout(buildPins(), 1, 0, 1, 3, Qt::AlignRight);
    header->addWidget(m_baselineText, 2, 0, 1, 3);
    header->setColumnStretch(0, 1);
}

void TimingPanel::buildTable() {
    m_plot->setAccessibleName(tr("Chart of the times"));
    m_table->setObjectName(QStringLiteral("timingTable"));
    m_table->setAccessibleName(tr("Times of the launches"));
    m_table->setColumnCount(kColumns);
    m_table->setHorizontalHeaderLabels({tr("Kernel"), tr("Median, ms"), tr("Δ"), tr("Min"),
                                        tr("Mean"), tr("p95"), tr("Std dev"), tr("Bytes/s"),
                                        tr("Ops/s"), tr("Estimated"), tr("Limited by")});
    for (const Column column : kCounts) {
        auto* title = new QTableWidgetItem(countTitle(column));
        title->setToolTip(countName(column));
        title->setData(Qt::AccessibleTextRole, countName(column));
        m_table->setHorizontalHeaderItem(column, title);
    }
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false); // Tab leaves the table, arrow keys move in it
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(kKernel, QHeaderView::Stretch);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // see fitColumns
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(false);
}

void TimingPanel::setReport(const session::RunReport& report) {
    setReport(std::make_shared<const session::RunReport>(report));
}

void TimingPanel::setReport(std::shared_ptr<const session::RunReport> shown) {
    m_report = std::move(shown);
    offerEstimate();
    const session::RunReport& report = *m_report;
    m_devices->setReport(report);
    const bool timed =
        showsCounts() || std::any_of(report.launches.begin(), report.launches.end(),
                                     [](const auto& launch) { return launch.time.has_value(); });
    showEmpty(!timed);
    if (!timed) {
        const bool finished = report.status == session::RunStatus::ok ||
                              report.status == session::RunStatus::expect_failed;
        m_empty->setText(
            finished && report.launches.empty()
                ? tr("Nothing was launched. Add a launch with + on the first tab of Set-up.")
            : finished ? tr("Nothing was timed: the number of repeats is 0.")
                       : tr("The run did not get as far as timing."));
        return;
    }
    showTable();
    showChart();
}

void TimingPanel::setBaseline(const session::RunReport& report, const QString& name, int color) {
    setBaseline(std::make_shared<const session::RunReport>(report), name, color);
}

void TimingPanel::setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name,
                              int color) {
    m_baseline = std::move(report);
    m_baselineName = name;
    m_baselineColor = color;
    if (m_report)
        setReport(m_report);
}

void TimingPanel::clearBaseline() {
    m_baseline.reset();
    if (m_report)
        setReport(m_report);
}

void TimingPanel::clear() {
    m_report.reset();
    m_devices->clearReport();
    setRunning(false);
    showEmpty(true);
}

void TimingPanel::setRunning(bool running) {
    if (!m_report)
        m_empty->setText(running ? tr("Running. Times are shown when the run ends.")
                                 : tr("Press Run to time the launches."));
}

void TimingPanel::showEmpty(bool empty) {
    m_empty->setVisible(empty);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_header, m_table, m_plot})
        widget->setVisible(!empty);
    m_counted->setVisible(!empty && showsCounts());
    m_baselineText->setVisible(!empty && hasBaseline());
    m_against->setVisible(!empty && m_against->count() > 1);
}

bool TimingPanel::simulated() const {
    return m_report && m_report->device && m_report->device->simulated;
}

const session::LaunchReport* TimingPanel::baselineLaunch(const session::LaunchReport& launch,
                                                         size_t index) const {
    return m_baseline ? launchOf(*m_baseline, launch, index) : nullptr;
}

const session::TimeStatistics* TimingPanel::baselineTime(const session::LaunchReport& launch,
                                                         size_t index) const {
    const session::LaunchReport* other = baselineLaunch(launch, index);
    return other && other->time ? &*other->time : nullptr;
}

/// The time of a simulated device is that of the host. The estimate and the counts are more useful,
/// and reproducible.
bool TimingPanel::showsCounts() const {
    return simulated() && (hasCounters() || hasEstimates());
}

bool TimingPanel::hasCounters() const {
    return std::any_of(m_report->launches.begin(), m_report->launches.end(),
                       [](const auto& launch) { return launch.counters.has_value(); });
}

bool TimingPanel::hasEstimates() const {
    return std::any_of(m_report->launches.begin(), m_report->launches.end(),
                       [](const auto& launch) { return launch.estimate.has_value(); });
}

/// The estimated time is what users want to know, so a new one is selected.
void TimingPanel::offerEstimate() {
    const QSignalBlocker block(m_count);
    const int at = m_count->findData(int(kEstimate));
    if (hasEstimates() && at < 0) {
        m_count->insertItem(0, countName(kEstimate), int(kEstimate));
        m_count->setCurrentIndex(0);
    } else if (!hasEstimates() && at >= 0) {
        m_count->removeItem(at);
    }
}

Column TimingPanel::chosenCount() const {
    return hasCounters() ? Column(m_count->currentData().toInt()) : kEstimate;
}

/// The selected value of a launch; empty: none.
std::optional<double> TimingPanel::chosenOf(const session::LaunchReport& launch) const {
    const Column chosen = chosenCount();
    if (chosen == kEstimate)
        return launch.estimate && launch.estimate->timed() ? std::optional(launch.estimate->ms)
                                                           : std::nullopt;
    return launch.counters ? std::optional(double(countOf(*launch.counters, chosen)))
                           : std::nullopt;
}

/// Counts are exact, so every difference counts. Estimates differ if their ranges do not overlap.
bool TimingPanel::differs(const session::LaunchReport& a, const session::LaunchReport& b) const {
    if (chosenCount() != kEstimate)
        return chosenOf(a) != chosenOf(b);
    return a.estimate->low > b.estimate->high || b.estimate->low > a.estimate->high;
}

void TimingPanel::showTable() {
    const QSignalBlocker block(m_table);
    const int selected = std::max(0, m_table->currentRow());
    m_table->setRowCount(int(m_report->launches.size()));
    for (int row = 0; row < m_table->rowCount(); ++row)
        fillRow(row);
    showsCounts() ? showCounts() : showTimes();
    for (int row = 0; row < m_table->rowCount(); ++row)
        explainRow(*m_table, row, m_columns, m_report->launches[size_t(row)]);
    fitColumns();
    m_table->horizontalHeaderItem(kKernel)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setCurrentCell(std::min(selected, m_table->rowCount() - 1), kKernel);
    const int rows = std::clamp(m_table->rowCount(), 1, 6);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 14);
}

/// Fills the columns known for any device.
void TimingPanel::fillRow(int row) {
    const session::LaunchReport& launch = m_report->launches[size_t(row)];
    for (int column = 0; column < kColumns; ++column) {
        auto* item = new QTableWidgetItem(QStringLiteral("–"));
        item->setTextAlignment((column == kKernel ? Qt::AlignLeft : Qt::AlignRight) |
                               Qt::AlignVCenter);
        m_table->setItem(row, column, item);
    }
    m_table->item(row, kKernel)->setText(launchTitle(launch));
    m_table->item(row, kBandwidth)->setText(rate(launch.bytesPerSecond, QStringLiteral("B/s")));
    m_table->item(row, kOperations)->setText(rate(launch.flopsPerSecond, QStringLiteral("op/s")));
    if (launch.time) {
        const session::TimeStatistics& time = *launch.time;
        m_table->item(row, kMedian)->setText(milliseconds(time.median));
        m_table->item(row, kMin)->setText(milliseconds(time.min));
        m_table->item(row, kMean)->setText(milliseconds(time.mean));
        m_table->item(row, kP95)->setText(milliseconds(time.p95));
        m_table->item(row, kDeviation)->setText(milliseconds(time.stddev));
    } else if (launch.timedWith) {
        m_table->item(row, kMedian)->setText(tr("included above"));
    }
    if (launch.estimate && launch.estimate->timed()) {
        m_table->item(row, kEstimate)->setText(describeMilliseconds(launch.estimate->ms));
        m_table->item(row, kBoundBy)->setText(describeBounds(*launch.estimate));
    }
    if (launch.counters) {
        for (const Column column : kCounts)
            m_table->item(row, column)->setText(describeCount(countOf(*launch.counters, column)));
    }
}

void TimingPanel::showCounts() {
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const session::LaunchReport& launch = m_report->launches[size_t(row)];
        const session::LaunchReport* base = baselineLaunch(launch, size_t(row));
        const std::optional<double> now = chosenOf(launch);
        const std::optional<double> before = base ? chosenOf(*base) : std::nullopt;
        if (!now || !before)
            continue;
        QTableWidgetItem* item = m_table->item(row, kDelta);
        item->setText(describeChange(*now, *before));
        if (differs(launch, *base) && sameDevice(*m_report, *m_baseline))
            item->setForeground(*now < *before ? themeColors().success : themeColors().error);
    }
    m_columns = {kKernel};
    if (hasEstimates())
        m_columns << kEstimate << kBoundBy;
    if (hasCounters())
        m_columns << kInstructions << kSectors << kConflicts << kDivergent << kAtomics;
    if (m_baseline)
        m_columns.insert(hasEstimates() ? 2 : 1, kDelta);
    m_count->setVisible(hasCounters());
    showHead(true, 0);
}

void TimingPanel::showTimes() {
    bool anyBytes = false;
    bool anyOperations = false;
    int samples = 0;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const session::LaunchReport& launch = m_report->launches[size_t(row)];
        anyBytes = anyBytes || launch.bytesPerSecond;
        anyOperations = anyOperations || launch.flopsPerSecond;
        if (!launch.time)
            continue;
        const session::TimeStatistics& time = *launch.time;
        samples = std::max(samples, time.samples);
        const auto* base = baselineTime(launch, size_t(row));
        if (!base || base->median <= 0)
            continue;
        QTableWidgetItem* item = m_table->item(row, kDelta);
        item->setText(describeChange(time.median, base->median));
        const bool judged = sameDevice(*m_report, *m_baseline) && !simulated() &&
                            time.samples >= kLeastToJudge && base->samples >= kLeastToJudge;
        if (!judged)
            continue;
        const double chance = launch::differenceByChance(time.values, base->values);
        item->setData(kChanceRole, chance);
        if (chance < kByChance)
            item->setForeground(time.median < base->median ? themeColors().success
                                                           : themeColors().error);
    }
    // A single sample has no spread.
    m_columns = samples > 1 ? QList<int>{kKernel, kMedian, kMin, kMean, kP95, kDeviation}
                            : QList<int>{kKernel, kMedian};
    m_table->horizontalHeaderItem(kMedian)->setText(samples > 1 ? tr("Median, ms")
                                                                : tr("Time, ms"));
    if (m_baseline)
        m_columns.insert(2, kDelta);
    if (anyBytes)
        m_columns.append(kBandwidth);
    if (anyOperations)
        m_columns.append(kOperations);
    showHead(false, samples);
}

/// "Estimated for H200, not measured. The counts are exact."
QString TimingPanel::countedText() const {
    QString text;
    for (const session::LaunchReport& launch : m_report->launches)
        if (launch.estimate && launch.estimate->timed() && text.isEmpty())
            text = launch.estimate->calibrated
                       ? tr("Times are estimated for %1, not measured.")
                       : tr("Times are estimated for %1, whose speeds are only partly known.");
    if (!text.isEmpty())
        text = text.arg(QString::fromStdString(modelOfEstimates()));
    if (hasCounters())
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + tr("Counts are exact.");
    return text.isEmpty() ? tr("No estimate is available for these launches.") : text;
}

std::string TimingPanel::modelOfEstimates() const {
    for (const session::LaunchReport& launch : m_report->launches)
        if (launch.estimate && launch.estimate->timed())
            return launch.estimate->model;
    return {};
}

/// Describes the values and their baseline.
void TimingPanel::showHead(bool counted, int samples) {
    const bool simulation = simulated();
    m_clock->setText(counted      ? countedText()
                     : simulation ? tr("Simulated: this CPU's time, not a GPU's")
                                  : tr("GPU time between events, %n repeat(s)", nullptr, samples));
    if (const auto error = session::largestMedianError(*m_report); error && !simulation)
        m_clock->setText(
            tr("%1, medians ± %2 %").arg(m_clock->text()).arg(*error * 100, 0, 'g', 2));
    if (m_report->graph && !simulation)
        m_clock->setText(m_clock->text() + QStringLiteral("\n") + describeGraph(*m_report->graph));
    if (m_report->conditions && !counted)
        m_clock->setText(m_clock->text() + QStringLiteral("\n") +
                         describeConditions(*m_report->conditions));
    m_clock->setToolTip(QString());
    if (m_report->memory && m_report->memory->pool && !counted) {
        const session::MemoryUse& memory = *m_report->memory;
        m_clock->setText(m_clock->text() + QStringLiteral("\n") +
                         describeMemory(memory, *memory.pool));
        m_clock->setToolTip(tr("Memory: %1 % of the blocks allocated to buffers is wasted; "
                               "fragmentation of the memory held for later runs %2")
                                .arg(memory.waste().value_or(0) * 100, 0, 'f', 1)
                                .arg(memory.pool->fragmentation, 0, 'f', 2));
    }
    m_clock->setProperty("role", simulation ? "simulated" : "muted");
    m_clock->style()->unpolish(m_clock);
    m_clock->style()->polish(m_clock);
    QEvent restyled(QEvent::StyleChange); // a label updates its padding only with this event
    QApplication::sendEvent(m_clock, &restyled);
    if (!m_baseline)
        return m_baselineText->clear();
    const QString name = m_baselineName.isEmpty() ? tr("the baseline") : m_baselineName;
    if (!sameDevice(*m_report, *m_baseline))
        m_baselineText->setText(
            tr("Δ against %1 on %2: not judged between different devices")
                .arg(name, m_baseline->device ? QString::fromStdString(m_baseline->device->name)
                                              : tr("an unknown device")));
    else if (counted)
        m_baselineText->setText(tr("Δ of %1 against %2").arg(countName(chosenCount()), name));
    else
        m_baselineText->setText(
            tr("Δ against %1, coloured where chance does not explain it").arg(name));
}

bool TimingPanel::countsNothing(int column) const {
    return showsCounts() && std::find(kCounts.begin(), kCounts.end(), column) != kCounts.end() &&
           std::none_of(m_report->launches.begin(), m_report->launches.end(),
                        [&](const session::LaunchReport& one) {
                            return one.counters && countOf(*one.counters, Column(column)) > 0;
                        });
}

/// Shows as many columns as fit, so that the median is visible without scrolling; a row's tool tip
/// and Ctrl+C have all columns.
void TimingPanel::fitColumns() {
    constexpr int kLeastForNames = 96; // pixels
    constexpr int kMostForNames = 170;
    static const Column kLeastTelling[] = {kDeviation,  kMean,      kP95,          kMin,
                                           kOperations, kBandwidth, kAtomics,      kDivergent,
                                           kConflicts,  kSectors,   kInstructions, kBoundBy};
    const auto widthOf = [this](int column) {
        const QAbstractItemView* view = m_table;
        return std::max(view->sizeHintForColumn(column),
                        m_table->horizontalHeader()->sectionSizeHint(column));
    };
    QList<int> shown = m_columns;
    for (const int column : std::as_const(shown))
        m_table->setColumnHidden(column, false); // a hidden column reports a zero size
    int needed = std::clamp(widthOf(kKernel), kLeastForNames, kMostForNames);
    for (const int column : std::as_const(shown))
        needed += column == kKernel ? 0 : widthOf(column);
    // Columns that are zero in all launches go first; the one selected for the chart stays.
    QList<int> first;
    QList<int> then;
    for (const Column column : kLeastTelling) {
        const bool stays = column == kInstructions && !hasEstimates();
        if (!stays && (!showsCounts() || column != chosenCount()))
            (countsNothing(column) ? first : then).append(column);
    }
    for (const int column : first + then) {
        if (needed <= width())
            break;
        if (shown.removeOne(column))
            needed -= widthOf(column);
    }
    for (int column = 0; column < m_table->columnCount(); ++column)
        m_table->setColumnHidden(column, !shown.contains(column));
}

/// Lists "None" and the pinned runs with their colours.
void TimingPanel::fillAgainst(const Baselines& baselines) {
    const QSignalBlocker block(m_against);
    m_against->clear();
    m_against->addItem(tr("Do not compare"));
    for (int row = 0; row < baselines.rowCount(); ++row)
        m_against->addItem(seriesSwatch(baselines.at(row).color), baselines.at(row).name);
    m_against->setCurrentIndex(baselines.chosenRow() + 1);
    m_against->setVisible(m_report && baselines.rowCount() > 0);
}

void TimingPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_report)
        fitColumns();
}

void TimingPanel::showLaunch(int index) {
    m_table->setCurrentCell(index, kKernel);
}

QString TimingPanel::asText() const {
    QString text;
    for (int row = -1; row < m_table->rowCount(); ++row) {
        QStringList cells;
        for (const int column : m_columns) {
            const QTableWidgetItem* item =
                row < 0 ? m_table->horizontalHeaderItem(column) : m_table->item(row, column);
            cells.append(item ? item->text() : QString());
        }
        text += cells.join(u'\t') + u'\n';
    }
    return m_devices->rowCount() > 0 ? text + u'\n' + m_devices->asText() : text;
}

} // namespace warpbench::ui
