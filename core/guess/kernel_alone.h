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

/// What a kernel that no program launches says of its own launch, beyond its signature.
namespace warpbench::guess {

/// Threads of a block along x and y.
struct BlockShape {
    int x = 1;
    int y = 1;
    bool operator==(const BlockShape&) const = default;
};

/// Of each kernel that asks for its place along y, by its name without namespaces: a block as its
/// two-dimensional shared memory has rows and columns (without those that pad it), else 16 × 16.
/// \param files    path and text
/// \param numbers  what the source's macros and constants come to
std::map<std::string, BlockShape>
blockShapes(const std::vector<std::pair<std::string, std::string>>& files,
            const std::map<std::string, double>& numbers);

/// Makes the last launch of a project, as addLaunch() has made it of the kernel, one over two
/// dimensions: a grid of both sides, buffers of rows and columns.
/// \param uses     of the kernel's parameters
/// \param numbers  as of blockShapes(): a row may be as long as a macro says
void spreadOverRows(project::Project& project, const compile::KernelInfo& kernel,
                    const std::vector<PointerUse>& uses, BlockShape block,
                    const std::map<std::string, double>& numbers);

} // namespace warpbench::guess
