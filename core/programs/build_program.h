// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Complete CUDA programs including host code, built against our CUDA runtime and run on a
/// simulated GPU.
namespace warpbench::programs {

/// The input of nvcc.
struct ProgramRequest {
    std::vector<std::filesystem::path> sources; ///< .cu, .cpp, .c; at least one
    std::vector<std::string> options;           ///< nvcc's own; architectures are replaced
    int computeCapability = 90;                 ///< of the target device
};

/// Builds a program, or finds it in the user's cache if no source, header or option has changed,
/// and nvcc has not. Blocks for as long as nvcc takes.
///
/// \param onCompile  called with each source before nvcc compiles it; may be empty
///
/// \param stopped  polled while nvcc runs; true ends it; may be empty
///
/// \returns the program's file
///
/// \throws Error (environment) if nvcc or a host compiler is missing, (compile) with nvcc's
///         messages, (cancelled) if it was stopped
std::filesystem::path buildProgram(const ProgramRequest& request,
                                   const compile::ToolkitSearch& search,
                                   const std::function<void(const std::string&)>& onCompile,
                                   const std::function<bool()>& stopped);

/// The folder with our libcuda.so.1 and libcudart.so.13. \throws Error (environment) if this
/// installation lacks them
std::filesystem::path runtimeFolder();

/// The folder with the libcuda.so.1 that records what programs launch on a real GPU. \throws Error
/// (environment) where this installation has none
std::filesystem::path recorderFolder();

/// \throws Error (environment) if there is none
std::filesystem::path findNvcc(const compile::ToolkitSearch& search);

/// The files after the colon of a make rule, as compilers write them with -MD.
std::vector<std::filesystem::path> dependenciesIn(const std::string& rule);

} // namespace warpbench::programs
