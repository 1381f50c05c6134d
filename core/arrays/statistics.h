// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace warpbench::memory {

/// What a buffer's values are like. Lanes of vector types are counted as their own values.
struct Statistics {
    std::optional<double> min, max, mean; ///< of the finite values; empty where there are none, and
                                          ///< for complex numbers and structs
    std::optional<std::int64_t> nan, inf; ///< how many; empty for structs
    /// min and max in full, where they are integers of which a double has no longer every one (from
    /// 2^53 on); else empty.
    std::string exactMin, exactMax;
};

/// One pass over the array. A complex number counts as nan or inf where either part is.
/// \throws Error (cancelled) soon after a stop was requested
Statistics statisticsOf(const HostArray& array, const std::stop_token& stop = {});

/// Of two arrays of one dtype, one behind the other: as one pass over both, but for the mean's last
/// bits.
/// \param valuesA, valuesB  how many each has, lanes counted one by one; those of no values may be
///                          without figures
Statistics joined(const Statistics& a, std::int64_t valuesA, const Statistics& b,
                  std::int64_t valuesB);

} // namespace warpbench::memory
