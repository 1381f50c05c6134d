// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

/// Elements of a buffer as the inspector writes them.
namespace warpbench::ui {

/// \param bytes  of one element of `dtype`
/// \param hex  its bytes from the most significant on, as a debugger shows them
QString elementText(const memory::DType& dtype, std::span<const std::byte> bytes, bool hex);
/// The most characters that an element usually takes.
int elementCharacters(const memory::DType& dtype, bool hex);
/// Element numbers, row by row.
using ElementRows = std::vector<std::vector<std::int64_t>>;
/// Rows of elements as lines with tabs between them.
/// \param first  the element that `array` starts with
QString rowsText(const memory::HostArray& array, const ElementRows& rows, std::int64_t first,
                 bool hex);
QString shapeText(const std::vector<std::int64_t>& shape); ///< "256 × 128"; "scalar"

} // namespace warpbench::ui
