// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/on_ranks.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/plan/evaluate.h"
#include "core/platform/files.h"
#include "core/project/project_files.h"
#include "core/run/device_preference.h"
#include "core/session/sweep_files.h"
#include "core/sweep/searcher.h"
#include "core/sweep/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace warpbench::cli {

namespace {

/// Number of rows in the table of results.
constexpr std::size_t kShownTrials = 20;

/// Whether --resume can read the file.
bool canResume(const std::string& file) {
    return !file.empty() && session::canBeRead(session::sweepFormatOf(pathFromUtf8(file)));
}

void checkOut(const SweepOptions& options) {
    const std::filesystem::path out = pathFromUtf8(options.out);
    if (!options.out.empty() && session::sweepFormatOf(out) == session::SweepFormat::json &&
        out.extension() != ".json")
        throw Error(ErrorKind::usage, {"WB3092",
                                       "\"--out {file}\" ends neither in .json nor in .csv",
                                       "give the file one of these endings",
                                       {{"file", options.out}}});
    if (!options.out.empty())
        platform::requireReplaceable(out, ErrorKind::usage);
    if (options.resume && !canResume(options.out))
        throw Error(ErrorKind::usage,
                    {"WB3093", "--resume continues the JSON file that --out names",
                     "give --out FILE.json or FILE.kt.json as well"});
}

Error notOver(const ErrorText& said) {
    return {ErrorKind::usage,
            said.advised(phrase("write for instance --over BLOCK=64,128,256 or --over N=1..8"))};
}

/// NAME and its new values.
std::pair<std::string, std::vector<project::Expression>> valuesOver(const std::string& option) {
    const std::size_t equals = option.find('=');
    if (equals == 0 || equals == std::string::npos)
        throw notOver(
            {"WB3094", "\"--over {option}\" is not NAME=VALUE,VALUE,…", {}, {{"option", option}}});
    try {
        return {option.substr(0, equals),
                sweep::parseValues(std::string_view(option).substr(equals + 1))};
    } catch (const Error& error) {
        throw notOver({"WB3095",
                       "\"--over {option}\" cannot be read: {problem}",
                       {},
                       {{"option", option}, {"problem", error.said()}}});
    }
}

/// The names that a sweep of this project may vary.
std::string namesOf(const project::Project& project) {
    std::vector<std::string> names;
    for (const auto& [name, value] : project.compile.defines)
        names.push_back(name);
    for (const auto& [name, value] : project.parameters)
        names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

void takeOptions(const SweepOptions& options, project::Project& project) {
    project::Sweep sweep = project.sweep.value_or(project::Sweep{});
    if (!options.over.empty())
        sweep.parameters.clear(); // restrictions stay: they always apply
    for (const std::string& option : options.over) {
        auto [name, values] = valuesOver(option);
        if (!sweep.parameters.emplace(name, std::move(values)).second)
            throw notOver({"WB3096",
                           "\"--over {option}\" names {name} again",
                           {},
                           {{"option", option}, {"name", name}}});
    }
    if (!options.objective.empty())
        sweep.objective = options.objective;
    if (sweep.parameters.empty()) {
        const std::string names = namesOf(project);
        const ErrorText remedy =
            names.empty() ? phrase("add a parameter or define to it, and \"sweep\" with its values")
                          : phrase("say what to try, as --over {name}=64,128,256, or add "
                                   "\"sweep\" with \"parameters\" to it; it has {names}",
                                   {{"name", names.substr(0, names.find(','))}, {"names", names}});
        throw Error(ErrorKind::project, sweep::noSweep(remedy), Place{utf8(project.file)});
    }
    project.sweep = std::move(sweep);
}

session::SweepRequest requestFrom(const SweepOptions& options, project::Project project,
                                  std::map<std::string, std::string> settings) {
    takeOptions(options, project);
    session::SweepRequest request;
    request.run.project = std::move(project);
    request.run.set = std::move(settings);
    request.run.repeats = options.repeats;
    request.run.timeoutSeconds = options.timeout;
    if (options.devices.size() == 1)
        request.run.device = options.devices.front();
    else
        request.devices = options.devices;
    request.strategy = options.strategy;
    request.seed = options.seed;
    if (!options.budget.empty())
        request.budget = sweep::parseBudget(options.budget);
    return request;
}

/// \returns the required device; empty: their state determines it
std::string takeEarlier(const SweepOptions& options, session::SweepRequest& request) {
    std::error_code ignored;
    std::filesystem::path file = pathFromUtf8(options.from);
    if (options.resume)
        file = pathFromUtf8(options.out);
    if (file.empty() || (options.resume && !std::filesystem::exists(file, ignored)))
        return {};
    sweep::CachedTrials earlier = session::readSweepFile(file, request.run.project);
    const std::string& objective = request.run.project.sweep->objective;
    // On a simulated device time is estimated; another device is another state.
    const bool isTime = objective == "time" && earlier.sweep.objective == "estimated_time";
    if (!isTime && objective != earlier.sweep.objective)
        throw Error(
            ErrorKind::usage,
            {"WB3098",
             "{file} holds results for {found}, but the project's objective is {expected}",
             "start again without --resume, or write to another file",
             {{"file", utf8(file)}, {"found", earlier.sweep.objective}, {"expected", objective}}});
    request.earlier = std::move(earlier.sweep.trials);
    request.earlierState = std::move(earlier.sweep.state);
    return earlier.device;
}

/// A cache has times of one device, measured unless it says that they are estimates.
void requireDevice(const std::string& device, const session::SweepRequest& request,
                   BlockingSession& session) {
    if (device.empty())
        return;
    const std::vector<session::DeviceInfo> devices = session.listDevices();
    const std::string& selector =
        request.devices.empty() ? request.run.device : request.devices.front();
    const session::DeviceInfo& chosen = devices[session::choosePreferredDevice(devices, selector)];
    if (chosen.name != device)
        throw Error(ErrorKind::usage,
                    {"WB3099",
                     "the earlier results are from {before}, but this sweep is on {now}",
                     "choose that device with --device",
                     {{"before", device}, {"now", chosen.name}}});
    const bool isMeasured = std::any_of(request.earlier.begin(), request.earlier.end(),
                                        [](const sweep::Trial& trial) { return trial.time; });
    if (chosen.simulated && isMeasured)
        throw Error(
            ErrorKind::usage,
            {"WB3100",
             "the earlier times were measured in a simulation, but this sweep estimates a GPU's",
             "start without them"});
}

/// Empty if --out writes no such file. \throws Error (usage) for an unsupported objective
sweep::TuningHeader headerOfOut(const SweepOptions& options, const session::SweepRequest& request) {
    const project::Project& project = request.run.project;
    const session::SweepFormat format = session::sweepFormatOf(pathFromUtf8(options.out));
    session::requireFits(format, sweep::findObjective(project.sweep->objective));
    return session::tuningHeader(format, project, request.run.set);
}

void save(const SweepOptions& options, const session::SweepReport& report,
          const sweep::TuningHeader& header) {
    if (options.out.empty())
        return;
    const std::filesystem::path out = pathFromUtf8(options.out);
    platform::replaceFile(out, session::sweepFileText(report, session::sweepFormatOf(out), header),
                          ErrorKind::usage);
}

// ---- for people ----

std::string objectiveText(const sweep::Objective& objective, double value) {
    if (objective.unit == "ms")
        return timeText(value);
    if (objective.name == "occupancy")
        return fmt::format("{:.0f} %", value * 100);
    if (objective.unit == "bytes")
        return fmt::format("{} B", value);
    if (objective.unit == "mJ")
        return fmt::format("{:.4g} mJ", value);
    if (objective.isRate && !objective.formula)
        return fmt::format("{:.4g} G{}", value / 1e9, objective.unit);
    return numberText(value);
}

std::string setText(const project::Overrides& set) {
    std::string text;
    for (const auto& [name, value] : set)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
    return text;
}

/// The line at the bottom of a terminal while the sweep runs.
std::string progressText(const session::SweepReport& report) {
    std::string text =
        fmt::format("{} of at most {}", report.result.trials.size(), report.combinations);
    if (report.result.best) {
        const sweep::Trial& best = report.result.trials[*report.result.best];
        text += fmt::format(", best so far {} with {}",
                            objectiveText(report.objective, *best.objective), setText(best.set));
    }
    return text;
}

/// Indices of the trials that are ok, the best first.
std::vector<std::size_t> ranking(const session::SweepReport& report) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < report.result.trials.size(); ++i) {
        if (report.result.trials[i].objective)
            order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double left = *report.result.trials[a].objective;
        const double right = *report.result.trials[b].objective;
        return report.objective.largerIsBetter ? left > right : left < right;
    });
    return order;
}

