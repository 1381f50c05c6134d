// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"

#include <cstdint>
#include <vector>

/// Buffers that begin with one value throughout, which a device writes by itself.
namespace warpbench::session {

/// What the device's memory is filled with: one, two or four bytes that the buffer's first contents
/// repeat. Empty where there is no such, and contents are copied.
/// \throws Error (project) as project::initialiseBuffers
std::vector<std::uint8_t> fillOf(const project::PlannedBuffer& buffer);

/// For each buffer of the plan whether it is one of at least kKeptBytes in a device's own memory
/// that begins so, and whose first contents nothing on the host asks for: the host need not have
/// them at all.
std::vector<bool> constantFills(const project::LaunchPlan& plan);

} // namespace warpbench::session
