// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/library_call.h"
#include "core/project/names.h"
#include "core/project/plan.h"

#include <string>
#include <vector>

namespace warpbench::project {

/// A library step with its buffers resolved and all expressions evaluated.
struct LibraryPlan {
    LibraryCall call;
    std::vector<PlannedArgument> args;
    PlannedMetrics metrics; ///< what the function must at least move and compute
};

/// Reads "c = gemm(a, transpose(b))", "y = fft(x)", "z = normal(0, 1)", "y = spmv(offsets, columns,
/// values, x)".
/// \throws Error (project) with its place: an unknown function, buffer or type, incompatible
///         shapes
LibraryPlan planLibrary(const Step& step, const std::vector<PlannedBuffer>& buffers, Names& names,
                        const Place& place);

} // namespace warpbench::project
