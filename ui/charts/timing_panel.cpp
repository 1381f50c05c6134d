// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timing_panel.h"

#include "ui/charts/plot.h"
#include "ui/models/workbench.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

enum Column { kKernel, kMedian, kDelta, kMin, kMean, kP95, kDeviation, kBandwidth, kOperations };
constexpr int kFewSamples = 3; // below: bars say more than a line

QString milliseconds(double ms) {
    // Four digits that count, so that the figures of a column are as long as each other.
    const int decimals = ms >= 100 ? 1 : ms >= 10 ? 2 : ms >= 1 ? 3 : 4;
    return ms > 0 && ms < 0.1 ? QString::number(ms, 'g', 4) : QString::number(ms, 'f', decimals);
}

QString rate(const std::optional<double>& perSecond, const QString& unit) {
    if (!perSecond)
        return QStringLiteral("–");
    static const char* const kPrefixes[] = {"", "k", "M", "G", "T", "P"};
    double value = *perSecond;
    size_t prefix = 0;
    while (value >= 1000 && prefix + 1 < std::size(kPrefixes)) {
        value /= 1000;
        ++prefix;
    }
    return QStringLiteral("%1 %2%3").arg(value, 0, 'g', 3).arg(kPrefixes[prefix]).arg(unit);
}

bool simulated(const session::RunReport& report) {
    return report.device && report.device->simulated;
}

/// The launch of the baseline that a launch is held against: the same kernel at the same place.
const session::TimeStatistics* baselineOf(const std::optional<session::RunReport>& baseline,
                                          const session::LaunchReport& launch, size_t index) {
    if (!baseline || index >= baseline->launches.size())
        return nullptr;
    const session::LaunchReport& other = baseline->launches[index];
    return other.kernel == launch.kernel && other.time ? &*other.time : nullptr;
}

/// Gives all cells of a row the tool tip that names every figure of it.
void explainRow(QTableWidget& table, int row, const QList<int>& columns) {
    QStringList lines;
    for (const int column : columns)
        lines << QStringLiteral("%1: %2").arg(table.horizontalHeaderItem(column)->text(),
                                              table.item(row, column)->text());
    for (int column = 0; column < table.columnCount(); ++column) {
        if (QTableWidgetItem* item = table.item(row, column))
            item->setToolTip(lines.join(u'\n'));
    }
}

} // namespace

TimingPanel::TimingPanel(QWidget* parent)
    : QWidget(parent)
    , m_empty(new QLabel)
    , m_clock(new QLabel)
    , m_baselineText(new QLabel)
    , m_pin(new QToolButton)
    , m_table(new QTableWidget)
    , m_plot(new Plot) {
    m_empty->setProperty("role", "empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    setRunning(false);
    m_clock->setWordWrap(true); // rather than keeping the panel wide
    m_baselineText->setProperty("role", "muted");
    m_baselineText->setWordWrap(true);
    m_pin->setText(tr("Pin as baseline"));
    m_pin->setIcon(icon(QStringLiteral("pin")));
    m_pin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pin->setToolTip(tr("Later runs show their difference to this one"));

    m_plot->setAccessibleName(tr("Chart of the times"));
    m_table->setObjectName(QStringLiteral("timingTable"));
    m_table->setAccessibleName(tr("Times of the launches"));
    m_table->setColumnCount(kOperations + 1);
    m_table->setHorizontalHeaderLabels({tr("Kernel"), tr("Median, ms"), tr("Δ"), tr("Min"),
                                        tr("Mean"), tr("p95"), tr("Std dev"), tr("Bytes/s"),
                                        tr("Ops/s")});
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(kKernel, QHeaderView::Stretch);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // see fitColumns
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(false);

    auto* header = new QGridLayout;
    header->setContentsMargins(12, 8, 12, 4);
    header->setHorizontalSpacing(8);
    header->setVerticalSpacing(2);
    header->addWidget(m_clock, 0, 0, 1, 2);
    header->addWidget(m_baselineText, 1, 0);
    header->addWidget(m_pin, 1, 1);
    header->setColumnStretch(0, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_empty, 1);
    layout->addLayout(header);
    layout->addWidget(m_table);
    layout->addWidget(m_plot, 1);

    connect(m_pin, &QToolButton::clicked, this, [this] {
        if (hasBaseline())
            clearBaseline();
        else if (m_report)
            setBaseline(*m_report);
    });
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &TimingPanel::showChart);
    auto* copy = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr,
                               Qt::WidgetWithChildrenShortcut);
    connect(copy, &QShortcut::activated, this,
            [this] { QApplication::clipboard()->setText(asText()); });
    showEmpty(true);
}

