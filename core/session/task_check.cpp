// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/task_check.h"

#include "core/base/path_text.h"
#include "core/base/suggest.h"
#include "core/expression/expression.h"
#include "core/plan/evaluate.h"
#include "core/report/pass_estimate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpbench::session {

namespace {

using CounterMember = std::uint64_t Counters::*;

/// Counters that a requirement may name: the run report's names, summed over the launches.
constexpr std::array<std::pair<const char*, CounterMember>, 6> kCounters{{
    {"warp_instructions", &Counters::warpInstructions},
    {"thread_instructions", &Counters::threadInstructions},
    {"divergent_branches", &Counters::divergentBranches},
    {"global_sectors", &Counters::globalSectors},
    {"ideal_global_sectors", &Counters::idealGlobalSectors},
    {"shared_bank_conflicts", &Counters::sharedBankConflicts},
}};

/// The launches' use of an SM, by its names in requirements.
constexpr std::array<const char*, 3> kUsages{"occupancy", "registers", "shared_bytes"};

/// The estimated time of all launches on the GPU that is simulated.
constexpr const char* kEstimate = "estimated_ms";

CounterMember counterOf(const std::string& name) {
    for (const auto& [candidate, member] : kCounters)
        if (name == candidate)
            return member;
    return nullptr;
}

bool namesCounter(const project::Formula& formula) {
    return std::any_of(formula.names().begin(), formula.names().end(),
                       [](const std::string& name) { return counterOf(name) != nullptr; });
}

bool namesEstimate(const project::Formula& formula) {
    const auto& names = formula.names();
    return std::find(names.begin(), names.end(), kEstimate) != names.end();
}

/// The launches' use of an SM, by its name in requirements; empty if the name or the value is
/// unknown. Among several launches the worst one counts.
std::optional<project::Number> usageOf(const std::string& name, const RunReport& report) {
    std::optional<double> occupancy;
    std::int64_t registers = 0;
    std::int64_t shared = 0;
    for (const LaunchReport& launch : report.launches) {
        if (launch.occupancy)
            occupancy = std::min(occupancy.value_or(1), launch.occupancy->fraction);
        if (launch.usage)
            registers = std::max<std::int64_t>(registers, launch.usage->registers);
        shared = std::max(shared, std::int64_t(launch.allShared()));
    }
    if (name == "occupancy" && occupancy)
        return project::Number(*occupancy);
    if (name == "registers" && registers > 0)
        return project::Number(registers);
    if (name == "shared_bytes")
        return project::Number(shared);
    return std::nullopt;
}

bool isRandom(project::Init::Kind kind) {
    return kind == project::Init::Kind::uniform || kind == project::Init::Kind::normal ||
           kind == project::Init::Kind::randint;
}

/// Only the file's name: the user knows its folder.
std::string placeText(const Place& place) {
    const std::size_t slash = place.file.find_last_of("/\\");
    const std::string name = place.file.substr(slash == std::string::npos ? 0 : slash + 1);
    return place.line > 0 ? fmt::format("{}:{}: ", name, place.line) : std::string();
}

/// The values set by the check, which may differ from those of the set-up: `n = 4, m = 2`.
std::string settingsOf(const RunRequest& request) {
    std::string text;
    for (const auto& [name, value] : request.set)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
    return text;
}

std::string settingsText(const RunRequest& request) {
    return request.set.empty() ? std::string() : "with " + settingsOf(request) + ": ";
}

std::string mismatchText(const BufferReport& buffer) {
    const ExpectReport& expect = *buffer.expect;
    const bool one = expect.mismatches == 1;
    std::string text = fmt::format("{}: {} {} wrong", buffer.name, expect.mismatches,
                                   one ? "element is" : "elements are");
    if (expect.firstMismatch)
        text += fmt::format(", {}at [{}]: {} instead of {}", one ? "" : "the first ",
                            fmt::join(expect.firstMismatch->index, ", "), expect.firstMismatch->got,
                            expect.firstMismatch->want);
    return text;
}

/// A fault's text with its thread, but without the address, which differs in every run.
std::string faultText(const Fault& fault) {
    constexpr std::string_view kAddress = ", address 0x";
    std::string text = fault.text;
    if (const std::size_t at = text.find(kAddress); at != std::string::npos) {
        const std::size_t end = text.find_first_not_of("0123456789abcdef", at + kAddress.size());
        text.erase(at, end == std::string::npos ? end : end - at);
    }
    if (fault.block && fault.thread)
        text += fmt::format(" (block ({}), thread ({}))", fmt::join(*fault.block, ", "),
                            fmt::join(*fault.thread, ", "));
    return text;
}

/// Why a run did not succeed, in one sentence.
std::string problemOf(const RunReport& report) {
    if (report.compile && report.status == RunStatus::compile_error)
        for (const compile::Diagnostic& diagnostic : report.compile->diagnostics)
            if (diagnostic.severity == compile::Severity::error)
                return placeText(diagnostic.place) + diagnostic.text;
    if (!report.faults.empty()) {
        const Fault& fault = report.faults.front();
        return placeText({fault.file, fault.line.value_or(0), 0}) + faultText(fault);
    }
    for (const BufferReport& buffer : report.buffers)
        if (buffer.expect && !buffer.expect->passed)
            return mismatchText(buffer);
    return report.message.empty() ? "the run ended as " + std::string(nameOf(report.status))
                                  : report.message.whole();
}

/// Further names that a requirement may use besides these numbers.
std::vector<std::string> namesFor(const project::NumberTable& numbers) {
    std::vector<std::string> names;
    for (const auto& [name, value] : numbers)
        names.push_back(name);
    for (const auto& [name, member] : kCounters)
        names.emplace_back(name);
    names.insert(names.end(), kUsages.begin(), kUsages.end());
    names.emplace_back(kEstimate);
    return names;
}

/// \throws Error (project) if a requirement uses a name that no run provides
void requireKnownNames(const project::Task& task, const project::NumberTable& numbers) {
    const std::vector<std::string> known = namesFor(numbers);
    for (const project::Expression& requirement : task.require) {
        const project::Formula formula = project::Formula::parse(requirement);
        for (const project::Node& node : formula.nodes()) {
            if (node.op != project::Op::name)
                continue;
            const std::string& name = formula.names()[node.name];
            if (std::find(known.begin(), known.end(), name) == known.end() &&
                !project::languageConstant(name))
                formula.fail(node,
                             project::unknownName(name).advised(project::suggestion(name, known)));
        }
    }
}

/// \throws Error (project) if an input sets a name that the project does not define
void requireSettable(const project::Project& project, const project::TaskInput& input) {
    for (const auto& [name, value] : input.set) {
        try {
            (void)project::withOverrides(project, {{name, value.text}});
        } catch (const Error& error) {
            throw Error(ErrorKind::project, error.said(), value.place);
        }
    }
}

/// \throws Error (project) if the project is invalid with the task's settings
project::LaunchPlan planFor(const RunRequest& request, const project::Task& task) {
    try {
        return project::makePlan(request.project, request.set);
    } catch (const Error& error) {
        if (request.set.empty())
            throw;
        throw Error(ErrorKind::project,
                    phrase("with {settings}: {problem}",
                           {{"settings", settingsOf(request)}, {"problem", error.said()}}),
                    task.place);
    }
}

/// \throws Error (project) if contents refer to something that the project does not define
void requireKnownNames(const project::LaunchPlan& plan, const project::Expression& contents,
                       bool arrayFunctions) {
    project::ParseOptions options;
    options.arrayFunctions = arrayFunctions;
    const project::Formula formula = project::Formula::parse(contents, options);
    std::vector<std::string> known{"i", "j", "k"};
    for (const auto& [name, value] : plan.names)
        known.push_back(name);
    for (const project::PlannedBuffer& buffer : plan.buffers)
        known.push_back(buffer.name);
    for (const project::Node& node : formula.nodes()) {
        if (node.op != project::Op::name)
            continue;
        const std::string& name = formula.names()[node.name];
        if (std::find(known.begin(), known.end(), name) == known.end() &&
            !project::languageConstant(name))
            formula.fail(node, ErrorText{"WB2016",
                                         "'{name}' is not a buffer, parameter or number",
                                         {},
                                         {{"name", name}}}
                                   .advised(project::suggestion(name, known)));
    }
}

/// \throws Error (project) if a file does not exist
void requireFile(const std::filesystem::path& file, const Place& place) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        throw Error(ErrorKind::project,
                    {"WB2017",
                     "{file}: the file does not exist",
                     "check its name and folder",
                     {{"file", utf8(file)}}},
                    place);
}

