// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Turns parameters and results that are registers (`.func (.reg .u32 r) f(.reg .u32 a)`), and
/// arguments that are registers or numbers (`call (%r1), f, (%r2, 5)`), into .param variables.
/// Arguments are stored before the call and loaded at the function's start; results the other way
/// round. The loads and stores are marked (Instruction::isAdded). Calls must not have guards any
/// more: see guarded_waits.h. Registers without 32 or 64 bits are unchanged and rejected later.
void passRegistersInMemory(Module& module);

} // namespace warpbench::simgpu::ptx
