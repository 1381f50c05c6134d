// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::programs {

/// A function or a variable of a PTX text.
struct PtxSymbol {
    bool isFunction = false;
    bool isInitialized = false;      ///< of a variable: the text initialises it
    std::set<std::string> mentioned; ///< all words in it: names and instructions such as "tex"
};

/// The symbols that PTX texts define at their outermost level, by name. Text that is not PTX does
/// no harm.
std::map<std::string, PtxSymbol> ptxSymbols(const std::vector<std::string>& texts);

/// The symbols that a kernel uses, directly and through the functions it calls, and the kernel.
std::set<std::string> usedSymbols(const std::map<std::string, PtxSymbol>& symbols,
                                  const std::string& kernel);

/// Whether one of these functions reads or writes textures or surfaces.
bool usesImages(const std::map<std::string, PtxSymbol>& symbols,
                const std::set<std::string>& functions);

} // namespace warpbench::programs
