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

json mixJson(const WorkCounters& counters) {
    json mix = json::object(); // of the existing classes
    for (std::size_t c = 0; c < kClasses.size(); ++c) {
        if (counters.mix[c])
            mix[kClasses[c]] = integer(counters.mix[c]);
    }
    return mix;
}

/// A line's instructions are its executions.
const char* lineKey(const CounterField& field) {
    if (field.member == &WorkCounters::warpInstructions)
        return "executions";
    return field.member == &WorkCounters::threadInstructions ? "thread_executions" : field.key;
}

json lineJson(const LineCounters& line) {
    json one = {{"line", line.line}, {"mix", mixJson(line)}};
    for (const CounterField& field : kCounterFields)
        one[lineKey(field)] = integer(line.*field.member);
    return one;
}

json simulatedJson(const Counters& counters) {
    json lines = json::array();
    for (const LineCounters& line : counters.lines)
        lines.push_back(lineJson(line));
    json activeLanes = json::array();
    for (std::size_t lanes = 1; lanes < counters.activeLanes.size(); ++lanes)
        activeLanes.push_back(integer(counters.activeLanes[lanes]));
    json all = {{"source", "simulated"},
                {"active_lanes", std::move(activeLanes)},
                {"lines", std::move(lines)},
                {"mix", mixJson(counters)}};
    for (const CounterField& field : kCounterFields)
        all[field.key] = integer(counters.*field.member);
    return all;
}

/// A figure counted by the GPU: an integer if it is a count.
json figureJson(const cuda::HardwareFigureRow& row, const std::optional<double>& value) {
    if (!value)
        return nullptr;
    const bool whole = row.group == cuda::HardwareGroup::count;
    return whole ? integer(std::uint64_t(std::llround(*value))) : number(*value);
}

/// Counters of both kinds have the same keys. Those that hardware cannot count are null.
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
