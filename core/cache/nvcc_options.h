// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace warpbench::compile {

/// Converts nvcc options to NVRTC options. Drops options for the host compiler, the linker
/// and nvcc's own files, and those that NVRTC does not need (`--extended-lambda`).
/// `-maxrregcount 64`, in one string or in two, becomes `-maxrregcount=64`, `-isystem DIR`
/// becomes `-IDIR`. Also drops architectures: a request has its own. Options that nvcc
/// does not know either are kept. Names as in the manual "NVIDIA CUDA Compiler Driver
/// NVCC".
std::vector<std::string> optionsForNvrtc(const std::vector<std::string>& options);

/// The target with architecture- or family-specific features ("sm_90a", "sm_100f") that `-arch` or
/// `-gencode` in nvcc's options specifies for a compute capability; empty: none.
/// \param capability  90 for 9.0
std::string specificArchitecture(const std::vector<std::string>& options, int capability);

} // namespace warpbench::compile
