// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpbench::compile {

/// A change of a text: bytes [begin, begin + length) become `text`.
struct TextChange {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::string text;
};

/// What gives a kernel __launch_bounds__(threads, blocks): after its return type, or in place of
/// bounds that it has. Nothing where the source defines or declares no such kernel.
/// \param kernel  the name, with or without template arguments and namespaces
/// \param threads  the largest block that it is launched with
/// \param blocks   that an SM shall hold at once, at least
std::optional<TextChange> launchBounds(std::string_view source, std::string_view kernel,
                                       int threads, int blocks);

} // namespace warpbench::compile
