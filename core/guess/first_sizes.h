// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/question.h"
#include "core/project/project.h"

#include <string>
#include <vector>

/// Problem sizes that run fast enough for a first look.
namespace warpbench::guess {

/// \param reason  receives why it cannot
bool canBePlanned(const project::Project& project, std::string& reason);

/// Halves the assumed numbers until their total size is reasonable to start with.
void makeSmaller(project::Project& project, std::vector<Question>& questions);

/// Halves the assumed number of threads per block until the block can be launched, and reports it.
void fitBlocks(project::Project& project, std::vector<Question>& questions);

/// Adds a question if a GPU-sized problem would take long without a GPU.
void askForLess(const project::Project& project, std::vector<Question>& questions);

} // namespace warpbench::guess
