// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/host_program.h"

#include <set>
#include <string>

namespace warpbench::guess {

/// Turns a block size that is a number or constant in the program into a parameter, if the launch's
/// grid is computed with it by a division, or its dynamic shared memory as a product. Both then use
/// the parameter's name, so that changing the block changes them as in the program. Sizes equal to
/// the number of blocks (sums per block, an argument) follow too.
/// \param taken  names that are not available for parameters
void linkBlocks(HostProgram& program, const std::set<std::string>& taken);

} // namespace warpbench::guess
