// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/steps/elementwise.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Launches whose kernels are made of a few words, as launches of kernels.
namespace warpbench::project {

/// A step in a line, for lists and reports: "elementwise: z = a * x + y".
std::string textOf(const Step& step);

/// Whether a library does it, not a kernel.
inline bool isCall(const Step& step) {
    return step.kind == Step::Kind::library;
}

/// Threads of a step's blocks where its launch names none.
int standardBlock(Step::Kind kind);

/// The kernel of a launch that has a step, and the launch of it in its place.
/// \throws Error (project) as elementwiseKernel, reduceKernel and scanKernel do
GeneratedKernel kernelOfStep(const Project& project, const Launch& launch);

/// Puts launches of kernels in the places of steps; calls of libraries stay.
/// \returns the kernels' source, each with its name as the file's; empty without a step
/// \throws Error (project) as kernelOfStep does
std::string expandSteps(Project& project);

/// Whether a file that a compiler names is one whose kernels expandSteps() made: nobody can change
/// what it says there.
bool isFileOfStep(std::string_view file);

/// Makes a step a kernel of the source, that may then be changed.
/// \param launch  index of one with a step
/// \param source  gets the kernel at its end
/// \throws Error (project) as kernelOfStep does
void turnIntoSource(Project& project, std::size_t launch, std::string& source);

} // namespace warpbench::project
