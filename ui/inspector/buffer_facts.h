// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QString>

/// What a run found out of a buffer, in one line each.
namespace warpbench::ui {

QString statisticsText(const session::BufferReport& buffer); ///< "min 0   max 3   mean 1.5"
/// The verdict of a check. \param elements  of the buffer
QString checkText(const session::ExpectReport& expect, std::uint64_t elements);

} // namespace warpbench::ui
