// SPDX-License-Identifier: GPL-3.0-or-later
// What core adds to the driver: launches, scopes, pools, copies.
//
//     bench_launch_overhead                        the simulated device
//     WARPBENCH_BENCH_DEVICE=real bench_launch_overhead   the first real one
//
// On a real GPU, core_launch must not take more than 5% longer than bare_launch. Launches are timed
// in batches that fit into the driver's queue, so that the host never waits for the device.
#include "core/cuda/context_state.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/launch/arguments.h"
#include "core/memory/device_pool.h"
#include "core/memory/host_pool.h"
#include "core/memory/staging.h"
#include "tests/cuda/kernels.h"

#include <benchmark/benchmark.h>

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

/// A context with two kernels; made once, because a context costs a tenth of a second.
struct Bench {
    cuda::Context context = cuda::Context::create(driver().device(0));
    cuda::Stream stream = cuda::Stream::create(context);
    cuda::Module module = cuda::Module::fromPtx(context, test::kKernels);
    cuda::Kernel nothing = module.kernel("nothing");
    cuda::Kernel fill = module.kernel("fill");
    cuda::DeviceMemory memory = cuda::DeviceMemory::allocate(context, 4096);
    launch::PackedArguments arguments{
        "fill",
        std::vector<launch::ArgumentValue>{launch::ArgumentValue::pointer(memory.pointer(), "out"),
                                           launch::ArgumentValue::of(std::uint32_t(1), "value"),
                                           launch::ArgumentValue::of(std::uint32_t(32), "n")},
        std::vector<launch::ParameterSpec>{{8, ""}, {4, ""}, {4, ""}}};
    cuda::LaunchConfig config{.grid = {1, 1, 1},
                              .block = {32, 1, 1},
                              .sharedBytes = 0,
                              .cooperative = false,
                              .cluster = {},
                              .maxDynamicShared = {}};

    static Bench& get() {
        static Bench bench;
        return bench;
    }
};

/// Times batches of `once`; what was queued is waited for outside the measured time.
template <class Once>
void timeBatches(benchmark::State& state, Once once) {
    Bench& bench = Bench::get();
    for (auto _ : state) {
        const Clock::time_point began = Clock::now();
        for (int i = 0; i < kBatch; ++i)
            once();
        state.SetIterationTime(std::chrono::duration<double>(Clock::now() - began).count());
        bench.stream.synchronize();
    }
    state.SetItemsProcessed(state.iterations() * kBatch);
    state.counters["each"] =
        benchmark::Counter(double(state.iterations() * kBatch),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.SetLabel(bench.context.device().name());
}

void bareLaunch(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const cuda::DriverApi& api = bench.context.driver().api();
    const CUfunction function = bench.nothing.handle();
    const CUstream stream = bench.stream.handle();
    timeBatches(state, [&] {
        benchmark::DoNotOptimize(
            api.launchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, nullptr));
    });
}
BENCHMARK(bareLaunch)->Name("bare_launch")->UseManualTime();

void coreLaunch(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    timeBatches(state, [&] { bench.nothing.launch(bench.config, bench.stream, nullptr); });
}
BENCHMARK(coreLaunch)->Name("core_launch")->UseManualTime();

void bareLaunchWithArguments(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const cuda::DriverApi& api = bench.context.driver().api();
    const CUfunction function = bench.fill.handle();
    const CUstream stream = bench.stream.handle();
    auto** arguments = const_cast<void**>(bench.arguments.pointers());
    timeBatches(state, [&] {
        benchmark::DoNotOptimize(
            api.launchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
    });
}
BENCHMARK(bareLaunchWithArguments)->Name("bare_launch_3_arguments")->UseManualTime();

void coreLaunchWithArguments(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    timeBatches(state,
                [&] { bench.fill.launch(bench.config, bench.stream, bench.arguments.pointers()); });
}
BENCHMARK(coreLaunchWithArguments)->Name("core_launch_3_arguments")->UseManualTime();

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
    memory::HostPool pool(bench.context);
    memory::StagingCopier copier(bench.context, pool, {.threads = threads});
    for (auto _ : state) {
        if (threads == 0)
            cuda::copyToDevice(bench.context, target.pointer(), source.data(), bytes);
        else
            copier.upload(bench.stream, target.pointer(), source.data(), bytes);
        bench.stream.synchronize();
    }
    state.SetBytesProcessed(state.iterations() * std::int64_t(bytes));
}
BENCHMARK(pageableUpload)->Name("pageable_upload")->Arg(0)->Arg(1)->Arg(4)->Arg(8)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
