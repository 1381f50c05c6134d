// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/summary.h"
#include "core/report/run_report.h"

#include <QString>

/// One line for each result of a run about a buffer.
namespace warpbench::ui {

QString statisticsText(const session::BufferReport& buffer); ///< "min 0   max 3   mean 1.5"
/// The same with more statistics, as rich text. Links lead to the element: "#12" is an element
/// index, anything else a search (search_text.h). \param dtype  not a struct
QString statisticsLinks(const arrays::DType& dtype, const arrays::Summary& summary);
/// Integers in full, other numbers with a readable number of digits.
QString numberText(const project::Number& number);
/// The result of checking a buffer.
QString checkText(const session::ExpectReport& expect, const session::BufferReport& buffer);

} // namespace warpbench::ui
