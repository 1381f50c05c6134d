// SPDX-License-Identifier: GPL-3.0-or-later
// From a changed 10-line kernel to its report, through a Session as in the window: worker and
// compiler in child processes, a new kernel in every iteration. The limit on a real GPU is 60 ms on
// top of NVRTC's own time, measured in the same run with similarly changed kernels.
#include "core/cache/options.h"
#include "core/compile/compile.h"
#include "core/compile/nvrtc.h"
#include "core/session/session.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <stdexcept>
#include <vector>

using namespace warpbench;
using Clock = std::chrono::steady_clock;

namespace {

/// Ten lines, different for every `edit`, so that no cache knows it.
std::string kernel(int edit) {
    return fmt::format("extern \"C\" __global__ void k(float* d, const float* a, int n)\n"
                       "{{\n"
                       "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "    if (i >= n)\n"
                       "        return;\n"
                       "    float x = a[i];\n"
                       "    x = x * x + {}.5f;\n"
                       "    x = x / (1.0f + x);\n"
                       "    d[i] = x;\n"
                       "}}\n",
                       edit);
}

project::Project sampleProject() {
    project::Project project;
    project.name = "edited";
    project.parameters["n"] = {"1048576", {}};
    for (const char* name : {"a", "d"}) {
        project::Buffer& buffer = project.buffers.emplace_back();
        buffer.name = name;
        buffer.shape = {{"n", {}}};
    }
    project.buffers[0].init.kind = project::Init::Kind::arange;
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = {{"ceil_div(n, 256)", {}}};
    launch.block = {{"256", {}}};
    project::ScalarArg count;
    count.type = arrays::DType(arrays::Scalar::int32);
    count.value = {{"n", {}}};
    launch.args = {{project::BufferArg{"d", project::Access::out, std::nullopt}, {}},
                   {project::BufferArg{"a", project::Access::in, std::nullopt}, {}},
                   {count, {}}};
    project.launches = {launch};
    project.timing.repeats = 0; // the report comes first; timing follows on request
    return project;
}

session::RunReport run(session::Session& session, session::RunRequest request) {
    auto promise = std::make_shared<std::promise<session::RunReport>>();
    session::Handlers<session::RunReport> handlers;
    handlers.done = [promise](const session::RunReport& report) { promise->set_value(report); };
    handlers.failed = [promise](const Error& error) {
        promise->set_exception(std::make_exception_ptr(error));
    };
    auto future = promise->get_future();
    session.run(std::move(request), std::move(handlers));
    return future.get();
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// NVRTC alone, in milliseconds, with the options that the session gives it.
double nvrtcMilliseconds(const std::string& source, const std::string& arch) {
    const auto nvrtc = compile::Nvrtc::get();
    compile::CompileRequest request;
    request.source = source;
    request.fileName = "kernel.cu";
    request.arch = arch;
    const auto options = compile::makeOptions(request, nvrtc->includeDirs(), nvrtc->hasOwnCache());
    const auto start = Clock::now();
    if (!nvrtc->compile(request.source, request.fileName, options, {}).succeeded)
        throw std::runtime_error("the kernel does not compile");
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void editToReport(benchmark::State& state, const char* device) {
    session::Session session({session::WorkerHome::child_process, {}, {}});
    session::RunRequest request;
    request.project = sampleProject();
    request.device = device;
    static int edit = 0; // shared by all benchmarks, so that none finds another's kernel in the
                         // cache
    std::vector<double> totals;
    std::vector<double> compiles;
    std::string arch;
    try {
        // The children are up and the context exists, as after the first run of the day.
        request.source = kernel(edit++);
        const session::RunReport first = run(session, request);
        if (first.status != session::RunStatus::ok)
            throw std::runtime_error(first.message.whole());
        arch = first.compile->arch;
        state.SetLabel(first.device->name);
        for (auto _ : state) {
            request.source = kernel(edit++);
            const auto start = Clock::now();
            const session::RunReport report = run(session, request);
            const std::chrono::duration<double> took = Clock::now() - start;
            if (report.status != session::RunStatus::ok || report.compile->cached)
                throw std::runtime_error("not run anew: " + report.message.whole());
            state.SetIterationTime(took.count());
            totals.push_back(took.count() * 1000);
            compiles.push_back(nvrtcMilliseconds(kernel(edit++), arch));
        }
    } catch (const std::exception& problem) {
        state.SkipWithError(problem.what());
        return;
    }
    const double total = median(totals);
    const double compile = median(compiles);
    state.counters["total_ms"] = total;
    state.counters["nvrtc_ms"] = compile;
    state.counters["beyond_nvrtc_ms"] = total - compile;
    state.counters["ratio"] = total / compile;
}

} // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / "warpbench-bench-edit";
    std::filesystem::remove_all(folder);
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    if (const compile::CompilerInfo info = compile::compilerInfo(); !info.available) {
        std::fprintf(stderr, "%s\n", info.problem.c_str());
        return 77; // skipped
    }
    for (const auto& [name, device] :
         {std::pair<const char*, const char*>{"first_choice", ""}, {"simulated", "sim"}})
        benchmark::RegisterBenchmark(
            (std::string("edit_to_report/") + name).c_str(),
            [device = device](benchmark::State& state) { editToReport(state, device); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime()
            ->Iterations(30);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    std::filesystem::remove_all(folder);
    return 0;
}
