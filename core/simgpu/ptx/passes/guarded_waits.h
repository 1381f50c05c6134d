// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Replaces `@p bar.sync 0;` by `@!p bra behind; bar.sync 0; behind:`, and likewise for whatever
/// else lanes wait in for others, calls, and returns. Lanes that wait have a place in the code,
/// which the others must be able to leave; other guards only keep lanes from writing. The added
/// branches are marked (Instruction::isAdded). Guards that are no predicates stay, to be refused.
void branchAroundGuardedWaits(Module& module);

} // namespace warpbench::simgpu::ptx
