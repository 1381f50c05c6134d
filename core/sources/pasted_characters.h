// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Characters that look like C++ but are not: web pages, mail and word processors insert them.
namespace warpbench::compile {

struct PastedCharacter {
    std::string name;    ///< "a no-break space"
    std::string instead; ///< "a space", "\""; empty: remove it
    bool blank = false;  ///< looks like a blank, or is invisible
};

/// \param code  Unicode code point; empty for letters and characters that C++ uses
std::optional<PastedCharacter> pastedCharacter(std::uint32_t code);

/// Path and text of each file of a program.
using SourceTexts = std::vector<std::pair<std::string, std::string>>;

/// Replaces the compiler's messages for lines with such a character by its name. Does not affect
/// lines without an error, or characters in comments and literals.
void explainPastedCharacters(std::vector<Diagnostic>& diagnostics, const SourceTexts& files);

} // namespace warpbench::compile
