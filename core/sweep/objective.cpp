// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/objective.h"

#include "core/base/suggest.h"

#include <algorithm>

namespace warpbench::sweep {

const std::vector<Objective>& objectives() {
    static const std::vector<Objective> known{
        {"time", "ms", false, false, false},
        {"estimated_time", "ms", false, false, false, true},
        {"bytes_per_second", "bytes/s", true, true, false},
        {"flops_per_second", "flops/s", true, true, false},
        {"registers", "", false, false, false, false, true},
        {"spill_bytes", "bytes", false, false, false, false, true},
        {"shared_bytes", "bytes", false, false, false, false, true},
        {"occupancy", "", true, false, false, false, true},
#define WBSIM_COUNTER(member, key, text) {key, "", false, false, true},
#include "core/simgpu/include/wbsim_counters.inc"
#undef WBSIM_COUNTER
    };
    return known;
}

const Objective& findObjective(std::string_view name) {
    const auto& known = objectives();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Objective& o) { return o.name == name; });
    if (found != known.end())
        return *found;
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const Objective& objective : known)
        names.push_back(objective.name);
    throw Error(
        ErrorKind::project,
        ErrorText{"WB2057", "unknown objective \"{objective}\"", {}, {{"objective", name}}}.advised(
            project::suggestion(name, names)));
}

} // namespace warpbench::sweep
