// SPDX-License-Identifier: GPL-3.0-or-later
// run --against REPORT.json: has it become slower?
#include "app/warpbench-cli/against.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warpbench::cli {

using nlohmann::json;

namespace {

/// One time of a launch, and its uncertainty.
struct Time {
    double ms = 0;
    double error = 0;
};

std::optional<Time> timeOf(const json& launch, bool estimated) {
    const json& from = launch.value(estimated ? "estimate" : "time_ms", json());
    const char* key = estimated ? "ms" : "median";
    if (!from.is_object() || !from.contains(key) || !from[key].is_number())
        return std::nullopt;
    const double ms = from[key].get<double>();
    const json error = from.value("median_error", json()); // relative
    return Time{ms, error.is_number() ? error.get<double>() * ms : 0};
}

std::string deviceOf(const json& report) {
    const json device = report.value("device", json());
    return device.is_object() ? device.value("name", std::string()) : std::string();
}

/// A report's launches by kernel and by how many launches of that kernel came before.
std::map<std::pair<std::string, int>, const json*> byKernel(const json& report) {
    std::map<std::pair<std::string, int>, const json*> launches;
    std::map<std::string, int> counts;
    for (const json& launch : report.at("launches")) {
        const std::string kernel = launch.value("kernel", std::string());
        launches[{kernel, counts[kernel]++}] = &launch;
    }
    return launches;
}

/// Of a simulated device the estimated times count, of a real one the measured ones.
bool isSimulated(const json& report) {
    const json device = report.value("device", json());
    return !device.is_object() || device.value("simulated", true);
}

LaunchChange changeOf(const std::string& kernel, const json& before, const json& now,
                      double tolerance, bool simulated) {
    LaunchChange change{kernel, false, {}, {}, false};
    change.estimated = simulated && timeOf(now, true) && timeOf(before, true);
    const std::optional<Time> then = timeOf(before, change.estimated);
    const std::optional<Time> here = timeOf(now, change.estimated);
    if (then)
        change.before = then->ms;
    if (here)
        change.now = here->ms;
    change.isWorse = then && here && here->ms > then->ms * (1 + tolerance) &&
                     here->ms - here->error > then->ms + then->error;
    return change;
}

} // namespace

bool RunChange::isWorse() const {
    return std::any_of(launches.begin(), launches.end(),
                       [](const LaunchChange& launch) { return launch.isWorse; });
}

json readReport(const std::string& file) {
    json report =
        json::parse(platform::readFile(pathFromUtf8(file), ErrorKind::usage), nullptr, false);
    if (!report.is_object() || report.value("format", std::string()) != "warpbench-run" ||
        !report.contains("launches") || !report["launches"].is_array())
        throw Error(ErrorKind::usage,
                    {"WB3000", "the file is not a report of a run",
                     "write one with warpbench-cli run … --json > FILE"},
                    Place{file, 0, 0});
    return report;
}

void requireSameDevice(const json& before, const std::string& device) {
    const std::string then = deviceOf(before);
    if (!then.empty() && !device.empty() && then != device)
        throw Error(ErrorKind::usage, {"WB3001",
                                       "the earlier run was on {before}, but this one is on {now}",
                                       "compare runs on one kind of device: name it with --device",
                                       {{"before", then}, {"now", device}}});
}

RunChange compareRuns(const json& before, const json& now, double tolerance) {
    requireSameDevice(before, deviceOf(now)); // the chosen device may have failed to give a context
    RunChange change{{}, tolerance};
    auto known = byKernel(before);
    std::map<std::string, int> counts;
    for (const json& launch : now.at("launches")) {
        const std::string kernel = launch.value("kernel", std::string());
        const auto found = known.find({kernel, counts[kernel]++});
        change.launches.push_back(changeOf(kernel,
                                           found == known.end() ? json::object() : *found->second,
                                           launch, tolerance, isSimulated(now)));
        if (found != known.end())
            known.erase(found);
    }
    for (const auto& [name, launch] : known) // not launched in the new run
        change.launches.push_back(
            changeOf(name.first, *launch, json::object(), tolerance, isSimulated(now)));
    return change;
}

json toJson(const RunChange& change) {
    json launches = json::array();
    for (const LaunchChange& launch : change.launches)
        launches.push_back({{"kernel", launch.kernel},
                            {"estimated", launch.estimated},
                            {"before_ms", launch.before ? json(*launch.before) : json(nullptr)},
                            {"now_ms", launch.now ? json(*launch.now) : json(nullptr)},
                            {"worse", launch.isWorse}});
    return {{"tolerance", change.tolerance},
            {"worse", change.isWorse()},
            {"launches", std::move(launches)}};
}

void print(Console& console, const RunChange& change) {
    Table table{{"kernel", "before", "now", "change", ""}, {}};
    bool estimated = false;
    for (const LaunchChange& launch : change.launches) {
        estimated = estimated || launch.estimated;
        const bool both = launch.before && launch.now && *launch.before > 0;
        table.rows.push_back(
            {launch.kernel, launch.before ? timeText(*launch.before) : "-",
             launch.now ? timeText(*launch.now) : "-",
             both ? fmt::format("{:+.1f} %", (*launch.now / *launch.before - 1) * 100) : "-",
             launch.isWorse ? "slower" : ""});
    }
    console.table(table);
    console.line(fmt::format("Against the earlier run: {}{}.",
                             change.isWorse() ? "slower" : "not slower",
                             estimated ? ", by estimated times" : ""));
    console.line();
}

} // namespace warpbench::cli
