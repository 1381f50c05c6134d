// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// What a kernel's body does with what a parameter points to, as far as its text says. What is
/// handed on (to a function, to another pointer) counts as both.
struct PointerUse {
    bool read = false;
    bool written = false;
    bool handedOn = false; ///< so that nobody knows
};

/// Of each kernel that has a body, by its name without namespaces: of all its parameters.
/// \param files  path and text
std::map<std::string, std::vector<PointerUse>>
pointerUses(const std::vector<std::pair<std::string, std::string>>& files);

} // namespace warpbench::guess
