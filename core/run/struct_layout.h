// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/compile/compile.h"
#include "core/project/plan.h"
#include "core/report/device_run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::session {

/// The scalar type of a C++ spelling as compilers write it; empty if it is not a scalar.
/// \param size  bytes: "long" has 8 on Linux and 4 on Windows
std::optional<arrays::Scalar> scalarOf(std::string type, std::size_t size);

/// "float scale", for messages.
std::string describe(const compile::Parameter& parameter);
std::string describeAll(const std::vector<compile::Parameter>& parameters);

/// A struct passed by value as the kernel reads it, and the positions of addresses in it.
/// \throws Error (project) naming the member ("lens.at[2]") if its value does not fit its type
DeviceArgument layOutStruct(const project::PlannedStruct& from, const compile::Parameter& parameter,
                            const Place& place);

} // namespace warpbench::session
