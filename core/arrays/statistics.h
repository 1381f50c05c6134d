// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/summary.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::arrays {

/// A run's report on a buffer's values. Each lane of a vector counts as one value.
struct Statistics {
    std::optional<double> min, max, mean; ///< of the finite values; empty if there are none, and
                                          ///< for complex numbers and structs
    std::optional<std::int64_t> nan, inf; ///< number of values; empty for structs
    /// min and max in full, if they are integers that a double may not represent exactly (from 2^53
    /// on); otherwise empty.
    std::string exactMin, exactMax;
};

/// \param summary  for an array of this type; ignored for structs, which have no summary
Statistics statisticsOf(const Summary& summary, const DType& dtype);

/// Makes one pass over the array.
/// \throws Error (cancelled) soon after the calling thread's CancellationScope was stopped
Statistics statisticsOf(const HostArray& array);

} // namespace warpbench::arrays
