// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolkit/toolkit.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Whole CUDA programs, host code and all: built against our CUDA runtime and run on a simulated
/// GPU.
namespace warpbench::programs {

/// What nvcc is asked for.
struct ProgramRequest {
    std::vector<std::filesystem::path> sources; ///< .cu, .cpp, .c; at least one
    std::vector<std::string> options;           ///< nvcc's own; architectures in them are replaced
    int computeCapability = 90;                 ///< of the device it is to run on
};

/// Builds a program, or finds it in the user's cache if no source, header or option has changed,
/// and nvcc has not. Blocks for as long as nvcc takes.
///
/// \param onCompile  called with each source before nvcc compiles it; may be empty
///
/// \param stopped  asked while nvcc runs; yes ends it; may be empty
///
/// \returns the program's file
///
/// \throws Error (environment) if nvcc or a host compiler is missing, (compile) with what nvcc says
///         of the source, (cancelled) if it was stopped
std::filesystem::path buildProgram(const ProgramRequest& request,
                                   const compile::ToolkitSearch& search,
                                   const std::function<void(const std::string&)>& onCompile,
                                   const std::function<bool()>& stopped);

/// The folder with our libcuda.so.1 and libcudart.so.13. \throws Error (environment) where this
/// installation has none
std::filesystem::path runtimeFolder();

/// The folder with the libcuda.so.1 that records what programs launch on a real GPU. \throws Error
/// (environment) where this installation has none
std::filesystem::path recorderFolder();

/// \throws Error (environment) if there is none
std::filesystem::path findNvcc(const compile::ToolkitSearch& search);

/// The files that a make rule names behind its colon, as compilers write them with -MD.
std::vector<std::filesystem::path> dependenciesIn(const std::string& rule);

} // namespace warpbench::programs
