// SPDX-License-Identifier: GPL-3.0-or-later
// What a request costs beyond its work, and what a second device gains.
//
//     bench_workers                             the first device, a real one where there is one
//     WARPBENCH_BENCH_DEVICE=DEV bench_workers   another, named as run's --device names it
//
// way/…: a request through a child worker beside the same one through a thread of this process, in
// pairs; at most 0.1 ms between their medians. scatter_work_gather: 1 GiB to the devices, a
// thousand multiplications of each number, and back, on one device and on two; two are to be 1.9
// times as fast. Where there is one device alone, its row says so.
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

std::string device() {
    const char* wanted = std::getenv("WARPBENCH_BENCH_DEVICE");
    return wanted && std::string(wanted) != "real" ? wanted : "0"; // "real" as other benchmarks
}

/// Waits for the answer to a request of a session.
template <class Result, class Ask>
Result answerTo(Ask ask) {
    auto promise = std::make_shared<std::promise<Result>>();
    session::Handlers<Result> handlers;
    handlers.done = [promise](const Result& result) { promise->set_value(result); };
    handlers.failed = [promise](const Error& error) {
        promise->set_exception(std::make_exception_ptr(error));
    };
    auto future = promise->get_future();
    ask(std::move(handlers));
    return future.get();
}

session::RunReport run(session::Session& session, const session::RunRequest& request) {
    session::RunReport report = answerTo<session::RunReport>(
        [&](auto handlers) { session.run(request, std::move(handlers)); });
    if (report.status != session::RunStatus::ok)
        throw std::runtime_error(report.message.whole());
    return report;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

template <class Work>
double millisecondsOf(Work work) {
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// ---- the way of a request ----

project::Project smallProject() {
    project::Project project;
    project.name = "small";
    project::Buffer& buffer = project.buffers.emplace_back();
    buffer.name = "kept";
    buffer.shape = {{"32", {}}};
    project::Launch launch;
    launch.kernel = "k";
    launch.grid = {{"1", {}}};
    launch.block = {{"32", {}}};
    launch.args = {{project::BufferArg{"kept", project::Access::resident, std::nullopt}, {}}};
    project.launches = {launch};
    project.timing.repeats = 0;
    return project;
}

struct Home {
    session::Session session;
    session::RunRequest request;
    session::BufferRef ref;

    explicit Home(session::WorkerHome home)
        : session({home, {}, {}}) {
        request.project = smallProject();
        request.source = "extern \"C\" __global__ void k(float* d) { d[threadIdx.x] += 1; }\n";
        request.device = device();
        ref = run(session, request).buffers.front().ref;
    }
    void read() {
        answerTo<arrays::HostArray>([&](auto handlers) {
            session.read({ref, 0, 1}, std::move(handlers));
        });
    }
};

/// Medians of both homes, their requests in turns.
void way(benchmark::State& state, const std::function<void(Home&)>& request) {
    try {
        Home child(session::WorkerHome::child_process);
        Home here(session::WorkerHome::this_process);
        std::vector<double> childMs;
        std::vector<double> hereMs;
        for (auto _ : state) {
            childMs.push_back(millisecondsOf([&] { request(child); }));
            hereMs.push_back(millisecondsOf([&] { request(here); }));
            state.SetIterationTime(childMs.back() / 1000);
        }
        state.counters["child_ms"] = median(childMs);
        state.counters["in_process_ms"] = median(hereMs);
        state.counters["way_ms"] = median(childMs) - median(hereMs);
    } catch (const std::exception& problem) {
        state.SkipWithError(problem.what());
    }
}

void wayOfARun(benchmark::State& state) {
    way(state, [](Home& home) { run(home.session, home.request); });
}
BENCHMARK(wayOfARun)->Name("way/run")->UseManualTime()->Iterations(300);

void wayOfARead(benchmark::State& state) {
    way(state, [](Home& home) { home.read(); });
}
BENCHMARK(wayOfARead)->Name("way/read_resident")->UseManualTime()->Iterations(1000);

// ---- several devices ----

project::Project decayProject(std::int64_t numbers) {
    project::Project project;
    project.name = "decay";
    project.parameters["n"] = {std::to_string(numbers), {}};
    project::Buffer& buffer = project.buffers.emplace_back();
    buffer.name = "x";
    buffer.shape = {{"n", {}}};
    buffer.split = true;
    buffer.init.kind = project::Init::Kind::arange;
    // A buffer that nothing checks would stay on the device. All have decayed to nearly nothing.
    buffer.expect.emplace();
    buffer.expect->expression = {"0", {}};
    buffer.expect->atol = 1e-3;
    project::Launch launch;
    launch.kernel = "decay";
    launch.grid = {{"ceil_div(rows, 256)", {}}};
    launch.block = {{"256", {}}};
    project::ScalarArg count;
    count.type = arrays::DType(arrays::Scalar::int32);
    count.value = {{"rows", {}}};
    launch.args = {{project::BufferArg{"x", project::Access::inout, std::nullopt}, {}},
                   {count, {}}};
    project.launches = {launch};
    project.timing.repeats = 5;
    project.timing.warmup = 1;
    return project;
}

/// Of the device that took longest: its copies there and back, and a launch between them. The
/// devices work at the same time; each one's transfers follow each other in the report.
double slowestDeviceMs(const session::RunReport& report) {
    if (report.devices.empty()) {
        double ms = report.launches.front().time->median;
        for (const auto& transfer : report.transfers)
            ms += transfer.ms;
        return ms;
    }
    double slowest = 0;
    const std::size_t each = report.transfers.size() / report.devices.size();
    for (std::size_t i = 0; i < report.devices.size(); ++i) {
        double ms = report.devices[i].launches.front().time->median;
        for (std::size_t k = 0; k < each; ++k)
            ms += report.transfers[i * each + k].ms;
        slowest = std::max(slowest, ms);
    }
    return slowest;
}

void scatterWorkGather(benchmark::State& state) {
    try {
        session::Session session({session::WorkerHome::this_process, {}, {}});
        session::RunRequest request;
        request.project = decayProject(std::int64_t(state.range(1)) << 18);
        request.source = "extern \"C\" __global__ void decay(float* x, int n) {\n"
                         "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "    if (i >= n) return;\n"
                         "    float v = x[i];\n"
                         "    for (int round = 0; round < 1000; ++round) v *= 0.9f;\n"
                         "    x[i] = v;\n"
                         "}\n";
        request.device = device();
        request.devices = int(state.range(0));
        // The first run's copies are staged, the next one's blocks are page-locked first.
        const double first = slowestDeviceMs(run(session, request));
        run(session, request);
        std::vector<double> times;
        for (auto _ : state) {
            times.push_back(slowestDeviceMs(run(session, request)));
            state.SetIterationTime(times.back() / 1000);
        }
        state.counters["first_ms"] = first;
        state.counters["median_ms"] = median(times);
    } catch (const std::exception& problem) {
        state.SkipWithError(problem.what());
    }
}
BENCHMARK(scatterWorkGather)
    ->Name("scatter_work_gather")
    ->ArgNames({"devices", "MiB"})
    ->Args({1, 1024})
    ->Args({2, 1024})
    ->UseManualTime()
    ->Iterations(7);

} // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / "warpbench-bench-workers";
    std::filesystem::remove_all(folder);
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    std::filesystem::remove_all(folder);
    return 0;
}