void printTrials(Console& console, const session::SweepReport& report) {
    const std::vector<std::size_t> order = ranking(report);
    if (order.empty())
        return;
    const auto& trials = report.result.trials;
    Table table;
    for (const auto& [name, value] : trials[order.front()].set)
        table.header.push_back(name);
    // Times, registers, spills and occupancy have columns in any case.
    const std::string& objective = report.objective.name;
    const bool hasColumn =
        objective == "time" ||
        (report.objective.isResource && !report.objective.formula && objective != "shared_bytes");
    if (!hasColumn)
        table.header.push_back(objective);
    const bool estimated = report.objective.isEstimate;
    if (estimated)
        table.header.emplace_back("range");
    const bool timed = std::any_of(trials.begin(), trials.end(),
                                   [](const sweep::Trial& trial) { return trial.time; });
    if (timed)
        table.header.insert(table.header.end(), {"median", "min", "stddev"});
    const bool resources = std::any_of(trials.begin(), trials.end(),
                                       [](const sweep::Trial& trial) { return trial.resources; });
    if (resources)
        table.header.insert(table.header.end(), {"registers", "spills", "occupancy"});
    for (const char* column : {"compile", "transfer", "run"})
        table.header.emplace_back(column);
    const bool severalDevices = report.devices.size() > 1;
    if (severalDevices)
        table.header.emplace_back("device");
    for (std::size_t i = 0; i < std::min(order.size(), kShownTrials); ++i) {
        const sweep::Trial& trial = trials[order[i]];
        auto& row = table.rows.emplace_back();
        for (const auto& [name, value] : trial.set)
            row.push_back(value);
        if (!hasColumn)
            row.push_back(objectiveText(report.objective, *trial.objective));
        if (estimated)
            row.push_back(timeText(trial.estimate->low) + " to " + timeText(trial.estimate->high));
        const auto& time = trial.time;
        if (timed) {
            row.push_back(time ? timeText(time->median) : "-");
            row.push_back(time ? timeText(time->min) : "-");
            row.push_back(time ? timeText(time->stddev) : "-");
        }
        if (resources) {
            const auto& made = trial.resources;
            row.push_back(made && made->registers ? fmt::format("{}", *made->registers) : "-");
            row.push_back(made && made->spillBytes ? fmt::format("{} B", *made->spillBytes) : "-");
            row.push_back(made ? fmt::format("{:.0f} %", made->occupancy * 100) : "-");
        }
        row.push_back(trial.compileCached ? "cached" : timeText(trial.compileMs));
        row.push_back(timeText(trial.transferMs));
        row.push_back(timeText(trial.runMs));
        if (severalDevices)
            row.push_back(trial.device);
    }
    console.table(table);
    if (order.size() > kShownTrials)
        console.line(fmt::format("… and {} more", order.size() - kShownTrials));
    if (const auto& time = trials[order.front()].time; time && time->clock == "host-simulated")
        console.line("Measured times are those of the simulation on this computer, not a GPU's.");
    if (estimated)
        console.line("Times are estimated. Nine of ten real times are in their range; where ranges "
                     "overlap, a GPU may order otherwise.");
    console.line();
}

