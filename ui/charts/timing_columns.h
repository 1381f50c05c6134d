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

/// The columns of the table of launches in Timing: what they are called and how their figures are
/// written.
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
    // Of a simulated device instead of times.
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
inline constexpr int kChanceRole = Qt::UserRole; // of a difference: how likely it is by chance

QString milliseconds(double ms);
/// "3.2 TB/s"; a dash where it is not known.
QString rate(const std::optional<double>& perSecond, const QString& unit);

QString countName(Column column);
/// The same above a column: the kernel's name and several counts have to fit side by side.
QString countTitle(Column column);
std::uint64_t countOf(const session::Counters& counters, Column column);

/// Gives all cells of a row the tool tip that names every figure of it.
/// \param launch  of the row
void explainRow(QTableWidget& table, int row, const QList<int>& columns,
                const session::LaunchReport& launch);

/// The reading of the sensors that is nearest to a sample; null where there is none.
const cuda::SensorReading* readingOf(const session::RunReport& report,
                                     const session::LaunchReport& launch, std::size_t sample);
/// What the sensors said next to each sample, for the file of numbers; empty where they did not.
/// \param report  not null; its launches live as long
PlotSeries::More sensorsOf(std::shared_ptr<const session::RunReport> report,
                           const session::LaunchReport& launch);

} // namespace warpbench::ui
