// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Puts the types of each mnemonic behind its other modifiers, where the PTX ISA writes them, in
/// their order: ptxas takes `ld.u32.global` too. What comes after may ask for the last modifier.
void putTypesLast(Module& module);

} // namespace warpbench::simgpu::ptx
