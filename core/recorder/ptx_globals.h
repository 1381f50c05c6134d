// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::recorder {

/// A variable of a module in global or constant memory.
struct PtxGlobal {
    std::string name;
    bool isConstant = false;
};

/// Those that a PTX text defines, in its order.
std::vector<PtxGlobal> ptxGlobals(std::string_view text);

} // namespace warpbench::recorder
