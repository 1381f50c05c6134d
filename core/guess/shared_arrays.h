// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// The element type of a kernel's `extern __shared__` array, by the kernel's name without
/// namespaces; missing for a kernel without one.
using DynamicShared = std::map<std::string, std::string>;

/// For each kernel with a body.
/// \param files  paths and texts
DynamicShared dynamicSharedArrays(const std::vector<std::pair<std::string, std::string>>& files);

/// Bytes assumed for such an array if they are unknown: one element for each thread of the block,
/// as a project file expression.
/// \param block  extents as project file expressions
std::string sharedOfBlock(const std::string& type, const std::vector<std::string>& block);

} // namespace warpbench::guess