/// \throws Error (project) if first contents or expectations cannot be computed
void requireContents(const project::LaunchPlan& plan, const Place& place) {
    using Kind = project::PlannedExpect::Kind;
    for (const project::PlannedBuffer& buffer : plan.buffers) {
        if (buffer.init.kind == project::Init::Kind::expression)
            requireKnownNames(plan, buffer.init.expression, false);
        if (buffer.init.kind == project::Init::Kind::file)
            requireFile(buffer.init.path, buffer.place);
        if (!buffer.expect)
            continue;
        const project::PlannedExpect& expect = *buffer.expect;
        if (expect.kind == Kind::expression || expect.kind == Kind::reference)
            requireKnownNames(plan, expect.expression, expect.kind == Kind::reference);
        if (expect.kind == Kind::file)
            requireFile(expect.path, place);
    }
    for (const project::PlannedConstant& constant : plan.constants)
        if (!constant.path.empty())
            requireFile(constant.path, constant.place);
}

/// Whether the checks cannot tell correct work from a kernel that does nothing.
bool asksNothing(const project::Project& project, const project::Task& task) {
    return task.expect.empty() && task.require.empty() && !task.faults.value_or(false) &&
           std::none_of(project.buffers.begin(), project.buffers.end(),
                        [](const project::Buffer& buffer) { return buffer.expect.has_value(); });
}

