// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Types of elements as .npy files describe them: NumPy's array-protocol strings ("<f4") and lists
/// of fields ([('id', '<i2'), ('x', '<f8'), ('t', '|u1', (3,))]).
namespace warpbench::memory {

/// An element as the file holds it, and as C does.
struct NpyType {
    DType dtype;              ///< fields and order of the file, aligned as C aligns them
    std::size_t size = 0;     ///< bytes in the file
    std::size_t swapUnit = 0; ///< bytes to reverse for big-endian; 0: none
    /// Of a struct, in the order of dtype.fields().
    struct Member;
    std::vector<Member> members;

    bool isStruct() const { return !members.empty(); }
};
struct NpyType::Member {
    std::size_t offset = 0; ///< in the file, bytes from the element's begin
    std::size_t count = 1;
    NpyType type;
};

/// \throws Error (project) for types that have no place on a GPU, or are not known
NpyType npyType(std::string_view descr);
/// Reads the list that begins at `at`, which is moved behind it. \throws Error (project)
NpyType npyStruct(std::string_view header, std::size_t& at);

/// The description of a type, as it is in a header: "'<f4'", or a list of fields.
std::string npyDescr(const DType& dtype);

/// Copies one element of the file to where C wants it.
void fromNpy(const NpyType& type, const std::byte* from, std::byte* to);

} // namespace warpbench::memory
