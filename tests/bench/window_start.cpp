// SPDX-License-Identifier: GPL-3.0-or-later
// From starting `warpbench` to the first frame of its window: at most 0.5 s on a warm machine. The
// program reports when the frame is painted and passed to the display (--exit-after-first-frame).
// The time is measured here, to include loading the program and its libraries. Offscreen, and on
// any display: use xvfb-run for an X server without a screen.
#include "core/platform/folders.h"
#include "core/processes/child_process.h"
#include "tests/source_path.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

using namespace warpbench;
using Clock = std::chrono::steady_clock;

namespace {

std::filesystem::path g_warpbench;

void firstFrame(benchmark::State& state, const char* qtPlatform, bool withProject) {
    const platform::TemporaryFolder settings; // neither the user's layout nor their last project
    for (auto _ : state) {
        platform::ProgramOptions options;
        options.arguments = {"--exit-after-first-frame"};
        if (withProject)
            options.arguments.emplace_back(
                test::sourcePath("examples/matrix_multiply/matrix_multiply.warpbench"));
        options.environment["XDG_CONFIG_HOME"] = settings.path().string();
        options.environment["CUDA_DEVICE"] = "sim";
        if (qtPlatform)
            options.environment["QT_QPA_PLATFORM"] = qtPlatform;
        options.limit = std::chrono::seconds(60);
        std::optional<double> shown;
        std::string output;
        const auto start = Clock::now();
        options.onOutput = [&](std::string_view piece) {
            output += piece;
            if (!shown && output.find("first frame") != std::string::npos)
                shown = std::chrono::duration<double>(Clock::now() - start).count();
        };
        const platform::ProgramResult result = platform::runProgram(g_warpbench, options);
        if (!shown || !result.status.ok()) {
            state.SkipWithError(("no frame was shown: " + result.errors).c_str());
            return;
        }
        state.SetIterationTime(*shown);
    }
}

} // namespace

int main(int argc, char** argv) {
    g_warpbench = platform::executableFolder() / "warpbench";
    const auto add = [](const char* name, const char* qtPlatform, bool withProject) {
        benchmark::RegisterBenchmark(
            name, [=](benchmark::State& state) { firstFrame(state, qtPlatform, withProject); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(10);
    };
    add("first_frame/offscreen/empty", "offscreen", false);
    add("first_frame/offscreen/project", "offscreen", true);
    if (platform::environmentVariable("DISPLAY"))
        add("first_frame/x11/project", "xcb", true);
    if (platform::environmentVariable("WAYLAND_DISPLAY"))
        add("first_frame/wayland/project", "wayland", true);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
