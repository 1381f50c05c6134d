// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/arrays/summary.h"
#include "core/expression/number.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace warpbench::arrays {

struct IsNan {
    bool operator==(const IsNan&) const = default;
};
struct IsInfinite {
    int sign = 0; ///< 1 or -1; 0: any sign
    bool operator==(const IsInfinite&) const = default;
};
/// Compares with a number converted to the buffer's type: 0.1 equals a float32 that shows 0.1. NaN
/// is only ever unequal.
struct Compared {
    enum class Relation { equal, not_equal, less, less_equal, greater, greater_equal };
    Relation relation = Relation::equal;
    project::Number number;
    bool operator==(const Compared&) const = default;
};
/// Is counted in a given bin of a histogram.
struct IsInBin {
    Bins bins;
    int bin = 0;
    bool operator==(const IsInBin&) const = default;
};

/// The condition to search for in a buffer. Complex numbers are compared by magnitude.
using Condition = std::variant<IsNan, IsInfinite, Compared, IsInBin>;

/// The first component from `begin` on that meets the condition, or the last one before `end`.
/// \param begin, end  components: lane c % lanes of element c / lanes
/// \returns the component; empty if no component in [begin, end) meets the condition
/// \throws Error (project) for structs; (cancelled) soon after the calling thread's
///         CancellationScope was stopped
std::optional<std::int64_t> findComponent(const HostArray& array, const Condition& condition,
                                          std::int64_t begin, std::int64_t end, bool forward);

} // namespace warpbench::arrays
