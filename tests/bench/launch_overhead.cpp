// SPDX-License-Identifier: GPL-3.0-or-later
// What core adds to the driver: launches, scopes, pools, copies.
//
//     bench_launch_overhead                        the simulated device
//     WARPBENCH_BENCH_DEVICE=real bench_launch_overhead   the first real one
//
// On a real GPU, launch/N must have a ratio of at most 1.03: launches by core with N arguments
// beside cuLaunchKernel alone. Launches are timed in batches that fit into the driver's queue, so
// that the host never waits for the device.
#include "core/cuda/context_state.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/launch/arguments.h"
#include "core/memory/device_pool.h"
#include "core/memory/host_pool.h"
#include "core/memory/staging.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

using namespace warpbench;

namespace {

using Clock = std::chrono::steady_clock;

/// Fits into the queue of every driver since CUDA 11 (1024 launches).
constexpr int kBatch = 256;

const cuda::Driver& driver() {
    const char* wanted = std::getenv("WARPBENCH_BENCH_DEVICE");
    return wanted && std::string(wanted) == "real" ? cuda::Driver::openSystem()
                                                   : cuda::Driver::openSimulated();
}

constexpr int kMostArguments = 16;

/// Kernels with that many integer parameters and no work: nothing_0 to nothing_16.
std::string kernelsOfManyArguments() {
    std::string text = ".version 7.0\n.target sm_52\n.address_size 64\n";
    for (int count = 0; count <= kMostArguments; ++count) {
        text += fmt::format(".visible .entry nothing_{}(", count);
        for (int i = 0; i < count; ++i)
            text += fmt::format("{}.param .u32 p{}_{}", i > 0 ? ", " : "", count, i);
        text += ")\n{\n    ret;\n}\n";
    }
    return text;
}

launch::PackedArguments packed(int count) {
    std::vector<launch::ArgumentValue> values;
    std::vector<launch::ParameterSpec> parameters;
    for (int i = 0; i < count; ++i) {
        values.push_back(launch::ArgumentValue::of(std::uint32_t(i), "argument"));
        parameters.push_back({4, ""});
    }
    return {"nothing", values, parameters};
}

/// A context with kernels; made once, because a context costs a tenth of a second.
struct Bench {
    cuda::Context context = cuda::Context::create(driver().device(0));
    cuda::Stream stream = cuda::Stream::create(context);
    cuda::Module module = cuda::Module::fromPtx(context, kernelsOfManyArguments());
    cuda::LaunchConfig config = [] {
        cuda::LaunchConfig one;
        one.grid = {1, 1, 1};
        one.block = {32, 1, 1};
        return one;
    }();

    static Bench& get() {
        static Bench bench;
        return bench;
    }
};

/// The time of a batch of `once`, in seconds, without waiting for queued work.
template <class Once>
double secondsOfBatch(Once& once) {
    const Clock::time_point began = Clock::now();
    for (int i = 0; i < kBatch; ++i)
        once();
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    Bench::get().stream.synchronize();
    return seconds;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Alternates batches by core and by the driver alone without a fixed first one, because the cost
/// of a launch drifts by a fifth from one second to the next.
void launches(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const cuda::DriverApi& api = bench.context.driver().api();
    const int count = int(state.range(0));
    const launch::PackedArguments arguments = packed(count);
    const cuda::Kernel kernel = bench.module.kernel(fmt::format("nothing_{}", count));
    const CUfunction function = kernel.handle();
    const CUstream stream = bench.stream.handle();
    auto** pointers = const_cast<void**>(arguments.pointers());
    const auto bare = [&] {
        benchmark::DoNotOptimize(
            api.launchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, pointers, nullptr));
    };
    const auto core = [&] { kernel.launch(bench.config, bench.stream, arguments.pointers()); };
    std::vector<double> bareTimes;
    std::vector<double> coreTimes;
    for (auto _ : state) {
        bareTimes.push_back(secondsOfBatch(bare));
        coreTimes.push_back(secondsOfBatch(core));
        coreTimes.push_back(secondsOfBatch(core));
        bareTimes.push_back(secondsOfBatch(bare));
    }
    const double bareSeconds = median(bareTimes);
    const double coreSeconds = median(coreTimes);
    state.counters["bare_us"] = bareSeconds / kBatch * 1e6;
    state.counters["core_us"] = coreSeconds / kBatch * 1e6;
    state.counters["ratio"] = coreSeconds / bareSeconds;
    state.SetLabel(bench.context.device().name());
}
BENCHMARK(launches)
    ->Name("launch")
    ->ArgName("arguments")
    ->Arg(0)
    ->Arg(2)
    ->Arg(kMostArguments)
    ->Iterations(500)
    ->UseRealTime();

void nestedScope(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope outer(bench.context);
    for (auto _ : state) {
        const cuda::ContextScope inner(bench.context);
        benchmark::DoNotOptimize(&inner);
    }
}
BENCHMARK(nestedScope)->Name("nested_scope");

void driverAllocation(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            cuda::DeviceMemory::allocate(bench.context, std::size_t(state.range(0))));
}
BENCHMARK(driverAllocation)->Name("driver_allocate_free")->Arg(4096)->Arg(1 << 20)->Arg(64 << 20);

void poolAllocation(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    memory::DevicePool pool(bench.context);
    for (auto _ : state)
        benchmark::DoNotOptimize(pool.allocate(std::size_t(state.range(0)), bench.stream));
}
BENCHMARK(poolAllocation)->Name("pool_allocate_free")->Arg(4096)->Arg(1 << 20)->Arg(64 << 20);

/// Every block comes from the other stream, so each costs an event and a wait.
void poolAcrossStreams(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    memory::DevicePool pool(bench.context);
    const cuda::Stream other = cuda::Stream::create(bench.context);
    bool first = true;
    for (auto _ : state) {
        benchmark::DoNotOptimize(pool.allocate(4096, first ? bench.stream : other));
        first = !first;
    }
}
BENCHMARK(poolAcrossStreams)->Name("pool_allocate_free_across_streams");

void hostPoolAllocation(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    memory::HostPool pool(bench.context);
    for (auto _ : state)
        benchmark::DoNotOptimize(pool.allocate(std::size_t(state.range(0))));
}
BENCHMARK(hostPoolAllocation)->Name("host_pool_allocate_free")->Arg(4096)->Arg(1 << 20);

/// Pageable memory to the device and back: the driver's own copy (0 threads) and staged ones.
void pageableUpload(benchmark::State& state) {
    Bench& bench = Bench::get();
    const auto threads = unsigned(state.range(0));
    const std::size_t bytes = std::size_t(256) << 20;
    std::vector<std::byte> source(bytes, std::byte(1));
    const cuda::DeviceMemory target = cuda::DeviceMemory::allocate(bench.context, bytes);
    memory::StagingCopier copier(bench.context, {.threads = threads});
    for (auto _ : state) {
        if (threads == 0)
            cuda::copyToDevice(bench.context, target.pointer(), source.data(), bytes);
        else if (!copier.upload(bench.stream, target.pointer(), source.data(), bytes))
            state.SkipWithError("no page-locked memory");
        bench.stream.synchronize();
    }
    state.SetBytesProcessed(state.iterations() * std::int64_t(bytes));
}
BENCHMARK(pageableUpload)->Name("pageable_upload")->Arg(0)->Arg(1)->Arg(4)->Arg(8)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