void TimingPanel::setReport(const session::RunReport& report) {
    m_report = report;
    const bool timed = std::any_of(report.launches.begin(), report.launches.end(),
                                   [](const auto& launch) { return launch.time.has_value(); });
    showEmpty(!timed);
    if (!timed) {
        const bool finished = report.status == session::RunStatus::ok ||
                              report.status == session::RunStatus::expect_failed;
        m_empty->setText(finished ? tr("Nothing was timed: the number of repeats is 0.")
                                  : tr("The run did not get as far as timing."));
        return;
    }
    showTable();
    showChart();
}

void TimingPanel::setBaseline(const session::RunReport& report) {
    m_baseline = report;
    m_pin->setText(tr("Unpin baseline"));
    emit baselineChanged(true);
    if (m_report)
        setReport(*m_report);
}

void TimingPanel::clearBaseline() {
    m_baseline.reset();
    m_pin->setText(tr("Pin as baseline"));
    emit baselineChanged(false);
    if (m_report)
        setReport(*m_report);
}

void TimingPanel::clear() {
    m_report.reset();
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
    for (QWidget* widget : std::initializer_list<QWidget*>{m_clock, m_pin, m_table, m_plot})
        widget->setVisible(!empty);
    m_baselineText->setVisible(!empty && hasBaseline());
}

void TimingPanel::showTable() {
    const QSignalBlocker block(m_table);
    const int selected = std::max(0, m_table->currentRow());
    m_table->setRowCount(int(m_report->launches.size()));
    bool anyBytes = false;
    bool anyOperations = false;
    int samples = 0;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const session::LaunchReport& launch = m_report->launches[size_t(row)];
        const auto put = [&](Column column, const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment((column == kKernel ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
            m_table->setItem(row, column, item);
            return item;
        };
        put(kKernel, QString::fromStdString(launch.kernel));
        anyBytes = anyBytes || launch.bytesPerSecond;
        anyOperations = anyOperations || launch.flopsPerSecond;
        put(kBandwidth, rate(launch.bytesPerSecond, QStringLiteral("B/s")));
        put(kOperations, rate(launch.flopsPerSecond, QStringLiteral("op/s")));
        for (const Column column : {kMedian, kDelta, kMin, kMean, kP95, kDeviation})
            put(column, QStringLiteral("–"));
        if (!launch.time)
            continue;
        const session::TimeStatistics& time = *launch.time;
        samples = std::max(samples, time.samples);
        put(kMedian, milliseconds(time.median));
        put(kMin, milliseconds(time.min));
        put(kMean, milliseconds(time.mean));
        put(kP95, milliseconds(time.p95));
        put(kDeviation, milliseconds(time.stddev));
        if (const auto* base = baselineOf(m_baseline, launch, size_t(row));
            base && base->median > 0) {
            const double change = (time.median / base->median - 1) * 100;
            QTableWidgetItem* item = put(kDelta, QStringLiteral("%1%2 %")
                                                     .arg(change < 0 ? "−" : "+")
                                                     .arg(std::abs(change), 0, 'f', 1));
            // Within the spread of the samples a difference says nothing, and one has none.
            const double noise = std::max(time.stddev, base->stddev);
            const bool spread = time.samples > 1 && base->samples > 1;
            if (spread && std::abs(time.median - base->median) > noise)
                item->setForeground(change < 0 ? themeColors().success : themeColors().error);
        }
    }
    // A single sample has no spread to tell of.
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
    for (int row = 0; row < m_table->rowCount(); ++row)
        explainRow(*m_table, row, m_columns);
    fitColumns();
    m_table->horizontalHeaderItem(kKernel)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setCurrentCell(std::min(selected, m_table->rowCount() - 1), kKernel);
    const int rows = std::clamp(m_table->rowCount(), 1, 6);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 14);

    const bool simulation = simulated(*m_report);
    m_clock->setText(simulation     ? tr("Simulated: this CPU's time, not a GPU's")
                     : samples == 1 ? tr("GPU time between events, 1 repeat")
                                    : tr("GPU time between events, %1 repeats").arg(samples));
    m_clock->setProperty("role", simulation ? "simulated" : "muted");
    m_clock->style()->unpolish(m_clock);
    m_clock->style()->polish(m_clock);
    QEvent restyled(QEvent::StyleChange); // a label asks for its padding only then
    QApplication::sendEvent(m_clock, &restyled);
    if (!m_baseline)
        m_baselineText->clear();
    else if (simulated(*m_baseline) != simulation)
        m_baselineText->setText(tr("The baseline ran on another kind of device"));
    else
        m_baselineText->setText(tr("Δ against the baseline"));
}

