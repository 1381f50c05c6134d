// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/occupancy/occupancy.h"
#include "core/project/project.h"

#include <QString>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// What a launch needs of a multiprocessor, from the set-up and ptxas' information about the
/// kernel, without a run.
struct LaunchUsage {
    QString kernel;
    occupancy::KernelUsage usage;
    std::int64_t blocks = 0; ///< in the grid

    bool operator==(const LaunchUsage&) const = default;
};

/// \param index  of the launch in the project
/// \returns nothing if the kernel is not compiled, its registers are unknown, or the
/// set-up contains invalid expressions
std::optional<LaunchUsage> usageOf(const project::Project& project, int index,
                                   const std::vector<compile::KernelInfo>& kernels);

/// Sets the size of a one-dimensional or square block. Writes to the parameter or define that the
/// block consists of, or else to the block itself.
/// \returns false if the block has another shape or the size is not a square number
bool setBlockSize(project::Project& project, int index, int threads);
/// Groups the blocks of a launch in clusters along x; 1: no clusters.
void setCluster(project::Project& project, int index, int blocks);
/// Sets or replaces the compiler's -maxrregcount.
void setMaxRegisters(project::Project& project, int registers);

} // namespace warpbench::ui
