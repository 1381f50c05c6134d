// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/summary.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::memory {

/// What a run reports of a buffer's values. Lanes of vector types are counted as their own values.
struct Statistics {
    std::optional<double> min, max, mean; ///< of the finite values; empty where there are none, and
                                          ///< for complex numbers and structs
    std::optional<std::int64_t> nan, inf; ///< how many; empty for structs
    /// min and max in full, where they are integers of which a double has no longer every one (from
    /// 2^53 on); else empty.
    std::string exactMin, exactMax;
};

/// \param summary  of an array of the type; of structs there is none, and it may be a default one
Statistics statisticsOf(const Summary& summary, const DType& dtype);

/// One pass over the array.
/// \throws Error (cancelled) soon after the calling thread's CancellationScope was stopped
Statistics statisticsOf(const HostArray& array);

} // namespace warpbench::memory