void printInvalid(Console& console, const session::SweepReport& report) {
    Table table;
    for (const sweep::Trial& trial : report.result.trials) {
        if (!trial.objective)
            table.rows.push_back({setText(trial.set), trial.status, trial.message.whole()});
    }
    if (table.rows.empty())
        return;
    table.header = {"without a result", "status", "why"};
    const std::size_t all = table.rows.size();
    table.rows.resize(std::min(all, kShownTrials));
    console.table(table);
    if (all > kShownTrials)
        console.line(fmt::format("… and {} more", all - kShownTrials));
    console.line();
}

/// "11 by rank 0, 12 by rank 1 on node7"; empty if one process compiled all. Does not count results
/// from the cache.
std::string compilersText(const session::SweepReport& report) {
    std::map<std::string, int> counts;
    for (const sweep::Trial& trial : report.result.trials) {
        if (!trial.compileCached)
            ++counts[trial.compiledBy];
    }
    if (counts.empty() || (counts.size() == 1 && counts.begin()->first.empty()))
        return {};
    std::string text;
    for (const auto& [name, count] : counts)
        text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", count,
                            name.empty() ? "rank 0" : name);
    return text;
}

void printSweep(Console& console, const session::SweepReport& report) {
    for (const session::DeviceInfo& device : report.devices)
        console.line(fmt::format("Device   {} {} (compute capability {})", device.index,
                                 device.name, device.computeCapability()));
    console.line(fmt::format("Sweep    {} for {}, {} combinations", report.strategy,
                             report.objective.name, report.combinations));
    if (const std::string by = compilersText(report); !by.empty())
        console.line(fmt::format("Compiled {}", by));
    console.line();
    printTrials(console, report);
    printInvalid(console, report);
    if (report.result.best) {
        const sweep::Trial& best = report.result.trials[*report.result.best];
        console.line(fmt::format("Best     {}: {}", setText(best.set),
                                 objectiveText(report.objective, *best.objective)));
    }
    console.line(fmt::format("Status   {}, {} tried", session::nameOf(report.status),
                             report.result.trials.size()));
}

