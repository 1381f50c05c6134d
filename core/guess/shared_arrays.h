// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// The type of the elements of a kernel's `extern __shared__` array, by the kernel's name without
/// namespaces; a kernel without one is not there.
using DynamicShared = std::map<std::string, std::string>;

/// Of each kernel that has a body.
/// \param files  path and text
DynamicShared dynamicSharedArrays(const std::vector<std::pair<std::string, std::string>>& files);

/// Bytes that are assumed for such an array where nothing tells them: an element for each thread of
/// the block, in a project's words.
/// \param block  extents in a project's words
std::string sharedOfBlock(const std::string& type, const std::vector<std::string>& block);

} // namespace warpbench::guess
