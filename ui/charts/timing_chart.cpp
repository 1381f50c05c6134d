// SPDX-License-Identifier: GPL-3.0-or-later
// The charts below the table of the timing panel.
#include "core/launch/outliers.h"
#include "ui/charts/plot.h"
#include "ui/charts/timing_columns.h"
#include "ui/charts/timing_panel.h"
#include "ui/theme/series_color.h"
#include "ui/theme/theme.h"
#include "ui/words/describe.h"

#include <QComboBox>
#include <QCursor>
#include <QTableWidget>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr int kFewSamples = 3; // with fewer samples, bars are better than a line

/// Samples that are caused by other activity rather than the launch, at their positions in the
/// cloud.
PlotSeries outlierSeries(const session::TimeStatistics& time) {
    PlotSeries outliers{
        TimingPanel::tr("Outliers"), {}, PlotSeries::Style::points, themeColors().error};
    for (const size_t i : launch::outliersOf(time))
        outliers.points.append({double(i + 1), time.values[i]});
    return outliers;
}

} // namespace

QColor TimingPanel::baselineColor() const {
    return m_baselineColor < 0 ? themeColors().warning : seriesColor(m_baselineColor);
}

/// A bar per launch for the selected value; an estimate also has its range.
void TimingPanel::showCountChart() {
    const bool estimates = chosenCount() == kEstimate;
    QList<PlotBar> bars;
    double top = 0;
    for (size_t i = 0; i < m_report->launches.size(); ++i) {
        const session::LaunchReport& one = m_report->launches[i];
        const std::optional<double> value = chosenOf(one);
        if (!value)
            continue;
        const QString figure =
            estimates ? describeMilliseconds(*value) : describeCount(std::uint64_t(*value));
        PlotBar bar{QStringLiteral("%1  %2").arg(QString::fromStdString(titleOf(one)), figure),
                    *value, estimates ? one.estimate->low : *value,
                    estimates ? one.estimate->high : *value, std::nullopt};
        if (const auto* base = baselineLaunch(one, i))
            bar.baseline = chosenOf(*base);
        bar.baselineColor = baselineColor();
        top = std::max({top, bar.value, bar.high, bar.baseline.value_or(0)});
        bars.append(bar);
    }
    const QString axis = estimates ? tr("Estimated time, ms") : countName(chosenCount());
    m_plot->showBars(bars, {axis, 0, top > 0 ? top * 1.1 : 1, !estimates});
}

void TimingPanel::showChart() {
    if (!m_report)
        return;
    if (showsCounts())
        return showCountChart();
    const QString unit = simulated() ? tr("Simulation time, ms") : tr("GPU time, ms");
    const size_t selected = size_t(std::max(0, m_table->currentRow()));
    const session::LaunchReport* launch =
        selected < m_report->launches.size() ? &m_report->launches[selected] : nullptr;
    if (launch && launch->time && int(launch->time->values.size()) >= kFewSamples) {
        PlotSeries samples;
        samples.name = QString::fromStdString(launch->kernel);
        const std::vector<double>& values = launch->time->values;
        samples.samples = {m_report, &values}; // part of the report, which it keeps alive
        samples.more = sensorsOf(m_report, *launch);
        double top = *std::max_element(values.begin(), values.end());
        samples.style = PlotSeries::Style::points;
        const double last = double(values.size());
        PlotSeries median{tr("Median"),
                          {{1, launch->time->median}, {last, launch->time->median}},
                          PlotSeries::Style::dashedLine,
                          themeColors().text}; // pinned runs use the series colours
        QList<PlotSeries> all{samples, median};
        if (PlotSeries outliers = outlierSeries(*launch->time); outliers.size() > 0)
            all.append(outliers);
        if (const auto* base = baselineTime(*launch, selected)) {
            all.append({m_baselineName.isEmpty() ? tr("Baseline") : m_baselineName,
                        {{1, base->median}, {last, base->median}},
                        PlotSeries::Style::dashedLine,
                        baselineColor()});
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
                        .arg(QString::fromStdString(titleOf(one)), milliseconds(one.time->median)),
                    one.time->median, one.time->min, one.time->p95, std::nullopt};
        if (const auto* base = baselineTime(one, i))
            bar.baseline = base->median;
        bar.baselineColor = baselineColor();
        top = std::max({top, bar.high, bar.value, bar.baseline.value_or(0)});
        bars.append(bar);
    }
    m_plot->showBars(bars, {unit, 0, top > 0 ? top * 1.1 : 1, false});
}

/// Shows the sample under the mouse: its time, and the sensor values next to it.
void TimingPanel::showSample(const QString& text, QPointF value) {
    const size_t selected = size_t(std::max(0, m_table->currentRow()));
    const size_t sample = size_t(std::max(0.0, value.x() - 1));
    const cuda::SensorReading* const reading =
        !text.isEmpty() && m_report && selected < m_report->launches.size()
            ? readingOf(*m_report, m_report->launches[selected], sample)
            : nullptr;
    if (!reading) {
        m_plot->setToolTip(QString());
        return QToolTip::hideText();
    }
    cuda::GpuConditions conditions;
    conditions.add(*reading);
    m_plot->setToolTip(tr("Repeat %1: %2 ms\n%3")
                           .arg(sample + 1)
                           .arg(milliseconds(value.y()), describeConditions(conditions)));
    QToolTip::showText(QCursor::pos(), m_plot->toolTip(), m_plot);
}

} // namespace warpbench::ui
