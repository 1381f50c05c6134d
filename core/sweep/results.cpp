// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/results.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/project/project_files.h"
#include "core/sweep/figures.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace warpbench::sweep {

namespace {

using nlohmann::json;

json timeJson(const launch::TimeStatistics& time) {
    return {{"min", time.min},
            {"median", time.median},
            {"mean", time.mean},
            {"p95", time.p95},
            {"stddev", time.stddev},
            {"samples", time.samples},
            {"clock", time.clock},
            {"median_error", time.medianError ? json(*time.medianError) : json(nullptr)}};
}

launch::TimeStatistics timeFrom(const json& value) {
    launch::TimeStatistics time;
    value.at("min").get_to(time.min);
    value.at("median").get_to(time.median);
    value.at("mean").get_to(time.mean);
    value.at("p95").get_to(time.p95);
    value.at("stddev").get_to(time.stddev);
    value.at("samples").get_to(time.samples);
    value.at("clock").get_to(time.clock);
    if (value.contains("median_error") && !value.at("median_error").is_null())
        time.medianError = value.at("median_error").get<double>();
    return time;
}

template <class Value>
json orNull(const std::optional<Value>& value) {
    return value ? json(*value) : json(nullptr);
}

json resourcesJson(const TrialResources& resources) {
    return {{"registers", orNull(resources.registers)},
            {"spill_bytes", orNull(resources.spillBytes)},
            {"shared_bytes", resources.sharedBytes},
            {"occupancy", resources.occupancy},
            {"limiters", resources.limiters}};
}

TrialResources resourcesFrom(const json& value) {
    TrialResources resources;
    if (const json& registers = value.at("registers"); !registers.is_null())
        resources.registers = registers.get<int>();
    if (const json& spills = value.at("spill_bytes"); !spills.is_null())
        resources.spillBytes = spills.get<std::int64_t>();
    value.at("shared_bytes").get_to(resources.sharedBytes);
    value.at("occupancy").get_to(resources.occupancy);
    value.at("limiters").get_to(resources.limiters);
    return resources;
}

json trialJson(const Trial& trial) {
    return {{"set", trial.set},
            {"status", trial.status},
            {"message", trial.message.whole()},
            {"objective", trial.objective ? json(*trial.objective) : json(nullptr)},
            {"time_ms", trial.time ? timeJson(*trial.time) : json(nullptr)},
            {"energy_mj", trial.energyMj ? json(*trial.energyMj) : json(nullptr)},
            {"estimated_ms", trial.estimate ? json{{"ms", trial.estimate->ms},
                                                   {"low", trial.estimate->low},
                                                   {"high", trial.estimate->high}}
                                            : json(nullptr)},
            {"resources", trial.resources ? resourcesJson(*trial.resources) : json(nullptr)},
            {"compile_ms", trial.compileMs},
            {"compile_cached", trial.compileCached},
            {"compiled_by", trial.compiledBy.empty() ? json(nullptr) : json(trial.compiledBy)},
            {"transfer_ms", trial.transferMs},
            {"run_ms", trial.runMs},
            {"device", trial.device}};
}

Trial trialFrom(const json& value) {
    Trial trial;
    value.at("set").get_to(trial.set);
    value.at("status").get_to(trial.status);
    trial.message = value.at("message").get<std::string>();
    if (!value.at("objective").is_null())
        trial.objective = value.at("objective").get<double>();
    if (!value.at("time_ms").is_null())
        trial.time = timeFrom(value.at("time_ms"));
    if (const auto estimate = value.find("estimated_ms");
        estimate != value.end() && !estimate->is_null())
        trial.estimate = {estimate->at("ms").get<double>(), estimate->at("low").get<double>(),
                          estimate->at("high").get<double>()};
    if (const auto energy = value.find("energy_mj"); energy != value.end() && !energy->is_null())
        trial.energyMj = energy->get<double>();
    if (const auto resources = value.find("resources"); // older files have none
        resources != value.end() && !resources->is_null())
        trial.resources = resourcesFrom(*resources);
    value.at("compile_ms").get_to(trial.compileMs);
    value.at("compile_cached").get_to(trial.compileCached);
    if (const auto by = value.find("compiled_by"); by != value.end() && !by->is_null())
        by->get_to(trial.compiledBy); // older files have none
    value.at("transfer_ms").get_to(trial.transferMs);
    value.at("run_ms").get_to(trial.runMs);
    value.at("device").get_to(trial.device);
    return trial;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

/// The shortest text that reads back as the same number; empty without one.
std::string csvNumber(const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
}

} // namespace

json toJson(const SweepResult& result, const Objective& objective) {
    json trials = json::array();
    for (const Trial& trial : result.trials)
        trials.push_back(trialJson(trial));
    return {{"objective", objective.name},
            {"unit", objective.unit.empty() ? json(nullptr) : json(objective.unit)},
            {"larger_is_better", objective.largerIsBetter},
            {"trials", std::move(trials)},
            {"best", result.best ? json(*result.best) : json(nullptr)},
            {"complete", result.complete}};
}

std::string toCsv(const SweepResult& result, const Objective& objective) {
    std::set<std::string> names;
    for (const Trial& trial : result.trials) {
        for (const auto& [name, value] : trial.set)
            names.insert(name);
    }
    std::string text;
    for (const std::string& name : names)
        text += csvField(name) + ",";
    // A figure with a separate column needs no second one.
    const bool isFigure = figureOf(objective) != nullptr;
    text += isFigure ? "status," : "status," + objective.name + ",";
    for (const Figure& figure : figures())
        text += std::string(figure.key) + ",";
    text += "limiters,device,message\n";
    for (const Trial& trial : result.trials) {
        for (const std::string& name : names) {
            const auto value = trial.set.find(name);
            text += (value == trial.set.end() ? "" : csvField(value->second)) + ",";
        }
        text += csvField(trial.status) + ",";
        if (!isFigure)
            text += csvNumber(trial.objective) + ",";
        for (const Figure& figure : figures())
            text += csvNumber(figure.of(trial)) + ",";
        text += csvField(trial.resources ? trial.resources->limiters : "") + "," +
                csvField(trial.device) + "," + csvField(trial.message.whole()) + "\n";
    }
    return text;
}

EarlierSweep readResults(const std::filesystem::path& file) {
    const std::string text = project::readTextFile(file);
    try {
        const json document = json::parse(text);
        if (document.at("format") != "warpbench-sweep" || document.at("version") != 1)
            throw Error(ErrorKind::project,
                        {"WB2058", "this is not a sweep result of a known version",
                         "name the file that an earlier sweep wrote with --out"},
                        Place{utf8(file)});
        EarlierSweep earlier;
        document.at("objective").get_to(earlier.objective);
        earlier.state = document.value("state", "");
        for (const json& trial : document.at("trials"))
            earlier.trials.push_back(trialFrom(trial));
        return earlier;
    } catch (const json::exception&) {
        throw Error(ErrorKind::project,
                    {"WB2059", "this is not a sweep result",
                     "name the JSON file that an earlier sweep wrote with --out"},
                    Place{utf8(file)});
    }
}

} // namespace warpbench::sweep
