// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::guess {

/// Names of CUDA sources and headers (.cu, .cuh, .h, .hpp) in the same folder as a source that
/// mention kernels (`__global__`), since a program may consist of several files. Sorted, sources
/// first, without the source itself. Skips large and unreadable files, and in a very large folder
/// those after a limit.
std::vector<std::string> neighboursWithKernels(const std::filesystem::path& source);

} // namespace warpbench::guess
