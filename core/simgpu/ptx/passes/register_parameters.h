// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Parameters and results that are registers (`.func (.reg .u32 r) f(.reg .u32 a)`), and arguments
/// that are registers or numbers (`call (%r1), f, (%r2, 5)`), become .param variables: what is
/// passed is stored before the call and loaded where the function begins, and the other way round
/// for results. The loads and stores are marked (Instruction::isAdded). Calls have no guards any
/// more: see guarded_waits.h. Registers of other than 32 or 64 bits stay, to be refused.
void passRegistersInMemory(Module& module);

} // namespace warpbench::simgpu::ptx
