// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/summary.h"
#include "core/report/run_report.h"

#include <QString>

/// What a run found out of a buffer, in one line each.
namespace warpbench::ui {

QString statisticsText(const session::BufferReport& buffer); ///< "min 0   max 3   mean 1.5"
/// The same and more of what a buffer holds, as rich text. Links lead to where it is: "#12" is an
/// element, anything else a search (search_text.h). \param dtype  no struct
QString statisticsLinks(const memory::DType& dtype, const memory::Summary& summary);
/// Integers in full, other numbers with as many digits as are read.
QString numberText(const project::Number& number);
/// The verdict of a check of a buffer.
QString checkText(const session::ExpectReport& expect, const session::BufferReport& buffer);

} // namespace warpbench::ui
