// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/occupancy/occupancy.h"
#include "core/project/project.h"

#include <QString>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// What a launch asks of a multiprocessor, from the set-up and what ptxas said of its kernel: no
/// run is needed for it.
struct LaunchUsage {
    QString kernel;
    occupancy::KernelUsage usage;
    std::int64_t blocks = 0; ///< of the grid

    bool operator==(const LaunchUsage&) const = default;
};

/// \param index  of the launch in the project
/// \returns nothing where the kernel has not been compiled, its registers are not known, or the
///          set-up has expressions that are wrong
std::optional<LaunchUsage> usageOf(const project::Project& project, int index,
                                   const std::vector<compile::KernelInfo>& kernels);

/// Writes the size of a flat or square block into a launch: into the parameter or define that it is
/// made of where it is just a name, else in its place.
/// \returns whether it could: not where the block has other sides, or cannot be a square
bool setBlockSize(project::Project& project, int index, int threads);
/// Groups the blocks of a launch in clusters along x; 1: leaves clusters out.
void setCluster(project::Project& project, int index, int blocks);
/// Sets or replaces the compiler's -maxrregcount.
void setMaxRegisters(project::Project& project, int registers);

} // namespace warpbench::ui
