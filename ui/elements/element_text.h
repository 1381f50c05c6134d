// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <QString>

#include <cstdint>
#include <span>
#include <vector>

/// Elements of a buffer as text for the inspector.
namespace warpbench::ui {

/// \param bytes  of one element of `dtype`
/// \param hex  shows its bytes, most significant first, like a debugger
QString elementText(const arrays::DType& dtype, std::span<const std::byte> bytes, bool hex);
/// An element as ElementFormula accepts it, exact. \param dtype  not a struct
QString editableText(const arrays::DType& dtype, std::span<const std::byte> bytes);
/// The format of numbers on screen. Copied or saved values are always exact.
struct NumberFormat {
    int digits = 0;           ///< of fractional numbers; 0: as many as needed for an exact value
    bool hexIntegers = false; ///< integers in hexadecimal, like a debugger
};
void setNumberFormat(const NumberFormat& format); ///< views use it when they draw next
/// `elementText` in the number format.
QString shownElement(const arrays::DType& dtype, std::span<const std::byte> bytes, bool hex);
/// Whether the number format shows elements of `dtype` in hexadecimal.
bool isShownInHex(const arrays::DType& dtype);
/// The usual maximum width of an element in characters.
int elementCharacters(const arrays::DType& dtype, bool hex);
/// Element numbers, row by row.
using ElementRows = std::vector<std::vector<std::int64_t>>;
/// Rows of elements as tab-separated lines.
/// \param first  index of the first element in `array`
QString rowsText(const arrays::HostArray& array, const ElementRows& rows, std::int64_t first,
                 bool hex);
/// The language of copied arrays.
enum class CodeKind { numpy, c };
struct CodeStyle {
    CodeKind kind = CodeKind::numpy;
    QString name;      ///< of the array in C
    bool flat = false; ///< the rows are parts of one dimension
};
/// Rows of elements as an array of a program: `np.array([[1, 2]], dtype=np.int32)` or
/// `const int a[1][2] = {{1, 2}};`. Small floats have the type float, which holds them exactly.
/// \param array  not of structs
QString codeText(const arrays::HostArray& array, const ElementRows& rows, std::int64_t first,
                 const CodeStyle& style);
/// The text in an array of char, up to its first 0; a dot for what is not ASCII.
QString charText(std::span<const std::byte> bytes);
/// Bytes in hexadecimal, in lines of `perLine`.
QString bytesText(std::span<const std::byte> bytes, std::size_t perLine);
QString shapeText(const std::vector<std::int64_t>& shape); ///< "256 × 128"; "scalar"

} // namespace warpbench::ui
