// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QString>

/// What a run found out of a buffer, in one line each.
namespace warpbench::ui {

QString statisticsText(const session::BufferReport& buffer); ///< "min 0   max 3   mean 1.5"
/// The verdict of a check of a buffer.
QString checkText(const session::ExpectReport& expect, const session::BufferReport& buffer);

} // namespace warpbench::ui
