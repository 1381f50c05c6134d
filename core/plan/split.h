// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/plan/evaluate.h"
#include "core/project/plan.h"
#include "core/project/project.h"
#include "core/project/row_parts.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Buffers whose rows (the outermost dimension) are distributed over several devices.
namespace warpbench::project {

/// The work of one device.
struct PlanPart {
    RowPart rows;
    LaunchPlan plan; ///< split buffers have only this part's rows and give their halo
};

/// A part extended by the halo rows of a buffer of its plan.
RowPart withHalo(const RowPart& part, const PlannedBuffer& buffer);

/// The plans for several devices; `whole` is makePlan's for the same project and values.
/// \param devices  2 or more
/// \throws Error (project) as makePlan and partNames do; if nothing is split, or the launches
///         write a buffer that is whole on every device without reducing it, or one is resident;
///         if a halo has more rows than a device, or cannot be kept up to date
std::vector<PlanPart> makePartPlans(const Project& project, const Overrides& set, int devices,
                                    const LaunchPlan& whole);

/// Combines another device's copy of a buffer that is whole on every device into `total`,
/// element by element. Floats are combined in double and rounded; integers wrap as their type does.
/// \pre both of the same scalar or vector type and size; complex ones only for sums
void reduceInto(arrays::HostArray& total, const arrays::HostArray& part, Reduction reduction);

/// Rows of an array that is contiguous in its block; shares the block.
arrays::HostArray rowsOf(const arrays::HostArray& whole, const RowPart& part);

} // namespace warpbench::project
