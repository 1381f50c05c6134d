// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/report_text.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/occupancy/occupancy.h"
#include "core/plan/evaluate.h"
#include "core/run/run_input.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace warpbench::cli {

namespace {

using nlohmann::json;
using occupancy::KernelUsage;

struct NamedUsage {
    std::string kernel;
    KernelUsage usage;
};

occupancy::DeviceLimits limitsByCapability(const std::string& cc) {
    int major = 0;
    int minor = 0;
    const char* end = cc.data() + cc.size();
    const auto first = std::from_chars(cc.data(), end, major);
    bool good = first.ec == std::errc() && first.ptr != end && *first.ptr == '.';
    if (good) {
        const auto second = std::from_chars(first.ptr + 1, end, minor);
        good = second.ec == std::errc() && second.ptr == end;
    }
    if (!good)
        throw Error(ErrorKind::usage, {"WB3042",
                                       "\"{cc}\" is not a compute capability",
                                       "write for instance --cc 9.0",
                                       {{"cc", cc}}});
    return occupancy::limitsFor(major, minor);
}

occupancy::DeviceLimits limitsFrom(const OccupancyOptions& options) {
    if (options.gpu.empty())
        return limitsByCapability(options.cc.empty() ? "9.0" : options.cc);
    if (const occupancy::CatalogueEntry* entry = occupancy::findGpu(options.gpu))
        return entry->limits;
    std::string names;
    for (const occupancy::CatalogueEntry& entry : occupancy::catalogue())
        names += (names.empty() ? "" : ", ") + entry.name;
    throw Error(ErrorKind::usage, {"WB3043",
                                   "none or several of the known GPUs fit \"{name}\"",
                                   "name one of {names}",
                                   {{"name", options.gpu}, {"names", names}}});
}

/// The launches of a project, compiled for the chosen GPU.
std::vector<NamedUsage> usagesOf(const OccupancyOptions& options,
                                 const occupancy::DeviceLimits& limits, Console& console) {
    session::CompileJob job;
    job.set = parseSettings(options.settings);
    job.project = loadRunnable(pathFromUtf8(options.project), {}, {}, console,
                               project::UnknownKeys::keep, &job.set);
    const project::LaunchPlan plan = project::makePlan(job.project, job.set);
    if (job.project.compile.arch == "auto")
        job.project.compile.arch = fmt::format("sm_{}{}", limits.ccMajor, limits.ccMinor);
    BlockingSession session(console, session::WorkerHome::child_process);
    const compile::CompileResult result = session.compile(std::move(job));
    for (const compile::Diagnostic& diagnostic : result.diagnostics)
        console.diagnostic(diagnostic);
    if (!result.succeeded)
        throw Error(ErrorKind::compile,
                    {"WB3044", "the kernel did not compile", "see the lines above"},
                    Place{options.project});
    std::vector<NamedUsage> usages;
    for (const project::PlannedLaunch& launch : plan.launches) {
        if (launch.library)
            continue; // it launches kernels without known code
        const compile::KernelInfo* kernel = result.kernel(launch.kernel);
        if (!kernel || !kernel->registers)
            throw Error(ErrorKind::project,
                        {"WB3045",
                         "nothing is known of kernel \"{kernel}\"",
                         "check its name, and compile for a real architecture (sm_…)",
                         {{"kernel", launch.kernel}}},
                        launch.place);
        usages.push_back({launch.kernel, session::usageOf(launch, *kernel)});
    }
    if (usages.empty())
        throw Error(ErrorKind::project,
                    {"WB3046", "the project does not launch a kernel", "add a launch"},
                    Place{options.project});
    return usages;
}

json limitJson(int limit) {
    return limit == occupancy::kUnlimited ? json(nullptr) : json(limit);
}

json occupancyJson(const occupancy::Occupancy& result) {
    json document = session::toJson(result);
    document["limits"] = {{"warps", limitJson(result.limitWarps)},
                          {"registers", limitJson(result.limitRegisters)},
                          {"shared_memory", limitJson(result.limitShared)},
                          {"blocks", limitJson(result.limitBlocks)},
                          {"barriers", limitJson(result.limitBarriers)}};
    return document;
}

json curveJson(const std::vector<occupancy::CurvePoint>& curve) {
    json points = json::array();
    for (const occupancy::CurvePoint& point : curve) {
        const json value = session::toJson(point.occupancy);
        points.push_back({{"x", point.x},
                          {"active_blocks", value.at("active_blocks")},
                          {"active_warps", value.at("active_warps")},
                          {"limiters", value.at("limiters")}});
    }
    return points;
}

std::vector<occupancy::CurvePoint> curveOf(const OccupancyOptions& options,
                                           const occupancy::DeviceLimits& limits,
                                           const KernelUsage& usage) {
    if (options.curve.empty())
        return {};
    const auto axis = options.curve == "threads" ? occupancy::CurveAxis::threads
                      : options.curve == "regs"  ? occupancy::CurveAxis::registers
                                                 : occupancy::CurveAxis::shared;
    return occupancy::curve(limits, usage, axis);
}

std::string limitText(int limit) {
    return limit == occupancy::kUnlimited ? "-" : std::to_string(limit);
}

void printText(Console& console, const OccupancyOptions& options,
               const occupancy::DeviceLimits& limits, const std::vector<NamedUsage>& usages) {
    Table table{{"kernel", "threads", "registers", "shared", "blocks/SM", "warps/SM", "occupancy",
                 "limited by", "by warps", "by registers", "by shared", "by blocks", "by barriers"},
                {}};
    for (const NamedUsage& named : usages) {
        const occupancy::Occupancy o = occupancy::compute(limits, named.usage);
        table.rows.push_back(
            {named.kernel.empty() ? "-" : named.kernel, std::to_string(named.usage.threads),
             std::to_string(named.usage.registers),
             std::to_string(named.usage.staticShared + named.usage.dynamicShared),
             std::to_string(o.activeBlocks), fmt::format("{} of {}", o.activeWarps, o.maxWarps),
             fmt::format("{:.0f} %", o.fraction * 100), limitersText(o), limitText(o.limitWarps),
             limitText(o.limitRegisters), limitText(o.limitShared), limitText(o.limitBlocks),
             limitText(o.limitBarriers)});
    }
    console.line(fmt::format("Compute capability {}.{}{}", limits.ccMajor, limits.ccMinor,
                             limits.estimated ? " (estimated from the newest known one)" : ""));
    console.table(table);
    const auto curve = curveOf(options, limits, usages.front().usage);
    if (curve.empty())
        return;
    Table points{{options.curve, "blocks/SM", "warps/SM", "limited by"}, {}};
    for (const occupancy::CurvePoint& point : curve)
        points.rows.push_back(
            {std::to_string(point.x), std::to_string(point.occupancy.activeBlocks),
             std::to_string(point.occupancy.activeWarps), limitersText(point.occupancy)});
    console.line();
    console.table(points);
}

} // namespace

