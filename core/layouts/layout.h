// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/number.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Memory as a table of records, whatever type its buffer has.
namespace warpbench::layouts {

/// A number in a record, or a text.
struct Column {
    std::string name; ///< "position.x", "weights[3]"
    arrays::Scalar type = arrays::Scalar::float32;
    std::size_t offset = 0;   ///< bytes from the start of the record
    std::size_t length = 1;   ///< of an array of char: the bytes of the text
    bool hexadecimal = false; ///< shows the bits
    bool isText = false;      ///< an array of char

    std::size_t size() const noexcept { return arrays::sizeOf(type) * length; } ///< bytes
    bool operator==(const Column&) const = default;
};

/// How to read memory as records that follow each other.
struct Layout {
    std::size_t first = 0; ///< bytes before the first record
    std::size_t size = 0;  ///< bytes from a record to the next one, at least 1
    std::vector<Column> columns;

    /// Complete records in that many bytes.
    std::int64_t recordsIn(std::uint64_t bytes) const noexcept;
    bool operator==(const Layout&) const = default;
};

/// A record has at most this many columns.
constexpr std::size_t kMostColumns = 4096;

/// Reads C declarations: scalars, CUDA's vector types, pointers, arrays, structs, unions, enums and
/// typedefs, laid out as nvcc lays them out on Linux, with `#pragma pack`, `alignas` and
/// `__attribute__((packed))`. `hex` before a member shows its bits, `pad N;` skips bytes of the
/// record, and `skip N;` outside of structs skips bytes before the first record. Member functions
/// are ignored. The record consists of the members outside of structs, or is the last struct.
/// \param names  of the project, for the sizes of arrays
/// \throws Error (project) with the line
Layout parseLayout(std::string_view text, const project::NumberTable& names = {});

/// The members of a buffer's own type. \throws Error (project) for more than kMostColumns
Layout layoutOf(const arrays::DType& type);

/// The same as a text that parseLayout() reads.
std::string textOf(const arrays::DType& type);

} // namespace warpbench::layouts
