// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/host_program.h"

#include <set>
#include <string>

namespace warpbench::guess {

/// A block whose size is in the program as a number, or as a constant's name, becomes a
/// parameter where the launch's grid is worked out with it by a division, or its dynamic shared
/// memory as a product: both then say its name, so that a changed block changes them as it would in
/// the program. What is as many as the grid's blocks (sums of each block, an argument) follows too.
/// \param taken  names that no parameter may have
void linkBlocks(HostProgram& program, const std::set<std::string>& taken);

} // namespace warpbench::guess