void requireSound(const RunRequest& base, const project::Task& task) {
    if (asksNothing(base.project, task))
        throw Error(
            ErrorKind::project,
            {"WB2018",
             "\"{task}\" checks nothing",
             "add \"expect\" or \"require\" to it, or \"expect\" to a buffer of the project",
             {{"task", task.text}}},
            task.place);
    for (std::size_t input = 0; input < runsOf(task); ++input) {
        if (input < task.inputs.size())
            requireSettable(base.project, task.inputs[input]);
        const RunRequest request = taskRequest(base, task, input);
        project::LaunchPlan plan = planFor(request, task);
        for (const auto& [buffer, expect] : task.expect)
            project::attachExpect(plan, buffer, expect, request.project.mayLeaveFolder);
        requireContents(plan, task.place);
        requireKnownNames(task, project::evaluateNames(request.project, request.set));
    }
}

} // namespace

std::size_t runsOf(const project::Task& task) {
    return std::max<std::size_t>(1, task.inputs.size());
}

void requireSound(const RunRequest& base, const std::vector<project::Task>& tasks) {
    for (const project::Task& task : tasks) {
        try {
            requireSound(base, task);
        } catch (const Error& error) {
            throw error.place().line > 0 ? error : error.at(task.place);
        }
    }
}

RunRequest taskRequest(const RunRequest& base, const project::Task& task, std::size_t input) {
    RunRequest request = base;
    request.repeats = 0; // a check is not timed
    request.checkFaults = task.faults.value_or(true);
    request.guardsForFaults = true;
    request.judged = true;
    for (const auto& [buffer, expect] : task.expect)
        request.extraChecks[buffer] = expect;
    for (const project::Expression& requirement : task.require) {
        const project::Formula formula = project::Formula::parse(requirement);
        request.metrics |= namesCounter(formula);
        request.estimate |= namesEstimate(formula);
    }
    if (input < task.inputs.size()) {
        const project::TaskInput& values = task.inputs[input];
        for (const auto& [name, value] : values.set)
            request.set[name] = value.text;
        for (project::Buffer& buffer : request.project.buffers)
            if (isRandom(buffer.init.kind))
                buffer.init.seed += values.seed;
    }
    return request;
}

void addNotes(std::vector<std::string>& notes, const std::vector<std::string>& more) {
    for (const std::string& note : more)
        if (std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
}

namespace {

/// Without the notes.
TaskVerdict verdictOf(const project::Task& task, const RunRequest& request,
                      const RunReport& report) {
    if (report.status != RunStatus::ok || !report.faults.empty())
        return {.reason = (report.status == RunStatus::compile_error ? "" : settingsText(request)) +
                          problemOf(report),
                .code = report.message.code()};
    if (task.require.empty())
        return {.passed = true};
    const project::NumberTable numbers = project::evaluateNames(request.project, request.set);
    const estimate::TimeEstimate pass = passEstimate(report);
    const auto lookup = [&](const std::string& name) -> std::optional<project::Number> {
        if (const auto number = numbers.find(name); number != numbers.end())
            return number->second;
        if (name == kEstimate)
            return pass.timed() ? std::optional<project::Number>(pass.ms) : std::nullopt;
        const CounterMember member = counterOf(name);
        if (!member)
            return usageOf(name, report);
        project::Integer total;
        for (const LaunchReport& launch : report.launches)
            if (launch.counters)
                total.magnitude += (*launch.counters).*member;
        return project::toNumber(total);
    };
    for (const project::Expression& requirement : task.require) {
        const project::Formula formula = project::Formula::parse(requirement);
        const bool counted =
            std::any_of(report.launches.begin(), report.launches.end(),
                        [](const LaunchReport& launch) { return launch.counters.has_value(); });
        TaskVerdict verdict;
        verdict.requirement = requirement.text;
        if (namesCounter(formula) && !counted) {
            verdict.uncounted = true;
            verdict.reason = "this device counts nothing, and \"" + requirement.text +
                             "\" asks for counters: use a simulated one";
            return verdict;
        }
        if (namesEstimate(formula) && !pass.timed()) {
            verdict.untimed = true;
            verdict.reason = "\"" + requirement.text +
                             "\" asks for an estimated time, which is not known here: " +
                             (report.device && report.device->simulated ? pass.untimed.whole()
                                                                        : "use a simulated device");
            return verdict;
        }
        if (project::toDouble(project::evaluate(formula, lookup)) != 0)
            continue;
        std::string values;
        for (const std::string& name : formula.names())
            if (const auto value = lookup(name)) {
                verdict.values.emplace_back(name, project::toString(*value));
                values += (values.empty() ? "" : ", ") + name + " is " + project::toString(*value);
            }
        verdict.reason =
            "not so: " + requirement.text + (values.empty() ? std::string() : " (" + values + ")");
        return verdict;
    }
    return {.passed = true};
}

} // namespace

TaskVerdict judgeTask(const project::Task& task, const RunRequest& request,
                      const RunReport& report) {
    TaskVerdict verdict = verdictOf(task, request, report);
    verdict.notes = report.unchecked;
    for (const Fault& finding : report.findings)
        verdict.notes.push_back(placeText({finding.file, finding.line.value_or(0), 0}) +
                                finding.text);
    return verdict;
}

} // namespace warpbench::session
