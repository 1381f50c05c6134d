// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

#include <optional>

namespace warpbench::simgpu::engine {

/// The allocation that an access was meant for, whatever is at the address that it came to: the
/// one whose pointer, an argument of the kernel or a variable of the module, the address is
/// reckoned from by additions and copies, as the kernel's text has it. Nothing where that leads to
/// several allocations, to a pointer from memory, or into a function that was not inlined.
std::optional<Allocation> allocationMeant(const Launch& launch, const InstInfo& info);

} // namespace warpbench::simgpu::engine
