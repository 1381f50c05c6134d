// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/steps/elementwise.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Turns launches whose kernels are generated from a short text into launches of kernels.
namespace warpbench::project {

/// A step in a line, for lists and reports: "elementwise: z = a * x + y".
std::string textOf(const Step& step);

/// Whether a library call does it instead of a kernel.
inline bool isCall(const Step& step) {
    return step.kind == Step::Kind::library;
}

/// Threads of a step's blocks if its launch does not specify them.
int standardBlock(Step::Kind kind);

/// The kernel of a launch that has a step, and the launch that replaces it.
/// \throws Error (project) as elementwiseKernel, reduceKernel and scanKernel do
GeneratedKernel kernelOfStep(const Project& project, const Launch& launch);

/// Replaces steps by launches of their kernels; library calls stay.
/// \returns the kernels' source, each under its own file name; empty without a step
/// \throws Error (project) as kernelOfStep does
std::string expandSteps(Project& project);

/// Whether a file named by a compiler contains kernels from expandSteps(): nobody can edit
/// it.
bool isFileOfStep(std::string_view file);

/// Turns a step into a kernel of the source, which you can then edit.
/// \param launch  index of one with a step
/// \param source  receives the kernel at its end
/// \throws Error (project) as kernelOfStep does
void turnIntoSource(Project& project, std::size_t launch, std::string& source);

} // namespace warpbench::project
