// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QDateTime>
#include <QString>

#include <array>

/// Values with units in a uniform format for the whole window.
namespace warpbench::ui {

QString describeBytes(std::uint64_t bytes);                  ///< "1.50 KiB", "48 KiB", "0 B"
QString describeMilliseconds(double ms);                     ///< "12.4 µs", "1.25 ms", "2.1 s"
QString describeRate(double perSecond, const QString& unit); ///< "4.02 TB/s"
QString describeCount(std::uint64_t count);         ///< "1 048 576", thin spaces between thousands
QString describeFigure(double value, int decimals); ///< "0.25", "1024", "12 500": along an axis
QString describeCompactly(std::uint64_t count);     ///< "9999", "1048k", "12M": for narrow places
QString describeExtent(const std::array<std::uint32_t, 3>& extent); ///< "256 × 1 × 1" → "256"
/// part / whole; 0 if `whole` is 0.
inline double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : double(part) / double(whole);
}
QString describeMoment(const QDateTime& time); ///< "14:03:21"; of another day "2026-11-29 14:03"
QString describeStatus(session::RunStatus status);
QString describeDevice(const session::DeviceInfo& device); ///< one line for the picker
/// "clock 1980 MHz, 41 to 43 °C, 120 to 310 W, slowed down by the power limit"
QString describeConditions(const cuda::GpuConditions& conditions);
/// "A pass: 41 µs cold, 18 µs warm, 9.2 µs as one graph"
QString describeGraph(const session::GraphReport& graph);
/// "Device memory: 12 MiB, 14 MiB from the driver"
QString describeMemory(const session::MemoryUse& memory, const session::PoolUse& pool);

} // namespace warpbench::ui
