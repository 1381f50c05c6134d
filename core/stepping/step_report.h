// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warpbench::session {

/// The details of a state to write besides its location.
struct StepDetails {
    bool warps = false;
    bool lanes = false; ///< variables
    bool shared = false;
    bool registers = false;
};

/// As described in docs/command-line.md.
nlohmann::json toJson(const StepState& state, const StepDetails& details);

/// "lanes 0-15, 31"; "no lane".
std::string lanesText(std::uint32_t mask);

/// The state of a group of lanes, for people: "waits at barrier 0 for warps 1 and 2".
std::string describe(const StepLanes& lanes);

} // namespace warpbench::session
