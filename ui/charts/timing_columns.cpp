// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timing_columns.h"

#include "ui/charts/timing_panel.h"
#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/estimate_words.h"

#include <QTableWidget>

#include <cstddef>
#include <iterator>

namespace warpbench::ui {

QString milliseconds(double ms) {
    // Four significant digits, so that all values of a column are equally long.
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

QString countName(Column column) {
    switch (column) {
    case kEstimate:
        return TimingPanel::tr("Estimated time");
    case kInstructions:
        return TimingPanel::tr("Instructions");
    case kSectors:
        return TimingPanel::tr("Memory sectors");
    case kConflicts:
        return TimingPanel::tr("Bank conflicts");
    case kDivergent:
        return TimingPanel::tr("Divergent branches");
    default:
        return TimingPanel::tr("Waiting atomics");
    }
}

QString countTitle(Column column) {
    switch (column) {
    case kSectors:
        return TimingPanel::tr("Sectors");
    case kConflicts:
        return TimingPanel::tr("Conflicts");
    case kDivergent:
        return TimingPanel::tr("Divergent");
    case kInstructions:
        return countName(column);
    default:
        return TimingPanel::tr("Atomics");
    }
}

std::uint64_t countOf(const session::Counters& counters, Column column) {
    switch (column) {
    case kInstructions:
        return counters.warpInstructions;
    case kSectors:
        return counters.globalSectors;
    case kConflicts:
        return counters.sharedBankConflicts;
    case kDivergent:
        return counters.divergentBranches;
    default:
        return counters.atomicConflicts;
    }
}

void explainRow(QTableWidget& table, int row, const QList<int>& columns,
                const session::LaunchReport& launch) {
    QStringList lines;
    for (const int column : columns)
        lines << QStringLiteral("%1: %2").arg(table.horizontalHeaderItem(column)->text(),
                                              table.item(row, column)->text());
    // For a difference: the probability that it is chance.
    if (const QVariant chance = table.item(row, kDelta)->data(kChanceRole); chance.isValid())
        lines << TimingPanel::tr("By chance alone: %1 (Mann-Whitney)")
                     .arg(chance.toDouble() < 0.0001
                              ? QStringLiteral("< 0.01 %")
                              : QStringLiteral("%1 %").arg(100 * chance.toDouble(), 0, 'g', 2));
    if (launch.estimate && launch.estimate->timed() && !launch.estimate->boundBy.empty())
        lines << TimingPanel::tr("From %1. %2")
                     .arg(describeRange(*launch.estimate),
                          boundAdvice(launch.estimate->boundBy.front().bound));
    if (launch.estimate && !launch.estimate->timed())
        lines << TimingPanel::tr("No estimate: %1").arg(errorInWords(launch.estimate->untimed));
    if (launch.conditions)
        lines << TimingPanel::tr("GPU at the time: %1").arg(describeConditions(*launch.conditions));
    for (int column = 0; column < table.columnCount(); ++column) {
        if (QTableWidgetItem* item = table.item(row, column))
            item->setToolTip(lines.join(u'\n'));
    }
}

const cuda::SensorReading* readingOf(const session::RunReport& report,
                                     const session::LaunchReport& launch, std::size_t sample) {
    if (!report.conditions || report.conditions->timeline.empty() || !launch.time ||
        sample >= launch.time->startsMs.size())
        return nullptr;
    return &cuda::nearestReading(report.conditions->timeline, launch.time->startsMs[sample]);
}

PlotSeries::More sensorsOf(std::shared_ptr<const session::RunReport> report,
                           const session::LaunchReport& launch) {
    if (!readingOf(*report, launch, 0))
        return {};
    const auto text = [](const std::optional<double>& value) {
        return value ? QString::number(*value, 'g', 10) : QString();
    };
    // Names from the run report.
    return {{QStringLiteral("at_ms"), QStringLiteral("sm_clock_mhz"),
             QStringLiteral("memory_clock_mhz"), QStringLiteral("temperature_c"),
             QStringLiteral("power_w"), QStringLiteral("slowdowns")},
            [report = std::move(report), &launch, text](qsizetype i) -> QStringList {
                const cuda::SensorReading* reading = readingOf(*report, launch, std::size_t(i));
                if (!reading)
                    return {};
                QStringList slowdowns;
                for (const std::string& name : cuda::slowdownNames(reading->slowdowns))
                    slowdowns << QString::fromStdString(name);
                return {QString::number(launch.time->startsMs[std::size_t(i)], 'f', 3),
                        text(reading->smClockMhz),
                        text(reading->memoryClockMhz),
                        text(reading->temperatureC),
                        text(reading->powerW),
                        slowdowns.join(u' ')};
            }};
}

} // namespace warpbench::ui