/// What ended it before completion, or left it without a result.
void printSweepProblems(Console& console, const session::SweepReport& report,
                        const SweepOptions& options) {
    const Place place{options.project, 0, 0};
    if (report.status == session::SweepStatus::cancelled) {
        const ErrorText rest = canResume(options.out)
                                   ? phrase("continue with --resume")
                                   : phrase("use --out FILE.json to be able to continue");
        const ErrorText said("WB3101", "the sweep was cancelled after {count} trials", {},
                             {{"count", report.result.trials.size()}});
        console.error(Error(ErrorKind::cancelled, said.advised(rest), place));
    } else if (report.result.trials.empty()) {
        console.error(Error(ErrorKind::project,
                            {"WB3102", "every combination is ruled out by a restriction",
                             "look at \"restrictions\" of the sweep"},
                            place));
    } else if (!report.result.best) {
        const sweep::Trial& first = report.result.trials.front();
        console.error(
            Error(ErrorKind::device,
                  {"WB3108",
                   "no combination gave a result; the first, {set}: {problem}",
                   {},
                   {{"set", setText(first.set)},
                    {"problem", first.message.empty() ? ErrorText(first.status) : first.message}}},
                  place));
    }
}

int sweepHere(const SweepOptions& options, Console& console, ranks::OtherRanks* others) {
    checkOut(options);
    const std::filesystem::path file = pathFromUtf8(options.project);
    std::map<std::string, std::string> settings = parseSettings(options.settings);
    project::Project project =
        isBareSource(file)
            ? loadRunnable(file, {}, {}, console, project::UnknownKeys::keep, &settings)
            : loadProject(file, options.allowOutside, console);
    std::vector<std::string> over;
    for (const std::string& option : options.over)
        over.push_back(valuesOver(option).first);
    requireChangeable(file, project, over);
    session::SweepRequest request = requestFrom(options, std::move(project), std::move(settings));
    const std::string earlierDevice = takeEarlier(options, request);
    const sweep::TuningHeader header = headerOfOut(options, request);
    BlockingSession::MakeWorker makeWorker;
    BlockingSession::MakeCompiler makeCompiler;
    if (others) {
        makeWorker = workersOf(*others);
        makeCompiler = compilersOf(*others);
        request.run.device.clear();
        request.devices.clear(); // each rank has chosen its own: they are numbered by rank
        for (int rank = 0; rank < others->ranks().count(); ++rank)
            request.devices.push_back(std::to_string(rank));
    }
    BlockingSession session(console, session::WorkerHome::child_process, std::move(makeWorker),
                            std::move(makeCompiler));
    requireDevice(earlierDevice, request, session);
    bool told = false;
    const session::SweepReport report =
        session.sweep(std::move(request), [&](const session::SweepReport& soFar) {
            try {
                save(options, soFar, header);
            } catch (const Error& error) {
                // Hours of results are worth more than one failed write: it is retried with the
                // next trials, and only the last failure is an error.
                if (!std::exchange(told, true))
                    console.warning(error);
            }
            console.progress(progressText(soFar)); // says more than the number of trials
        });
    std::optional<Error> unsaved;
    try {
        save(options, report, header);
    } catch (const Error& error) {
        unsaved = error; // reported at the end, after the results
    }
    if (console.json())
        console.document(session::toJson(report));
    else
        printSweep(console, report);
    printSweepProblems(console, report, options);
    if (others) {
        for (const std::string& note : others->notes())
            console.notice(note);
    }
    if (unsaved)
        throw *unsaved;
    return report.exitCode();
}

} // namespace

int sweepProject(const SweepOptions& options, Console& console) {
    if (!options.mpi)
        return sweepHere(options, console, nullptr);
    if (options.devices.size() > 1)
        throw Error(
            ErrorKind::usage,
            {"WB3103",
             "several --device options cannot be combined with --mpi: each rank uses one device",
             "name one, which each rank looks for among its own devices"});
    const std::string selector = options.devices.empty() ? std::string() : options.devices.front();
    return onRanks(selector,
                   [&](ranks::OtherRanks& others) { return sweepHere(options, console, &others); });
}

} // namespace warpbench::cli
