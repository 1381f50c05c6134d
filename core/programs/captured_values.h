// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/project/project.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace warpbench::programs {

/// Numbers that reproduce exactly these bytes, lane by lane. Empty if impossible: for NaN, whose
/// bits a number does not determine, for complex types and for structs.
std::optional<std::vector<project::Expression>> numbersOf(const arrays::DType& dtype,
                                                          std::span<const std::byte> bytes);

/// The argument for a pointer in memory; empty if it cannot be one.
/// \param address  the pointer's value, not 0
using PointerValue = std::function<std::optional<project::BufferArg>(
    std::uint64_t address, const compile::Parameter& pointer)>;

/// A struct's members as a project writes them. Empty unless they can represent every byte that
/// counts. \param type  with its members, as the compiler describes it
std::optional<project::StructArg> structOf(const compile::Parameter& type,
                                           std::span<const std::byte> bytes,
                                           const PointerValue& pointer);

} // namespace warpbench::programs
