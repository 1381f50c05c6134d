// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::layouts {

/// A struct or union of a source as the text of a layout.
struct SourceStruct {
    std::string name;
    std::string text; ///< its definition, after those of the types and macros that it uses
};

/// The structs and unions that a CUDA source defines outside of functions, in order. Templates are
/// left out, and so is what parseLayout() would refuse.
std::vector<SourceStruct> structsOf(std::string_view source);

} // namespace warpbench::layouts
