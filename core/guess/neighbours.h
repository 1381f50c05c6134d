// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::guess {

/// Names of the CUDA sources and headers (.cu, .cuh, .h, .hpp) that are beside a source and speak
/// of kernels (`__global__`): a program of several files keeps them there. Sorted, sources first,
/// without the source itself. Large files and what cannot be read are left out, and of a folder
/// with very many entries, or megabytes, those that come late.
std::vector<std::string> neighboursWithKernels(const std::filesystem::path& source);

} // namespace warpbench::guess
