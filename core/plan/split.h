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

/// Buffers whose rows (the outermost dimension) are shared out over several devices.
namespace warpbench::project {

/// What one device has to do.
struct PlanPart {
    RowPart rows;
    LaunchPlan plan; ///< split buffers have this part's rows alone, and say what halo they have
};

/// A part with the halo rows that a buffer of its plan has around it.
RowPart withHalo(const RowPart& part, const PlannedBuffer& buffer);

/// The plans for several devices; `whole` is makePlan's for the same project and values.
/// \param devices  2 or more
/// \throws Error (project) as makePlan and partNames do; where nothing is split, or the launches
///         write a buffer that every device has whole and nothing reduces, or one is resident;
///         where a halo has more rows than a device, or nobody could keep it up to date
std::vector<PlanPart> makePartPlans(const Project& project, const Overrides& set, int devices,
                                    const LaunchPlan& whole);

/// Combines what one more device left in a buffer that every device has whole with what there is,
/// element by element. Floats in double and rounded, integers exactly, as their type wraps.
/// \pre both of the same scalar or vector type and size; complex ones for sums alone
void reduceInto(memory::HostArray& total, const memory::HostArray& part, Reduction reduction);

/// Rows of an array that lies whole in its block; shares the block.
memory::HostArray rowsOf(const memory::HostArray& whole, const RowPart& part);

} // namespace warpbench::project
