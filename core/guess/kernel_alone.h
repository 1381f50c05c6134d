// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/pointer_use.h"
#include "core/project/project.h"
#include "core/sources/source_scan.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Infers the launch of a kernel that no program launches, beyond its signature.
namespace warpbench::guess {

/// Threads per block along x and y.
struct BlockShape {
    int x = 1;
    int y = 1;
    bool operator==(const BlockShape&) const = default;
};

/// For each kernel that uses its position along y, by name without namespaces: a block with the
/// rows and columns of its two-dimensional shared memory (without padding), otherwise 16 × 16.
/// \param files  paths and texts
/// \param numbers  values of the source's macros and constants
std::map<std::string, BlockShape>
blockShapes(const std::vector<std::pair<std::string, std::string>>& files,
            const std::map<std::string, double>& numbers);

/// Changes the last launch of a project, which addLaunch() created for the kernel, to two
/// dimensions: a two-dimensional grid, and buffers with rows and columns.
/// \param uses     for the kernel's parameters
/// \param numbers  as in blockShapes(): a macro may define the length of a row
void spreadOverRows(project::Project& project, const compile::KernelInfo& kernel,
                    const std::vector<PointerUse>& uses, BlockShape block,
                    const std::map<std::string, double>& numbers);

} // namespace warpbench::guess
