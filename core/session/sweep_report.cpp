// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sweep_report.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/report/pass_estimate.h"
#include "core/sweep/figures.h"
#include "core/sweep/results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace warpbench::session {

namespace {

/// One pass over the launches: the samples of the launches added up.
std::optional<TimeStatistics> passTime(const RunReport& report) {
    std::vector<double> passes;
    std::string clock;
    for (const LaunchReport& launch : report.launches) {
        if (launch.timedWith)
            continue;
        if (!launch.time)
            return std::nullopt;
        const std::vector<double>& samples = launch.time->values;
        clock = launch.time->clock;
        passes.resize(std::max(passes.size(), samples.size()));
        for (std::size_t i = 0; i < samples.size(); ++i)
            passes[i] += samples[i];
    }
    if (passes.empty())
        return std::nullopt;
    TimeStatistics time = launch::summarize(std::move(passes), clock);
    time.values.clear();
    return time;
}

/// Of a launch, whichever device counted.
std::optional<double> countOf(const LaunchReport& launch, const std::string& name) {
    if (launch.counters) {
        for (const CounterField& field : kCounterFields) {
            if (name == field.key)
                return double((*launch.counters).*field.member);
        }
        return std::nullopt;
    }
    if (!launch.hardware)
        return std::nullopt;
    for (const cuda::HardwareFigureRow& row : cuda::hardwareFigureRows()) {
        if (name == row.key)
            return (*launch.hardware)[row.figure];
    }
    return std::nullopt;
}

std::optional<double> sumOfCounters(const RunReport& report, const std::string& name) {
    double sum = 0;
    for (const LaunchReport& launch : report.launches) {
        const std::optional<double> count = countOf(launch, name);
        if (!count)
            return std::nullopt;
        sum += *count;
    }
    return report.launches.empty() ? std::nullopt : std::optional(sum);
}

/// The work of all launches with metrics, divided by their time.
std::optional<double> rateOf(const RunReport& report, const std::string& objective) {
    double work = 0;
    double ms = 0;
    for (const LaunchReport& launch : report.launches) {
        const auto& rate =
            objective == "bytes_per_second" ? launch.bytesPerSecond : launch.flopsPerSecond;
        if (!rate || !launch.time)
            continue;
        work += *rate * launch.time->median;
        ms += launch.time->median;
    }
    return ms > 0 ? std::optional(work / ms) : std::nullopt;
}

/// The registers of a kernel according to ptxas; empty if unknown.
void takeKernel(sweep::TrialResources& resources, const LaunchReport& launch,
                const RunReport& report) {
    const auto raise = [](auto& most, auto value) { most = std::max(most.value_or(value), value); };
    if (launch.usage && launch.usage->registers > 0)
        raise(resources.registers, launch.usage->registers);
    if (!report.compile)
        return;
    for (const compile::KernelInfo& kernel : report.compile->kernels)
        if (kernel.isCalled(launch.kernel) && kernel.spillStoreBytes)
            raise(resources.spillBytes,
                  *kernel.spillStoreBytes + kernel.spillLoadBytes.value_or(0));
}

std::string wordsOf(const std::vector<occupancy::Limiter>& limiters) {
    std::string words;
    for (const occupancy::Limiter limiter : limiters)
        words.append(words.empty() ? "" : ", ").append(nameOf(limiter));
    return words;
}

std::optional<sweep::TrialResources> resourcesOf(const RunReport& report) {
    std::optional<sweep::TrialResources> resources;
    for (const LaunchReport& launch : report.launches) {
        if (!launch.occupancy)
            continue;
        const bool isFirst = !resources;
        if (isFirst)
            resources.emplace();
        takeKernel(*resources, launch, report);
        resources->sharedBytes = std::max(resources->sharedBytes, launch.allShared());
        if (isFirst || launch.occupancy->fraction < resources->occupancy) {
            resources->occupancy = launch.occupancy->fraction;
            resources->limiters = wordsOf(launch.occupancy->limiters);
        }
    }
    return resources;
}

/// One part of an objective. \param trial  of the same run, as far as it is known
std::optional<double> valueOf(const sweep::Objective& part, const RunReport& report,
                              const sweep::Trial& trial) {
    if (part.isEstimate)
        return trial.estimate ? std::optional(trial.estimate->ms) : std::nullopt;
    if (part.isEnergy)
        return trial.energyMj;
    if (part.isCounter)
        return sumOfCounters(report, part.name);
    if (part.isResource)
        return sweep::figureOf(part)->of(trial);
    if (part.isRate)
        return rateOf(report, part.name);
    return trial.time ? std::optional(trial.time->median) : std::nullopt;
}

/// Why a part of the objective is missing in the report; empty: unknown.
ErrorText whyMissing(const RunReport& report, const sweep::Objective& part) {
    if (part.isEstimate)
        return passEstimate(report).untimed;
    const bool isNoted = (part.isCounter || part.isEnergy) && !report.notes.empty();
    return isNoted ? ErrorText(report.notes.front()) : ErrorText();
}

/// Sets the objective, or says why there is none.
void takeObjective(sweep::Trial& trial, const RunReport& report,
                   const sweep::Objective& objective) {
    project::NumberTable values;
    for (const std::string& name : objective.parts()) {
        sweep::Objective part = sweep::findObjective(name);
        if (objective.isEstimate)
            part = sweep::withEstimatedTime(part);
        const std::optional<double> value = valueOf(part, report, trial);
        if (!value) {
            const ErrorText why = whyMissing(report, part);
            trial.message = {
                "WB2001",
                "the run succeeded but did not report {objective}{why}",
                {},
                {{"objective", part.name},
                 {"why", why.empty() ? why : phrase(": {reason}", {{"reason", why}})}}};
            return;
        }
        values[name] = *value;
    }
    try {
        const double value = objective.valueOf(values);
        if (std::isfinite(value))
            trial.objective = value;
        else
            trial.message = {"WB2072",
                             "{objective} is {value}, which cannot be compared",
                             "change the objective, or rule the combination out with a restriction",
                             {{"objective", objective.name}, {"value", project::toString(value)}}};
    } catch (const Error& error) {
        trial.message = error.said();
    }
}

nlohmann::json deviceSummaryJson(const DeviceInfo& device) {
    return {{"index", device.index},
            {"name", device.name},
            {"compute_capability", device.computeCapability()},
            {"simulated", device.simulated}};
}

} // namespace