int showOccupancy(const OccupancyOptions& options, Console& console) {
    if (options.project.empty() && !options.threads)
        throw Error(ErrorKind::usage,
                    {"WB3047", "neither a project nor --threads was given",
                     "write for instance --threads 256 --regs 32, or name a project"});
    const occupancy::DeviceLimits limits = limitsFrom(options);
    std::vector<NamedUsage> usages;
    if (options.threads) {
        KernelUsage usage;
        usage.threads = *options.threads;
        usage.registers = options.registers;
        usage.dynamicShared = options.shared;
        // "What if" is about the hardware, so it opts in to any amount that the GPU supports.
        usage.maxDynamicShared = limits.sharedPerBlockOptin;
        usages.push_back({"", usage});
    } else {
        usages = usagesOf(options, limits, console);
    }
    if (!console.json()) {
        printText(console, options, limits, usages);
        return 0;
    }
    json launches = json::array();
    for (const NamedUsage& named : usages)
        launches.push_back({{"kernel", named.kernel.empty() ? json(nullptr) : json(named.kernel)},
                            {"occupancy", occupancyJson(occupancy::compute(limits, named.usage))}});
    const json first = launches.front().at("occupancy");
    console.document({{"format", "warpbench-occupancy"},
                      {"version", 1},
                      {"warpbench", kVersion},
                      {"compute_capability", fmt::format("{}.{}", limits.ccMajor, limits.ccMinor)},
                      {"estimated", limits.estimated},
                      {"occupancy", first},
                      {"launches", std::move(launches)},
                      {"curve", options.curve.empty()
                                    ? json(nullptr)
                                    : curveJson(curveOf(options, limits, usages.front().usage))}});
    return 0;
}

} // namespace warpbench::cli
