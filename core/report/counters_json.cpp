// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/counters_json.h"

#include "core/report/json_values.h"

#include <array>
#include <cmath>

namespace warpbench::session {

using nlohmann::json;

namespace {

/// Names of the classes of wbsimClass, in its order.
constexpr std::array<const char*, 12> kClasses = {"integer",    "float32",  "float64", "half",
                                                  "conversion", "memory",   "atomic",  "branch",
                                                  "barrier",    "warpwide", "matrix",  "other"};

/// Adds what a launch and a line have alike; the mix has the classes that occur.
void addDetails(json& to, const CounterDetails& details) {
    to["branches"] = integer(details.branches);
    to["global_accesses"] = integer(details.globalAccesses);
    to["global_bytes_loaded"] = integer(details.bytesLoaded);
    to["global_bytes_stored"] = integer(details.bytesStored);
    to["shared_accesses"] = integer(details.sharedAccesses);
    to["shared_bytes_loaded"] = integer(details.sharedBytesLoaded);
    to["shared_bytes_stored"] = integer(details.sharedBytesStored);
    to["local_bytes_loaded"] = integer(details.localBytesLoaded);
    to["local_bytes_stored"] = integer(details.localBytesStored);
    to["atomics"] = integer(details.atomics);
    to["atomic_conflicts"] = integer(details.atomicConflicts);
    to["barriers"] = integer(details.barriers);
    json mix = json::object();
    for (std::size_t c = 0; c < kClasses.size(); ++c) {
        if (details.mix[c])
            mix[kClasses[c]] = integer(details.mix[c]);
    }
    to["mix"] = std::move(mix);
}

json simulatedJson(const Counters& counters) {
    json lines = json::array();
    for (const LineCounters& line : counters.lines) {
        json one = {{"line", line.line},
                    {"executions", integer(line.executions)},
                    {"thread_executions", integer(line.threadExecutions)},
                    {"divergent_branches", integer(line.divergentBranches)},
                    {"global_sectors", integer(line.globalSectors)},
                    {"ideal_global_sectors", integer(line.idealGlobalSectors)},
                    {"shared_bank_conflicts", integer(line.sharedBankConflicts)}};
        addDetails(one, line.details);
        lines.push_back(std::move(one));
    }
    json activeLanes = json::array();
    for (std::size_t lanes = 1; lanes < counters.activeLanes.size(); ++lanes)
        activeLanes.push_back(integer(counters.activeLanes[lanes]));
    json all = {{"source", "simulated"},
                {"warp_instructions", integer(counters.warpInstructions)},
                {"thread_instructions", integer(counters.threadInstructions)},
                {"divergent_branches", integer(counters.divergentBranches)},
                {"global_sectors", integer(counters.globalSectors)},
                {"ideal_global_sectors", integer(counters.idealGlobalSectors)},
                {"shared_bank_conflicts", integer(counters.sharedBankConflicts)},
                {"active_lanes", std::move(activeLanes)},
                {"lines", std::move(lines)}};
    addDetails(all, counters.details);
    return all;
}

/// A figure that the GPU counted: whole where it is a count.
json figureJson(const cuda::HardwareFigureRow& row, const std::optional<double>& value) {
    if (!value)
        return nullptr;
    const bool whole = row.group == cuda::HardwareGroup::count;
    return whole ? integer(std::uint64_t(std::llround(*value))) : number(*value);
}

/// What both kinds of counters have stands at the same place. What hardware cannot count is null.
json hardwareJson(const cuda::HardwareFigures& figures) {
    json all = {{"source", "cupti"}, {"lines", json::array()}};
    for (const char* key :
         {"ideal_global_sectors", "active_lanes", "mix", "atomics", "atomic_conflicts", "barriers"})
        all[key] = nullptr;
    json hardware = {{"passes", figures.passes}};
    json stalls = json::object();
    for (const cuda::HardwareFigureRow& row : cuda::hardwareFigureRows()) {
        json& to = row.group == cuda::HardwareGroup::count   ? all
                   : row.group == cuda::HardwareGroup::stall ? stalls
                                                             : hardware;
        to[row.key] = figureJson(row, figures[row.figure]);
    }
    hardware["stalls"] = std::move(stalls);
    all["hardware"] = std::move(hardware);
    return all;
}

} // namespace

json countersJson(const LaunchReport& launch) {
    if (launch.counters)
        return simulatedJson(*launch.counters);
    return launch.hardware ? hardwareJson(*launch.hardware) : json(nullptr);
}

} // namespace warpbench::session
