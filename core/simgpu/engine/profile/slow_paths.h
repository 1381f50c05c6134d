// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>

/// Divisions, reciprocals and roots that ptxas expands: to code for usual operands, and behind a
/// branch that is not in the PTX, to a slow path for the others.
namespace warpbench::simgpu::engine {

struct Inst;
struct Warp;

enum class Expansion : std::uint8_t {
    none,
    /// And remainder, of 64 bits: always. Compilers put a branch before it, in the PTX, and divide
    /// 32 bits where those suffice; in the machine code this branch looks like that of a slow path.
    integerDivision,
    floatDivision,
    floatReciprocal,
    floatRoot,
    doubleDivision,
    doubleReciprocal,
    doubleRoot,
    doubleInverseRoot,
};

Expansion expansionOf(const ptx::Instruction& instruction);

/// Whether an active lane's operands need the slow path.
bool takesSlowPath(Warp& w, const Inst* ip, Expansion expansion);

} // namespace warpbench::simgpu::engine
