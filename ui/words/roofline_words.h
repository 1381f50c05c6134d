// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QString>

/// Describes where launches are in the roofline of their GPU.
namespace warpbench::ui {

/// "half", "float", "double"
QString describePrecision(session::Precision precision);
/// "12.3 GFLOP at 0.25 FLOP/byte: memory bound, at 71 % of this GPU's peak bandwidth", for a launch
/// on a real GPU.
QString rooflineInWords(const session::Roofline& roofline);
/// "Measured 2026-05-17: memory 4.02 TB/s, float 60.1 TFLOP/s, …"
QString peaksInWords(const launch::DevicePeaks& peaks);

} // namespace warpbench::ui
