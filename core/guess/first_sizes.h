// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/question.h"
#include "core/project/project.h"

#include <string>
#include <vector>

/// Sizes that somebody can wait for at a first look.
namespace warpbench::guess {

/// \param reason  why not, where it cannot
bool canBePlanned(const project::Project& project, std::string& reason);

/// Halves the numbers that were assumed until what they make together is of a size to begin with.
void makeSmaller(project::Project& project, std::vector<Question>& questions);

/// Halves what was assumed and says how many threads a block has, until it can be launched.
void fitBlocks(project::Project& project, std::vector<Question>& questions);

/// A program of a size for a GPU keeps somebody waiting who has none: says so.
void askForLess(const project::Project& project, std::vector<Question>& questions);

} // namespace warpbench::guess