/// Shows as many columns as the panel is wide enough for, so that nobody has to scroll sideways for
/// the median; the tool tip of a row and Ctrl+C have them all.
void TimingPanel::fitColumns() {
    constexpr int kLeastForNames = 96; // pixels
    constexpr int kMostForNames = 170;
    static const Column kLeastTelling[] = {kDeviation, kMean, kP95, kMin, kOperations, kBandwidth};
    const auto widthOf = [this](int column) {
        const QAbstractItemView* view = m_table;
        return std::max(view->sizeHintForColumn(column),
                        m_table->horizontalHeader()->sectionSizeHint(column));
    };
    QList<int> shown = m_columns;
    int needed = std::clamp(widthOf(kKernel), kLeastForNames, kMostForNames);
    for (const int column : std::as_const(shown))
        needed += column == kKernel ? 0 : widthOf(column);
    for (const Column column : kLeastTelling) {
        if (needed <= width())
            break;
        if (shown.removeOne(int(column)))
            needed -= widthOf(column);
    }
    for (int column = 0; column < m_table->columnCount(); ++column)
        m_table->setColumnHidden(column, !shown.contains(column));
}

void TimingPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_report)
        fitColumns();
}

void TimingPanel::showLaunch(int index) {
    m_table->setCurrentCell(index, kKernel);
}

void TimingPanel::showChart() {
    if (!m_report)
        return;
    const QString unit = simulated(*m_report) ? tr("Simulation time, ms") : tr("GPU time, ms");
    const size_t selected = size_t(std::max(0, m_table->currentRow()));
    const session::LaunchReport* launch =
        selected < m_report->launches.size() ? &m_report->launches[selected] : nullptr;
    if (launch && launch->time && int(launch->time->values.size()) >= kFewSamples) {
        PlotSeries samples;
        samples.name = QString::fromStdString(launch->kernel);
        double top = 0;
        for (size_t i = 0; i < launch->time->values.size(); ++i) {
            samples.points.append({double(i + 1), launch->time->values[i]});
            top = std::max(top, launch->time->values[i]);
        }
        samples.style = PlotSeries::Style::points;
        const double last = double(samples.points.size());
        PlotSeries median{tr("Median"),
                          {{1, launch->time->median}, {last, launch->time->median}},
                          PlotSeries::Style::dashedLine,
                          {}};
        QList<PlotSeries> all{samples, median};
        if (const auto* base = baselineOf(m_baseline, *launch, selected)) {
            all.append({tr("Baseline"),
                        {{1, base->median}, {last, base->median}},
                        PlotSeries::Style::dashedLine,
                        themeColors().warning});
            top = std::max(top, base->median);
        }
        m_plot->showLines(all, {tr("Repeat"), 0, last + 1, true}, {unit, 0, top * 1.15, false});
        return;
    }
    QList<PlotBar> bars;
    double top = 0;
    for (size_t i = 0; i < m_report->launches.size(); ++i) {
        const session::LaunchReport& one = m_report->launches[i];
        if (!one.time)
            continue;
        PlotBar bar{QStringLiteral("%1  %2 ms")
                        .arg(QString::fromStdString(one.kernel), milliseconds(one.time->median)),
                    one.time->median, one.time->min, one.time->p95, std::nullopt};
        if (const auto* base = baselineOf(m_baseline, one, i))
            bar.baseline = base->median;
        top = std::max({top, bar.high, bar.value, bar.baseline.value_or(0)});
        bars.append(bar);
    }
    m_plot->showBars(bars, {unit, 0, top > 0 ? top * 1.1 : 1, false});
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
    return text;
}

TimingPanel::TimingPanel(Workbench& bench)
    : TimingPanel() {
    connect(&bench.results, &Results::runChanged, this, [this, &bench] {
        if (const session::RunReport* report = bench.results.report()) {
            setReport(*report);
        } else {
            clear();
            clearBaseline();
        }
    });
    connect(&bench.results, &Results::runningChanged, this, &TimingPanel::setRunning);
    connect(&bench.selection, &Selection::launchChanged, this, &TimingPanel::showLaunch);
}

} // namespace warpbench::ui
