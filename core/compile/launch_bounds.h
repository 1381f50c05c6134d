// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::compile {

/// A text edit: bytes [begin, begin + length) are replaced by `text`.
struct TextChange {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::string text;
};

/// The edit that gives a kernel __launch_bounds__(threads, blocks): after its return type, or
/// replacing existing bounds. Empty if the source does not define or declare this kernel.
/// \param kernel  the name, with or without template arguments and namespaces
/// \param threads  the largest block that it is launched with
/// \param blocks   minimum number of resident blocks per SM
std::optional<TextChange> launchBounds(std::string_view source, std::string_view kernel,
                                       int threads, int blocks);

} // namespace warpbench::compile
