// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// "registers and shared memory"
QString limitersInWords(const std::vector<occupancy::Limiter>& limiters);
/// A fraction as "81 %", with a decimal if it is small.
QString percentText(double fraction);
/// Sentences: what limits a launch, what would make room for one more block, and how its grid fills
/// the device.
/// \param blocks  in the grid; 0: unknown
QString occupancyInWords(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                         std::int64_t blocks);

} // namespace warpbench::ui
