// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Characters that look like C++ and are not: web pages, mail and word processors write them.
namespace warpbench::compile {

struct PastedCharacter {
    std::string name;    ///< "a no-break space"
    std::string instead; ///< "a space", "\""; empty: nothing
    bool blank = false;  ///< shows as a blank, or not at all
};

/// \param code  of Unicode; nothing for letters and all that C++ has a use for
std::optional<PastedCharacter> pastedCharacter(std::uint32_t code);

/// Path and text of each file of a program.
using SourceTexts = std::vector<std::pair<std::string, std::string>>;

/// Names the character in place of what the compiler says of its line. Lines without an error, and
/// characters in comments and literals, are left alone.
void explainPastedCharacters(std::vector<Diagnostic>& diagnostics, const SourceTexts& files);

} // namespace warpbench::compile