std::string_view nameOf(SweepStatus status) noexcept {
    switch (status) {
    case SweepStatus::complete:
        return "complete";
    case SweepStatus::budget_spent:
        return "budget_spent";
    case SweepStatus::cancelled:
        break;
    }
    return "cancelled";
}

int SweepReport::exitCode() const {
    if (status == SweepStatus::cancelled)
        return 5;
    if (result.best)
        return 0;
    // None is ok. If several reasons apply, the first of 2, 3, 5, 4, 1, as for runs.
    const auto has = [&](const char* word) {
        return std::any_of(result.trials.begin(), result.trials.end(),
                           [&](const sweep::Trial& trial) { return trial.status == word; });
    };
    if (result.trials.empty() || has("invalid"))
        return 2;
    if (has("compile_error"))
        return 3;
    if (has("timeout"))
        return 5;
    if (has("device_error") || has("fault"))
        return 4;
    // Either wrong results, or successful runs without a value of the objective.
    return has("expect_failed") ? 1 : 4;
}

nlohmann::json toJson(const SweepReport& report) {
    nlohmann::json document = sweep::toJson(report.result, report.objective);
    nlohmann::json devices = nlohmann::json::array();
    for (const DeviceInfo& device : report.devices)
        devices.push_back(deviceSummaryJson(device));
    document["format"] = "warpbench-sweep";
    document["version"] = 1;
    document["warpbench"] = kVersion;
    document["project"] = report.project;
    document["status"] = nameOf(report.status);
    document["devices"] = std::move(devices);
    document["strategy"] = report.strategy;
    document["seed"] = report.seed;
    document["combinations"] = report.combinations;
    document["state"] = report.state;
    return document;
}

sweep::Trial trialOf(const RunReport& report, const sweep::Objective& objective) {
    sweep::Trial trial;
    trial.status = std::string(nameOf(report.status));
    if (report.compile) {
        trial.compileMs = report.compile->ms;
        trial.compileCached = report.compile->cached;
        trial.compiledBy = report.compile->compiledBy;
    }
    for (const Transfer& transfer : report.transfers)
        trial.transferMs += transfer.ms;
    if (report.device)
        trial.device = fmt::format("{} {}", report.device->index, report.device->name);
    trial.time = passTime(report);
    trial.resources = resourcesOf(report);
    if (report.status != RunStatus::ok) {
        trial.message = messageOf(report);
        return trial;
    }
    if (objective.isEstimate) {
        if (const estimate::TimeEstimate pass = passEstimate(report); pass.timed())
            trial.estimate = {pass.ms, pass.low, pass.high};
    }
    if (report.energy)
        trial.energyMj = report.energy->mJ;
    takeObjective(trial, report, objective);
    return trial;
}

} // namespace warpbench::session
