// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <optional>
#include <string>

/// Sensible initial values for what a kernel's signature leaves open. The user sees all guesses and
/// can change them.
namespace warpbench::guess {

/// The dtype for a C++ type name in a signature ("unsigned int", "__half", "float4").
std::optional<arrays::DType> dtypeOfType(const std::string& type);

/// Whether a parameter type is a texture or surface object, which a launch creates from a buffer.
enum class ObjectKind { none, texture, surface };
ObjectKind objectKindOf(const std::string& type);

/// Adds one launch of the kernel: grid and block from a parameter `n` (or the kernel's own size
/// parameter), and a buffer per pointer. Also adds these buffers and parameters to the project.
void addLaunch(project::Project& project, const compile::KernelInfo& kernel);

/// Adds a buffer for a pointer parameter. Its name is the parameter's, with a number if that is
/// taken; its shape is that of the project's first buffer, otherwise the kernel's size parameter.
/// \returns its name
std::string addBuffer(project::Project& project, const compile::KernelInfo& kernel,
                      const compile::Parameter& parameter);

/// An initial argument for a parameter; a pointer gets the buffer with its name if there is one.
project::Argument guessArgument(const project::Project& project,
                                const compile::Parameter& parameter);

/// Adapts the argument list of a launch to the kernel's signature: keeps matching arguments by
/// position, adds guesses for missing ones, drops surplus ones.
void fitArguments(project::Project& project, project::Launch& launch,
                  const compile::KernelInfo& kernel);

/// Whether an argument is valid for a parameter: a buffer for a pointer, a scalar for a value.
bool argumentFits(const project::Argument& argument, const compile::Parameter& parameter);

} // namespace warpbench::guess
