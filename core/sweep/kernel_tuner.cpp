// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/kernel_tuner.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/sweep/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warpbench::sweep {

namespace {

/// Keys in the order in which they are added: Kernel Tuner appends after `cache`.
using Json = nlohmann::ordered_json;

constexpr const char* kCacheVersion = "1.1.0";
constexpr const char* kT4Version = "1.0.0";

// ---- values ----

/// A number, if its text is the one that both programs write for it; else the text.
Json valueJson(const std::string& text) {
    std::int64_t integer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (error == std::errc() && fmt::format("{}", integer) == text)
        return integer;
    const std::optional<double> number = numberOf(text);
    return number && fmt::format("{}", *number) == text ? Json(*number) : Json(text);
}

std::string textOf(const Json& value) {
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_boolean())
        return value.get<bool>() ? "1" : "0";
    return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

bool isSame(const std::string& left, const std::string& right) {
    if (left == right)
        return true;
    const auto a = numberOf(left);
    return a && a == numberOf(right);
}

void addValues(Json& entry, const Trial& trial, const TuningHeader& header) {
    for (const Space::Dimension& parameter : header.parameters)
        if (const auto value = trial.set.find(parameter.name); value != trial.set.end())
            entry[parameter.name] = valueJson(value->second);
}

/// ms; of the estimate, if that is the objective.
std::optional<double> timeOf(const Trial& trial, const Objective& objective) {
    if (objective.isEstimate)
        return trial.estimate ? std::optional(trial.estimate->ms) : std::nullopt;
    return trial.time ? std::optional(trial.time->median) : std::nullopt;
}

// ---- statuses ----

struct StatusWords {
    const char* status; ///< Trial::status
    const char* error;  ///< of a cache; null: it has a time
    const char* t4;     ///< T4's invalidity
};
/// The first entry with an error's word is its meaning in a cache written by Kernel Tuner itself.
constexpr std::array<StatusWords, 8> kStatuses = {{
    {"ok", nullptr, "correct"},
    {"compile_error", "CompilationFailedConfig", "compile"},
    {"device_error", "RuntimeFailedConfig", "runtime"},
    {"invalid", "InvalidConfig", "constraints"},
    {"expect_failed", "RuntimeFailedConfig", "correctness"},
    {"fault", "RuntimeFailedConfig", "runtime"},
    {"timeout", "RuntimeFailedConfig", "timeout"},
    {"cancelled", "RuntimeFailedConfig", "runtime"},
}};

const StatusWords& wordsOf(const std::string& status) {
    const auto found =
        std::find_if(kStatuses.begin(), kStatuses.end(),
                     [&](const StatusWords& words) { return status == words.status; });
    return found == kStatuses.end() ? kStatuses[2] : *found;
}

bool hasResult(const Trial& trial) {
    return trial.status == "ok" && trial.objective;
}

std::string statusOfError(const std::string& error) {
    for (const StatusWords& words : kStatuses)
        if (words.error && error == words.error)
            return words.status;
    return error == "ErrorConfig" ? "device_error" : std::string();
}

std::string textOfFile(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// ---- out ----

Json entryOf(const Trial& trial, const Objective& objective, const TuningHeader& header) {
    Json entry = Json::object();
    addValues(entry, trial, header);
    const std::optional<double> time = timeOf(trial, objective);
    if (hasResult(trial) && time) {
        entry["time"] = *time;
        if (objective.isEstimate) {
            entry["estimated_low"] = trial.estimate->low;
            entry["estimated_high"] = trial.estimate->high;
        } else if (objective.isRate) {
            entry[objective.name] = *trial.objective;
        }
    } else {
        const char* error = wordsOf(trial.status).error;
        entry["time"] = error ? error : "RuntimeFailedConfig";
        entry["status"] = trial.status;
        entry["message"] = trial.message.whole();
    }
    entry["compile_time"] = trial.compileMs;
    entry["verification_time"] = 0;
    entry["benchmark_time"] = trial.runMs;
    entry["strategy_time"] = 0;
    entry["framework_time"] = 0;
    entry["timestamp"] = header.timestamp;
    return entry;
}

/// As Kernel Tuner computes it from the values.
std::string keyOf(const Trial& trial, const TuningHeader& header) {
    std::vector<std::string> values;
    for (const Space::Dimension& parameter : header.parameters)
        if (const auto value = trial.set.find(parameter.name); value != trial.set.end())
            values.push_back(textOf(valueJson(value->second)));
    return fmt::format("{}", fmt::join(values, ","));
}

Json t4ResultOf(const Trial& trial, const Objective& objective, const TuningHeader& header) {
    Json configuration = Json::object();
    addValues(configuration, trial, header);
    Json measurements = Json::array();
    const auto add = [&](const std::string& name, double value, const std::string& unit) {
        measurements.push_back({{"name", name}, {"value", value}, {"unit", unit}});
    };
    if (trial.time)
        add("time", trial.time->median, "ms");
    if (trial.estimate) {
        add("estimated_time", trial.estimate->ms, "ms");
        add("estimated_time_low", trial.estimate->low, "ms");
        add("estimated_time_high", trial.estimate->high, "ms");
    }
    if (trial.objective && objective.name != "time" && objective.name != "estimated_time")
        add(objective.name, *trial.objective, objective.unit);
    Json result = {{"timestamp", header.timestamp},
                   {"configuration", std::move(configuration)},
                   {"objectives", {objective.name}},
                   {"times",
                    {{"compilation_time", trial.compileMs},
                     {"benchmark", trial.runMs},
                     {"runtimes", trial.time ? trial.time->values : std::vector<double>()},
                     {"framework", 0},
                     {"search_algorithm", 0},
                     {"validation", 0}}},
                   {"invalidity", wordsOf(trial.status).t4},
                   {"correctness", trial.status == "ok" ? 1 : 0},
                   {"measurements", std::move(measurements)}};
    if (!trial.message.empty())
        result["message"] = trial.message.whole();
    return result;
}

// ---- in ----

/// Kernel Tuner writes the closing brackets when it ends.
Json parsed(std::string text) {
    Json document = Json::parse(text, nullptr, false);
    if (!document.is_discarded())
        return document;
    while (!text.empty() &&
           (std::isspace(static_cast<unsigned char>(text.back())) != 0 || text.back() == ','))
        text.pop_back();
    return Json::parse(text + "}}", nullptr, false);
}

bool isCacheDocument(const Json& document) {
    const auto has = [&](const char* key, bool (*fits)(const Json&)) {
        const auto found = document.find(key);
        return found != document.end() && fits(*found);
    };
    return document.is_object() && has("cache", [](const Json& one) { return one.is_object(); }) &&
           has("tune_params_keys", [](const Json& one) { return one.is_array(); });
}

constexpr const char* kNameACache = "name a cache that Kernel Tuner or a sweep has written";

class CacheReader {
  public:
    CacheReader(const Json& document, const std::filesystem::path& file, const Space& space,
                const std::string& wanted)
        : m_document(document)
        , m_file(file)
        , m_space(space)
        , m_wanted(wanted) {}

    CachedTrials read() {
        requireNames();
        CachedTrials cached;
        cached.device = m_document.value("device_name", std::string());
        m_isEstimate = objective() == "estimated_time";
        const bool wantsEstimate = m_wanted == "estimated_time";
        cached.sweep.objective = m_isEstimate    ? "estimated_time"
                                 : wantsEstimate ? "time"
                                                 : m_wanted;
        for (const auto& [key, entry] : m_document["cache"].items()) {
            if (!entry.is_object())
                fail({"WB2050",
                      "the entry \"{entry}\" is not an object",
                      kNameACache,
                      {{"entry", key}}});
            cached.sweep.trials.push_back(trialOf(key, entry));
            cached.sweep.trials.back().device = cached.device;
        }
        return cached;
    }

  private:
    [[noreturn]] void fail(ErrorText said) const {
        throw Error(ErrorKind::project, std::move(said), Place{utf8(m_file), 0, 0});
    }

    /// One text; in a list, as newer versions write it, the first.
    std::string objective() const {
        const Json& given = m_document.value("objective", Json("time"));
        const Json& first = given.is_array() && !given.empty() ? given.front() : given;
        return first.is_string() ? first.get<std::string>() : "time";
    }

    void requireNames() const {
        std::vector<std::string> names;
        for (const Json& name : m_document["tune_params_keys"])
            names.push_back(textOf(name));
        for (const Space::Dimension& dimension : m_space.dimensions())
            if (std::find(names.begin(), names.end(), dimension.name) == names.end())
                fail({"WB2051",
                      "the sweep tries {name}, but the cache has only {names}",
                      "name a cache with the sweep's parameters",
                      {{"name", dimension.name},
                       {"names", fmt::format("{}", fmt::join(names, ", "))}}});
        const Json values = m_document.value("tune_params", Json::object());
        for (const std::string& name : names) {
            const bool isKnown =
                std::any_of(m_space.dimensions().begin(), m_space.dimensions().end(),
                            [&](const Space::Dimension& one) { return one.name == name; });
            const auto list = values.is_object() ? values.find(name) : values.end();
            const bool isFixed = list != values.end() && list->is_array() && list->size() == 1;
            if (!isKnown && !isFixed)
                fail({"WB2052",
                      "the cache has several values of {name}, which the sweep does not try",
                      "add {name} to the sweep",
                      {{"name", name}}});
        }
    }

    Trial trialOf(const std::string& key, const Json& entry) const {
        Trial trial;
        for (const Space::Dimension& dimension : m_space.dimensions()) {
            const auto value = entry.find(dimension.name);
            if (value == entry.end())
                fail({"WB2053",
                      "the entry \"{entry}\" has no {name}",
                      kNameACache,
                      {{"entry", key}, {"name", dimension.name}}});
            std::string text = textOf(*value);
            for (const std::string& known : dimension.values)
                if (isSame(text, known))
                    text = known;
            trial.set[dimension.name] = std::move(text);
        }
        trial.compileMs = numberOf(entry, "compile_time").value_or(0);
        trial.runMs = numberOf(entry, "benchmark_time").value_or(0);
        std::string status;
        for (const auto& [name, value] : entry.items())
            if (value.is_string() && status.empty())
                status = statusOfError(value.get<std::string>());
        if (status.empty()) {
            readTimes(key, entry, trial);
        } else {
            trial.status = entry.value("status", status);
            trial.message = entry.value("message", std::string("Kernel Tuner had no result"));
        }
        return trial;
    }

    void readTimes(const std::string& key, const Json& entry, Trial& trial) const {
        const std::optional<double> time = numberOf(entry, "time");
        if (!time)
            fail({"WB2054", "the entry \"{entry}\" has no time", kNameACache, {{"entry", key}}});
        if (m_isEstimate) {
            trial.estimate = {*time, numberOf(entry, "estimated_low").value_or(*time),
                              numberOf(entry, "estimated_high").value_or(*time)};
            trial.objective = time;
            return;
        }
        std::vector<double> samples;
        if (const auto times = entry.find("times"); times != entry.end() && times->is_array())
            for (const Json& one : *times)
                if (one.is_number())
                    samples.push_back(one.get<double>());
        trial.time = launch::summarize(samples.empty() ? std::vector{*time} : std::move(samples),
                                       "gpu-event");
        trial.time->values.clear();
        trial.objective = m_wanted == "time" || m_wanted == "estimated_time"
                              ? trial.time->median
                              : numberOf(entry, m_wanted.c_str());
        if (!trial.objective)
            fail({"WB2055",
                  "the entry \"{entry}\" has no {name}, which the sweep compares",
                  kNameACache,
                  {{"entry", key}, {"name", m_wanted}}});
    }

    static std::optional<double> numberOf(const Json& entry, const char* key) {
        const auto found = entry.find(key);
        return found != entry.end() && found->is_number() ? std::optional(found->get<double>())
                                                          : std::nullopt;
    }

    const Json& m_document;
    const std::filesystem::path& m_file;
    const Space& m_space;
    const std::string& m_wanted;
    bool m_isEstimate = false;
};

} // namespace

bool fitsCache(const Objective& objective) {
    return objective.name == "time" ||
           (!objective.formula && (objective.isEstimate || objective.isRate));
}

std::string toCache(const SweepResult& result, const Objective& objective,
                    const TuningHeader& header) {
    Json names = Json::array(), values = Json::object(), cache = Json::object();
    for (const Space::Dimension& parameter : header.parameters) {
        names.push_back(parameter.name);
        Json& list = values[parameter.name] = Json::array();
        for (const std::string& value : parameter.values)
            list.push_back(valueJson(value));
    }
    for (const Trial& trial : result.trials)
        cache[keyOf(trial, header)] = entryOf(trial, objective, header);
    return textOfFile({{"schema_version", kCacheVersion},
                       {"device_name", header.device},
                       {"kernel_name", header.kernel},
                       {"problem_size", header.problemSize},
                       {"tune_params_keys", std::move(names)},
                       {"tune_params", std::move(values)},
                       {"objective", objective.name},
                       {"cache", std::move(cache)}});
}

std::string toT4(const SweepResult& result, const Objective& objective,
                 const TuningHeader& header) {
    Json results = Json::array();
    for (const Trial& trial : result.trials)
        results.push_back(t4ResultOf(trial, objective, header));
    return textOfFile({{"schema_version", kT4Version}, {"results", std::move(results)}});
}

bool isCache(const std::string& text) {
    return isCacheDocument(parsed(text));
}

CachedTrials readCache(const std::string& text, const std::filesystem::path& file,
                       const Space& space, const std::string& wanted) {
    const Json document = parsed(text);
    if (!isCacheDocument(document))
        throw Error(ErrorKind::project, {"WB2056", "this is not a Kernel Tuner cache", kNameACache},
                    Place{utf8(file), 0, 0});
    return CacheReader(document, file, space, wanted).read();
}

} // namespace warpbench::sweep
