// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/base/error.h"
#include "core/layouts/layout.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::layouts {

/// A type of a layout, by the numbers in it.
struct Type {
    std::size_t size = 0; ///< bytes
    std::size_t alignment = 1;
    std::vector<Column> columns; ///< of a scalar: one without a name
};

/// A declared member of a struct or union.
struct Member {
    std::string name; ///< empty: the members of its type belong to the struct itself
    Type type;
    std::vector<std::size_t> extents;   ///< of an array, outermost first
    std::optional<std::size_t> padding; ///< `pad N`: bytes, in place of a type
    std::size_t alignment = 0;          ///< by alignas; 0: that of the type
    bool hexadecimal = false;
    int line = 0;
};

/// The type of a scalar or vector.
Type typeOf(const arrays::DType& type);
/// By the names of the project file, C, C++ and CUDA. \param name  words separated by one blank
std::optional<Type> typeNamed(std::string_view name);
/// An address.
Type pointerType();

/// Places members one after the other, or all at the beginning.
/// \param pack  the highest alignment of a member; 0: none
/// \throws Error (project) for two members of one name, and for too many columns or bytes
Type composed(const std::vector<Member>& members, bool isUnion, std::size_t pack);

/// An error in a line of the text.
[[noreturn]] void fail(int line, const ErrorText& said);

} // namespace warpbench::layouts
