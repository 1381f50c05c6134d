// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/occupancy/occupancy.h"

#include <QString>

#include <vector>

namespace warpbench::ui {

/// "registers and shared memory"
QString limitersInWords(const std::vector<occupancy::Limiter>& limiters);
/// A share of one as "81 %", with a decimal where it is small.
QString percentText(double fraction);
/// What limits a launch, what would let one more block in, and how its grid fills the device:
/// sentences.
/// \param blocks  of the grid; 0: not known
QString occupancyInWords(const occupancy::DeviceLimits& limits, const occupancy::KernelUsage& usage,
                         std::int64_t blocks);

} // namespace warpbench::ui
