// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace warpbench::simgpu::ptx {

/// The bytes of a DWARF string section, and the offsets of its labels.
struct DebugStrings {
    std::string bytes;
    std::unordered_map<std::string_view, std::size_t> labels; ///< views into the section's text

    /// The text at a label, up to its zero byte; the label itself if it is unknown.
    std::string at(std::string_view label, std::size_t offset) const;
    /// The reverse: `$L__info_string3`, or `$L__info_string3+5`; the text itself if it is not one
    /// of the strings.
    std::string labelOf(const std::string& text) const;
};

/// Parses lines like `$L__info_string0:` and `.b8 95,90,0`; ignores everything else.
/// \param text  of a section; the result refers to it
DebugStrings readDebugStrings(std::string_view text);

} // namespace warpbench::simgpu::ptx
