// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <set>
#include <string>

namespace warpbench::guess {

/// Adds the names used in an expression.
void noteNames(const project::Expression& expression, std::set<std::string>& names);

/// The names used in a guessed set-up, outside of its parameters.
std::set<std::string> namesUsed(const project::Project& project);

} // namespace warpbench::guess
