// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace warpbench::compile {

/// Options as people give them to nvcc, as NVRTC takes them. Options for the host compiler, the
/// linker and nvcc's own files are left out, and so are those that NVRTC does without
/// (`--extended-lambda`). `-maxrregcount 64`, in one string or in two, becomes
/// `-maxrregcount=64`, `-isystem DIR` becomes `-IDIR`. Architectures are left out as well: a
/// request has its own. Options that nvcc does not know either stay. Names are those of the manual
/// "NVIDIA CUDA Compiler Driver NVCC".
std::vector<std::string> optionsForNvrtc(const std::vector<std::string>& options);

/// The target with features of one architecture or family alone ("sm_90a", "sm_100f") that
/// `-arch` or `-gencode` among nvcc's options names for a compute capability; empty: none.
/// \param capability  90 for 9.0
std::string specificArchitecture(const std::vector<std::string>& options, int capability);

} // namespace warpbench::compile
