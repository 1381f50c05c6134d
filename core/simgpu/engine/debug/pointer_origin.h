// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/launch.h"

#include <optional>

namespace warpbench::simgpu::engine {

/// The allocation that an access was meant for, whatever is at the address it reached. It follows
/// the address back through additions and copies in the kernel's PTX to a pointer in a kernel
/// argument or module variable. Empty if this leads to several allocations, to a pointer loaded
/// from memory, or into a function that was not inlined.
std::optional<Allocation> allocationMeant(const Launch& launch, const InstInfo& info);

} // namespace warpbench::simgpu::engine
