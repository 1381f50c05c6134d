// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sweep_files.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/plan/evaluate.h"
#include "core/project/project_files.h"
#include "core/sweep/results.h"
#include "core/sweep/space.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <ctime>
#include <utility>
#include <vector>

namespace warpbench::session {

SweepFormat sweepFormatOf(const std::filesystem::path& file) {
    const std::string name = utf8(file.filename());
    if (name.ends_with(".csv"))
        return SweepFormat::csv;
    if (name.ends_with(".kt.json"))
        return SweepFormat::kernel_tuner_cache;
    return name.ends_with(".t4.json") ? SweepFormat::t4 : SweepFormat::json;
}

bool canBeRead(SweepFormat format) {
    return format == SweepFormat::json || format == SweepFormat::kernel_tuner_cache;
}

void requireFits(SweepFormat format, const sweep::Objective& objective) {
    if (format == SweepFormat::kernel_tuner_cache && !sweep::fitsCache(objective))
        throw Error(ErrorKind::usage,
                    {"WB2005",
                     "a Kernel Tuner cache holds times, but this sweep compares {objective}",
                     "write a .t4.json or .json file",
                     {{"objective", objective.name}}});
}

sweep::TuningHeader tuningHeader(SweepFormat format, const project::Project& project,
                                 const std::map<std::string, std::string>& settings) {
    sweep::TuningHeader header;
    if (format != SweepFormat::kernel_tuner_cache && format != SweepFormat::t4)
        return header;
    header.parameters = sweep::Space(project).dimensions();
    header.timestamp = fmt::format("{:%Y-%m-%dT%H:%M:%S}+00:00", fmt::gmtime(std::time(nullptr)));
    std::vector<std::string> kernels;
    for (const project::Launch& launch : project.launches)
        if (!launch.step)
            kernels.push_back(launch.kernel);
    header.kernel = fmt::format("{}", fmt::join(kernels, ","));
    try {
        const project::LaunchPlan plan = project::makePlan(project, settings);
        const project::PlannedLaunch& first = plan.launches.at(0);
        for (std::size_t axis = 0; axis < 3; ++axis)
            header.problemSize.push_back(std::int64_t(first.grid[axis]) * first.block[axis]);
    } catch (const std::exception&) {
        // Only combinations of the sweep make a project that can run.
    }
    return header;
}

std::string sweepFileText(const SweepReport& report, SweepFormat format,
                          sweep::TuningHeader header) {
    if (!report.devices.empty())
        header.device = report.devices.front().name;
    switch (format) {
    case SweepFormat::csv:
        return sweep::toCsv(report.result, report.objective);
    case SweepFormat::kernel_tuner_cache:
        return sweep::toCache(report.result, report.objective, header);
    case SweepFormat::t4:
        return sweep::toT4(report.result, report.objective, header);
    case SweepFormat::json:
        break;
    }
    // A diagnostic may quote a source that is not UTF-8.
    return toJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

sweep::CachedTrials readSweepFile(const std::filesystem::path& file,
                                  const project::Project& project) {
    const std::string text = project::readTextFile(file);
    if (!sweep::isCache(text))
        return {sweep::readResults(file), {}};
    if (!project.sweep)
        throw Error(ErrorKind::project,
                    {"WB2006", "a Kernel Tuner cache can be opened only in a project with a sweep",
                     "add the parameters of the cache to the sweep"},
                    Place{utf8(file)});
    return sweep::readCache(text, file, sweep::Space(project), project.sweep->objective);
}

} // namespace warpbench::session
