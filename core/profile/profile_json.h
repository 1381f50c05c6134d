// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/launch_profile.h"

#include <nlohmann/json.hpp>

#include <utility>

/// Profiles in messages between processes, and in the files of the simulated driver
/// (profile_files.h).
namespace warpbench::estimate {

/// The figures as an array, in the order of wbsim_profile.inc.
inline void to_json(nlohmann::json& json, const ProfileLine& line) {
    json = nlohmann::json::array();
#define WBSIM_PROFILE_FIGURE(figure) json.push_back(line.figure);
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
}

inline void from_json(const nlohmann::json& json, ProfileLine& line) {
    std::size_t at = 0;
#define WBSIM_PROFILE_FIGURE(figure) json.at(at++).get_to(line.figure);
#include "core/simgpu/include/wbsim_profile.inc"
#undef WBSIM_PROFILE_FIGURE
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReuseDistances, sectors, never)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchProfile, kernel, grid, block, cluster, dynamicShared,
                                   lines, reads, writes, rewrites, distinctLines, atomicBytes,
                                   hottestAtomic, warps, mostWork, blockWork, mostBlockWork,
                                   untimed)

} // namespace warpbench::estimate
