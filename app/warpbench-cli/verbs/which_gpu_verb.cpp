// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/estimate_text.h"
#include "app/warpbench-cli/project_loading.h"
#include "app/warpbench-cli/report_text.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/report/pass_estimate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

/// The verb that estimates a project's time on every GPU that can be simulated.
namespace warpbench::cli {

namespace {

using nlohmann::json;

/// A GPU, and the result of a run on it.
struct OnGpu {
    session::DeviceInfo device;
    estimate::TimeEstimate pass; ///< untimed: the reason
};

json gpuJson(const OnGpu& gpu) {
    const estimate::TimeEstimate& pass = gpu.pass;
    json bounds = json::array();
    for (const estimate::BoundShare& bound : pass.boundBy)
        bounds.push_back({{"what", nameOf(bound.bound)}, {"share", bound.share}});
    return {{"device", gpu.device.name},
            {"selector", gpu.device.selector},
            {"ms", pass.timed() ? json(pass.ms) : json(nullptr)},
            {"low", pass.timed() ? json(pass.low) : json(nullptr)},
            {"high", pass.timed() ? json(pass.high) : json(nullptr)},
            {"bound_by", std::move(bounds)},
            {"calibrated", pass.calibrated},
            {"reason", pass.timed() ? json(nullptr) : json(pass.untimed.whole())}};
}

void print(Console& console, const std::vector<OnGpu>& gpus) {
    Table table{{"GPU", "estimated", "between", "times the best", "limited by"}, {}};
    const double best = gpus.front().pass.timed() ? gpus.front().pass.ms : 0;
    bool guessed = false;
    for (const OnGpu& gpu : gpus) {
        const estimate::TimeEstimate& pass = gpu.pass;
        if (!pass.timed()) {
            std::string reason = pass.untimed.whole();
            std::replace(reason.begin(), reason.end(), '\n', ' ');
            table.rows.push_back({gpu.device.name, "-", "-", "-", std::move(reason)});
            continue;
        }
        guessed = guessed || !pass.calibrated;
        table.rows.push_back({pass.model + (pass.calibrated ? "" : " *"), timeText(pass.ms),
                              fmt::format("{} and {}", timeText(pass.low), timeText(pass.high)),
                              best > 0 ? fmt::format("{:.2f}", pass.ms / best) : "-",
                              boundsText(pass)});
    }
    console.table(table);
    console.line("A pass over the launches, estimated, not measured.");
    if (guessed)
        console.line("* Some speeds of this GPU were not measured, so its range is wider.");
}

} // namespace

int compareGpus(const WhichGpuOptions& options, Console& console) {
    session::RunRequest request;
    request.set = parseSettings(options.settings);
    request.project =
        loadRunnable(pathFromUtf8(options.project), options.includeDirs, options.defines, console,
                     project::UnknownKeys::keep, &request.set);
    request.project.mayLeaveFolder = request.project.mayLeaveFolder || options.allowOutside;
    request.devices = 1;
    request.repeats = 0;
    request.estimate = true;
    BlockingSession session(console, session::WorkerHome::child_process);
    std::vector<OnGpu> gpus;
    for (const session::DeviceInfo& device : session.listDevices()) {
        if (!device.simulated || !device.usable() || device.spare)
            continue;
        request.device = device.selector;
        const session::RunReport report = session.run(request);
        if (report.status == session::RunStatus::cancelled)
            throw Error(ErrorKind::cancelled, {"WB3106", "the comparison was stopped"});
        gpus.push_back({device, session::passEstimate(report)});
    }
    if (gpus.empty())
        throw Error(ErrorKind::environment,
                    {"WB3107", "no simulated GPU is available to estimate times for",
                     "see warpbench-cli doctor"});
    std::stable_sort(gpus.begin(), gpus.end(), [](const OnGpu& a, const OnGpu& b) {
        return session::isListedBefore(a.pass, b.pass);
    });
    if (console.json()) {
        json all = json::array();
        for (const OnGpu& gpu : gpus)
            all.push_back(gpuJson(gpu));
        console.document({{"format", "warpbench-which-gpu"},
                          {"version", 1},
                          {"warpbench", kVersion},
                          {"project", request.project.name},
                          {"gpus", std::move(all)}});
    } else {
        print(console, gpus);
    }
    return gpus.front().pass.timed() ? 0 : 4;
}

} // namespace warpbench::cli
