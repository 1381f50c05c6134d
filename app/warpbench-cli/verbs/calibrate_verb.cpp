// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/path_text.h"
#include "core/calibrate/calibrate.h"
#include "core/cuda/driver.h"
#include "core/platform/files.h"
#include "core/processes/interrupt.h"
#include "core/run/device_preference.h"
#include "core/workers/compiler.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <stop_token>

/// The verb that measures a real GPU's speeds for estimates.
namespace warpbench::cli {

namespace {

/// A calibration can be stopped while it compiles and while it measures.
struct Stopping {
    std::stop_source compile;
    std::atomic<bool> measuring{false};
    platform::InterruptWatcher watcher{[this] {
        compile.request_stop();
        measuring = true;
    }};
};

cuda::Module compiledFor(const cuda::Context& context, const std::stop_token& stop) {
    const cuda::Device& device = context.device();
    compile::CompileRequest request;
    request.source = calibrate::kernelsSource();
    request.fileName = "calibrate.cu";
    request.arch = fmt::format("sm_{}{}", device.ccMajor(), device.ccMinor());
    request.lineInfo = false;
    const compile::CompileResult compiled = session::makeHelperCompiler(1)->compile(request, stop);
    if (!compiled.succeeded)
        throw Error(ErrorKind::compile,
                    {"WB3110",
                     "the kernels that measure the GPU did not compile: {problem}",
                     "choose another version of the compiler",
                     {{"problem", compiled.log}}});
    if (compiled.cubin)
        return cuda::Module::fromImage(context, std::as_bytes(std::span(*compiled.cubin)));
    return cuda::Module::fromPtx(context, compiled.ptx);
}

std::string fileNameOf(const estimate::GpuModel& model) {
    std::string name;
    for (const char c : model.name)
        name += c == ' ' || c == '/' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return name + ".json";
}

/// Beside the figures of the model that was known before.
Table tableOf(const estimate::GpuModel& measured, const estimate::GpuModel& before) {
    Table table{{"", "measured", "before", "unit"}, {}};
    std::vector<std::string> old;
    estimate::forEachFigure(before, [&](const estimate::Figure&, const auto& value) {
        old.push_back(numberText(double(value)));
    });
    std::size_t index = 0;
    estimate::forEachFigure(measured, [&](const estimate::Figure& figure, const auto& value) {
        table.rows.push_back(
            {figure.meaning, numberText(double(value)), old[index++], figure.unit});
    });
    return table;
}

} // namespace

int calibrateGpu(const CalibrateOptions& options, Console& console) {
    session::DeviceInfo chosen;
    {
        BlockingSession session(console, session::WorkerHome::child_process);
        const std::vector<session::DeviceInfo> devices = session.listDevices();
        chosen = devices[session::choosePreferredDevice(devices, options.device)];
    }
    if (chosen.simulated)
        throw Error(ErrorKind::usage,
                    {"WB3111",
                     "{device} is simulated, and has no speeds to measure",
                     "choose a real GPU with --device; `warpbench-cli devices` lists them",
                     {{"device", chosen.name}}});
    Stopping stopping;
    const cuda::Context context =
        cuda::Context::create(cuda::Driver::openSystem().device(chosen.ordinal));
    const cuda::Module kernels = compiledFor(context, stopping.compile.get_token());
    const estimate::GpuModel like =
        calibrate::nearestModel(chosen.name, chosen.ccMajor, chosen.ccMinor);
    const estimate::GpuModel model = calibrate::measureModel(
        context, kernels, like, stopping.measuring, [&](const std::string& what, double fraction) {
            console.progress(fmt::format("measuring {} ({:.0f} %)", what, fraction * 100));
        });
    console.endProgress();
    const std::filesystem::path file =
        options.to.empty() ? estimate::modelFolder() / fileNameOf(model) : pathFromUtf8(options.to);
    platform::replaceFile(file, estimate::modelText(model), ErrorKind::environment);
    if (console.json()) {
        nlohmann::json document = nlohmann::json::parse(estimate::modelText(model));
        document["file"] = utf8(file);
        console.document(document);
        return 0;
    }
    console.table(tableOf(model, like));
    console.line(
        fmt::format("\"before\" are the figures of the {} that Warpbench comes with.", like.name));
    if (like.name != model.name)
        console.line(fmt::format("Warpbench does not simulate the {} yet, so nothing uses {}.",
                                 model.name, utf8(file)));
    else if (!options.to.empty())
        console.line(fmt::format("Estimates use {} once it is in {}", utf8(file),
                                 utf8(estimate::modelFolder())));
    else
        console.line(fmt::format("Estimates for the {} use these figures from now on: {}",
                                 model.name, utf8(file)));
    return 0;
}

} // namespace warpbench::cli
