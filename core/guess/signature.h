// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <optional>
#include <string>

/// Sensible first values for what a kernel's signature leaves open. Everything guessed here is
/// shown to the user and can be changed.
namespace warpbench::guess {

/// The dtype of a C++ type name as a signature spells it ("unsigned int", "__half", "float4").
std::optional<memory::DType> dtypeOfType(const std::string& type);

/// Whether a parameter of a type is a texture or surface object, which a launch makes of a buffer.
enum class ObjectKind { none, texture, surface };
ObjectKind objectKindOf(const std::string& type);

/// One launch of the kernel: grid and block from a parameter `n` (or the kernel's own size
/// parameter), a buffer per pointer. Adds the buffers and parameters it needs to the project.
void addLaunch(project::Project& project, const compile::KernelInfo& kernel);

/// Adds a buffer for a pointer parameter: of its name, or of that with a number where it is taken;
/// of the shape of the project's first buffer, else of the kernel's size parameter.
/// \returns its name
std::string addBuffer(project::Project& project, const compile::KernelInfo& kernel,
                      const compile::Parameter& parameter);

/// A first argument for a parameter; a pointer gets the buffer of its name where there is one.
project::Argument guessArgument(const project::Project& project,
                                const compile::Parameter& parameter);

/// Makes the argument list of a launch fit the kernel's signature: keeps those that fit by
/// position, adds guesses for missing ones, drops surplus ones.
void fitArguments(project::Project& project, project::Launch& launch,
                  const compile::KernelInfo& kernel);

/// Whether an argument can represent a parameter: a buffer for a pointer, a scalar for a value.
bool argumentFits(const project::Argument& argument, const compile::Parameter& parameter);

} // namespace warpbench::guess
