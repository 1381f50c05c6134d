// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/charts/plot.h"

#include <QList>
#include <QString>
#include <Qt>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

class QTableWidget;

/// The columns of the launch table in Timing: their titles and how their values are
/// formatted.
namespace warpbench::ui {

enum Column {
    kKernel,
    kMedian,
    kDelta,
    kMin,
    kMean,
    kP95,
    kDeviation,
    kBandwidth,
    kOperations,
    // For a simulated device, instead of times.
    kEstimate,
    kBoundBy,
    kInstructions,
    kSectors,
    kConflicts,
    kDivergent,
    kAtomics,
    kColumns
};
inline constexpr std::array kCounts{kInstructions, kSectors, kConflicts, kDivergent, kAtomics};
inline constexpr int kChanceRole = Qt::UserRole; // of a difference: the probability that it is
                                                 // chance

QString milliseconds(double ms);
/// "3.2 TB/s"; a dash if unknown.
QString rate(const std::optional<double>& perSecond, const QString& unit);

QString countName(Column column);
/// A short form for column headers: the kernel's name and several counts must fit side by side.
QString countTitle(Column column);
std::uint64_t countOf(const session::Counters& counters, Column column);

/// Sets the tool tip of all cells of a row, which names every value of it.
/// \param launch  shown in the row
void explainRow(QTableWidget& table, int row, const QList<int>& columns,
                const session::LaunchReport& launch);

/// The sensor reading closest to a sample; null: none.
const cuda::SensorReading* readingOf(const session::RunReport& report,
                                     const session::LaunchReport& launch, std::size_t sample);
/// The sensor values next to each sample, for the CSV file; empty without readings.
/// \param report  not null; keeps its launches alive
PlotSeries::More sensorsOf(std::shared_ptr<const session::RunReport> report,
                           const session::LaunchReport& launch);

} // namespace warpbench::ui
