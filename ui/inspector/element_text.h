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
/// How numbers are shown. What is copied or saved is exact, whatever this says.
struct NumberFormat {
    int digits = 0;           ///< of numbers with a fraction; 0: as many as tell it from any other
    bool hexIntegers = false; ///< integers by their bits, as in a debugger
};
void setNumberFormat(const NumberFormat& format); ///< views show it when they draw next
/// `elementText` in the number format.
QString shownElement(const memory::DType& dtype, std::span<const std::byte> bytes, bool hex);
/// Whether elements of `dtype` are integers that the number format has in hexadecimal.
bool isShownInHex(const memory::DType& dtype);
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
