// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QString>

namespace warpbench::ui {

/// "DRAM", "latency"
QString boundName(estimate::Bound bound);
/// The meaning and the usual remedy, in two sentences.
QString boundAdvice(estimate::Bound bound);
/// "Without the bank conflicts of line 25: about 1.6 times as fast"
QString describeGain(const estimate::Gain& gain, const estimate::TimeEstimate& now);
/// "9.5 µs to 16 µs"
QString describeRange(const estimate::TimeEstimate& estimate);
/// "DRAM 81 %, latency 12 %": bounds that take at least a tenth of the time.
QString describeBounds(const estimate::TimeEstimate& estimate);

} // namespace warpbench::ui
