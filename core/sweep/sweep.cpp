// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep.h"

#include "core/project/project_files.h"
#include "core/project/suggest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

namespace warpbench::sweep {

namespace {

using nlohmann::json;

/// The point of a trial's values; empty where the project's sweep has changed since.
std::optional<Point> pointOf(const Space& space, const project::Overrides& set) {
    Point point;
    for (const Space::Dimension& dimension : space.dimensions()) {
        const auto value = set.find(dimension.name);
        if (value == set.end()) {
            return std::nullopt;
        }
        const auto found =
            std::find(dimension.values.begin(), dimension.values.end(), value->second);
        if (found == dimension.values.end()) {
            return std::nullopt;
        }
        point.push_back(std::size_t(found - dimension.values.begin()));
    }
    return set.size() == point.size() ? std::optional(point) : std::nullopt;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace

Budget parseBudget(const std::string& text) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(result.ptr, text.data() + text.size());
    Budget budget;
    if (result.ec == std::errc() && value > 0 && value < 1e9) {
        if (unit.empty() && value == double(std::size_t(value))) {
            budget.trials = std::size_t(value);
            return budget;
        }
        for (const auto& [name, seconds] :
             {std::pair<const char*, double>{"s", 1}, {"m", 60}, {"h", 3600}}) {
            if (unit == name) {
                budget.seconds = value * seconds;
                return budget;
            }
        }
    }
    throw Error(ErrorKind::usage, "'" + text + "' is no budget",
                "give a number of trials (50) or a time (30s, 5m, 1h)");
}

bool largerIsBetter(const std::string& objective) {
    static const std::vector<std::string> known{"time", "bytes_per_second", "flops_per_second"};
    if (std::find(known.begin(), known.end(), objective) == known.end()) {
        throw Error(ErrorKind::project, "there is no objective '" + objective + "'",
                    project::suggestion(objective, known));
    }
    return objective != "time";
}

SweepResult runSweep(const Space& space, Searcher& searcher, const Budget& budget,
                     const std::string& objective, std::vector<Trial> earlier,
                     const std::function<Trial(const project::Overrides&)>& measure,
                     const std::function<bool(const Trial&)>& keepGoing) {
    const double sign = largerIsBetter(objective) ? -1 : 1;
    const auto cost = [&](const Trial& trial) -> std::optional<double> {
        if (trial.status != "ok" || !trial.objective) {
            return std::nullopt;
        }
        return sign * *trial.objective;
    };
    SweepResult result;
    const auto keep = [&](Trial trial) {
        const auto now = cost(trial);
        if (now && (!result.best || *now < *cost(result.trials[*result.best]))) {
            result.best = result.trials.size();
        }
        result.trials.push_back(std::move(trial));
    };
    for (Trial& trial : earlier) {
        if (const auto point = pointOf(space, trial.set)) {
            searcher.report(*point, cost(trial));
            keep(std::move(trial));
        }
    }
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t tried = 0; budget.trials == 0 || tried < budget.trials; ++tried) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        if (budget.seconds > 0 && spent.count() >= budget.seconds) {
            return result;
        }
        const std::optional<Point> point = searcher.next();
        if (!point) {
            result.complete = true;
            return result;
        }
        Trial trial = measure(space.overrides(*point));
        trial.set = space.overrides(*point);
        searcher.report(*point, cost(trial));
        keep(std::move(trial));
        if (keepGoing && !keepGoing(result.trials.back())) {
            return result;
        }
    }
    return result;
}

json toJson(const SweepResult& result, const std::string& objective) {
    json trials = json::array();
    for (const Trial& trial : result.trials) {
        trials.push_back({{"set", trial.set},
                          {"status", trial.status},
                          {"message", trial.message},
                          {"objective", trial.objective ? json(*trial.objective) : json(nullptr)},
                          {"compile_ms", trial.compileMs},
                          {"run_ms", trial.runMs}});
    }
    return {{"format", "warpbench-sweep"},
            {"version", 1},
            {"objective", objective},
            {"trials", std::move(trials)},
            {"best", result.best ? json(*result.best) : json(nullptr)},
            {"complete", result.complete}};
}

std::string toCsv(const SweepResult& result, const std::string& objective) {
    std::set<std::string> names;
    for (const Trial& trial : result.trials) {
        for (const auto& [name, value] : trial.set) {
            names.insert(name);
        }
    }
    std::string text;
    for (const std::string& name : names) {
        text += csvField(name) + ",";
    }
    text += "status," + csvField(objective) + ",compile_ms,run_ms,message\n";
    for (const Trial& trial : result.trials) {
        for (const std::string& name : names) {
            const auto value = trial.set.find(name);
            text += (value == trial.set.end() ? "" : csvField(value->second)) + ",";
        }
        text += csvField(trial.status) + "," +
                (trial.objective ? project::toString(project::Number(*trial.objective)) : "") +
                "," + project::toString(project::Number(trial.compileMs)) + "," +
                project::toString(project::Number(trial.runMs)) + "," + csvField(trial.message) +
                "\n";
    }
    return text;
}

std::vector<Trial> readTrials(const std::filesystem::path& file) {
    const std::string text = project::readTextFile(file);
    try {
        const json document = json::parse(text);
        if (document.at("format") != "warpbench-sweep" || document.at("version") != 1) {
            throw Error(ErrorKind::project, "this is no sweep result of a known version",
                        "name the file that an earlier sweep wrote with --out",
                        Place{file.string()});
        }
        std::vector<Trial> trials;
        for (const json& item : document.at("trials")) {
            Trial trial;
            trial.set = item.at("set").get<project::Overrides>();
            trial.status = item.at("status").get<std::string>();
            trial.message = item.at("message").get<std::string>();
            if (!item.at("objective").is_null()) {
                trial.objective = item.at("objective").get<double>();
            }
            trial.compileMs = item.at("compile_ms").get<double>();
            trial.runMs = item.at("run_ms").get<double>();
            trials.push_back(std::move(trial));
        }
        return trials;
    } catch (const json::exception&) {
        throw Error(ErrorKind::project, "this is no sweep result",
                    "name the JSON file that an earlier sweep wrote with --out",
                    Place{file.string()});
    }
}

} // namespace warpbench::sweep
