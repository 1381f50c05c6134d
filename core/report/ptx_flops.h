// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/counters.h"

#include <string_view>
#include <vector>

namespace warpbench::session {

/// The floating-point operations of a launch whose instructions were counted by PTX line.
/// Assumes that several instructions in one line (inline assembly) are executed equally often.
/// \param lines  ascending
Flops flopsOf(const std::vector<PtxLineCounters>& lines, std::string_view ptx);

} // namespace warpbench::session
