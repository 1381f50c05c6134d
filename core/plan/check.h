// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/plan/element_set.h"
#include "core/project/plan.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::project {

/// The contents of a buffer of the plan, by its index.
using ArraySource = std::function<arrays::HostArray(std::size_t buffer)>;

struct CheckResult {
    bool passed = false;
    std::int64_t mismatches = 0; ///< elements, or lanes of vector types
    double maxAbsError = 0;      ///< over all elements for which both sides are finite
    double maxRelError = 0;      ///< |got − want| / |want|, if want is not 0
    struct Mismatch {
        std::vector<std::int64_t> index; ///< outermost first, with a vector's lane last
        std::string got;
        std::string want;
    };
    std::optional<Mismatch> firstMismatch;
    std::shared_ptr<const ElementSet> wrong; ///< null if none is wrong
};

/// Compares a buffer after the check pass with its `expect`.
/// Passed if |got − want| ≤ atol + rtol·|want|; integers must be equal; `exact` compares bits,
/// but any NaN equals any NaN (unless equal_nan is off).
/// The values of an element-wise expression are computed piece by piece and never stored.
/// \param initial  the buffers before the first launch; called only for those that are needed
/// \param after    the buffers after the check pass
/// \throws Error (project) if the check itself is wrong: unknown function, shapes that do not
///         fit, an unreadable file
CheckResult checkBuffer(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                        const ArraySource& initial, const ArraySource& after);

/// Writes the expected contents of the buffer, in its own dtype and shape (complex and real
/// references are rounded to it), for the window's "expected" column. Element-wise expressions need
/// no further memory.
/// \param want  an array of the buffer's dtype and shape
void writeExpected(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                   const ArraySource& initial, const ArraySource& after, arrays::HostArray& want);

/// Compares two arrays of the same dtype and size by the rules of checkBuffer, using only the
/// tolerances of `expect`. Structs must be equal in every field.
CheckResult compareArrays(const arrays::HostArray& got, const arrays::HostArray& want,
                          const PlannedExpect& expect);

} // namespace warpbench::project
