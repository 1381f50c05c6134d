// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/base/error_text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Element types in .npy files: NumPy's array-protocol strings ("<f4") and lists of fields ([('id',
/// '<i2'), ('x', '<f8'), ('t', '|u1', (3,))]).
namespace warpbench::arrays {

/// An element type as stored in the file, and in C.
struct NpyType {
    DType dtype;              ///< the file's fields in order, aligned as in C
    std::size_t size = 0;     ///< bytes in the file
    std::size_t swapUnit = 0; ///< bytes to reverse for big-endian; 0: none
    /// For a struct, in the order of dtype.fields().
    struct Member;
    std::vector<Member> members;

    bool isStruct() const { return !members.empty(); }
};
struct NpyType::Member {
    std::size_t offset = 0; ///< in the file, bytes from the element's start
    std::size_t count = 1;
    NpyType type;
};

/// \throws Error (project): not a usable file
[[noreturn]] void failNpy(ErrorText problem);

/// \throws Error (project) for types that are unknown or not supported on a GPU
NpyType npyType(std::string_view descr);
/// Parses the list that starts at `at`, and advances `at` past it. \throws Error (project)
NpyType npyStruct(std::string_view header, std::size_t& at);

/// The description of a type in a header: "'<f4'", or a list of fields.
std::string npyDescr(const DType& dtype);

/// Converts one element of the file to C layout.
void fromNpy(const NpyType& type, const std::byte* from, std::byte* to);

} // namespace warpbench::arrays
