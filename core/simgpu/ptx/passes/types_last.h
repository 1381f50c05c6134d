// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Moves the types of each mnemonic behind its other modifiers in their order, as in the PTX ISA;
/// ptxas also accepts `ld.u32.global`. Later code can then rely on the last modifier.
void putTypesLast(Module& module);

} // namespace warpbench::simgpu::ptx
