// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace warpbench::simgpu::ptx {

/// The bytes of a DWARF section of strings, and where its labels are in them.
struct DebugStrings {
    std::string bytes;
    std::unordered_map<std::string_view, std::size_t> labels; ///< views into the section's text

    /// The text at a label, up to its zero byte; the label itself where there is none.
    std::string at(std::string_view label, std::size_t offset) const;
    /// The reverse: `$L__info_string3`, or `$L__info_string3+5`; the text itself where it is none
    /// of the strings.
    std::string labelOf(const std::string& text) const;
};

/// Reads lines like `$L__info_string0:` and `.b8 95,90,0`; what else there may be is left out.
/// \param text  a section's, which the result refers to
DebugStrings readDebugStrings(std::string_view text);

} // namespace warpbench::simgpu::ptx
