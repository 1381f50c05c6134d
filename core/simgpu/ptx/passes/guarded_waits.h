// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

namespace warpbench::simgpu::ptx {

/// Replaces `@p bar.sync 0;` by `@!p bra behind; bar.sync 0; behind:`, and likewise other waits,
/// calls, and returns. Waiting lanes need a place in the code that the others can leave; other
/// guards only keep lanes from writing. The added branches are marked (Instruction::isAdded).
/// Guards that are not predicates are unchanged and rejected later.
void branchAroundGuardedWaits(Module& module);

} // namespace warpbench::simgpu::ptx
