// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"

#include <cstdint>
#include <vector>

/// Buffers whose first contents repeat one value, so that a device fills them itself.
namespace warpbench::session {

/// The fill pattern for device memory: one, two or four bytes that the buffer's first contents
/// repeat. Empty if they do not repeat, so that contents have to be copied.
/// \throws Error (project) as project::initialiseBuffers
std::vector<std::uint8_t> fillOf(const project::PlannedBuffer& buffer);

/// For each buffer of the plan, whether it has at least kKeptBytes in a device's own memory, begins
/// with such a pattern, and the host does not need its first contents: then they need not exist on
/// the host.
std::vector<bool> constantFills(const project::LaunchPlan& plan);

} // namespace warpbench::session
