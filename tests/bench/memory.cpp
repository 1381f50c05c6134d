// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of core beside the driver's own: pool against stream-ordered allocator, copies of a GiB
// from page-locked, locked and pageable memory.
//
//     bench_memory                                 the simulated device
//     WARPBENCH_BENCH_DEVICE=real bench_memory     the first real one
#include "core/cuda/memory.h"

#include "core/cuda/context_state.h"
#include "core/memory/device_pool.h"
#include "core/memory/host_pool.h"
#include "core/memory/staging.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"
#include "core/platform/shared_memory.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace warpbench;

namespace {

constexpr std::size_t kMiB = std::size_t(1) << 20;
constexpr std::size_t kGiB = std::size_t(1) << 30;

const cuda::Driver& driver() {
    const char* wanted = std::getenv("WARPBENCH_BENCH_DEVICE");
    return wanted && std::string(wanted) == "real" ? cuda::Driver::openSystem()
                                                   : cuda::Driver::openSimulated();
}

struct Bench {
    cuda::Context context = cuda::Context::create(driver().device(0));
    cuda::Stream stream = cuda::Stream::create(context);

    static Bench& get() {
        static Bench bench;
        return bench;
    }
};

// ---- allocation ----

/// The driver's stream-ordered allocator, set not to give memory back between uses.
class DriverPool {
  public:
    DriverPool()
        : m_api(Bench::get().context.driver().api())
        , m_stream(Bench::get().stream.handle()) {}

    CUdeviceptr allocate(std::size_t bytes) {
        CUdeviceptr pointer = 0;
        if (!m_api.memAllocAsync || m_api.memAllocAsync(&pointer, bytes, m_stream) != CUDA_SUCCESS)
            throw std::runtime_error("cuMemAllocAsync gave nothing");
        return pointer;
    }
    void free(CUdeviceptr pointer) { m_api.memFreeAsync(pointer, m_stream); }

  private:
    const cuda::DriverApi& m_api;
    CUstream m_stream;
};

void poolAllocation(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    memory::DevicePool pool(bench.context);
    for (auto _ : state)
        benchmark::DoNotOptimize(pool.allocate(std::size_t(state.range(0)), bench.stream));
}
BENCHMARK(poolAllocation)->Name("pool_allocate_free")->Arg(4096)->Arg(1 << 20)->Arg(64 << 20);

void driverAllocation(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    DriverPool pool;
    for (auto _ : state)
        pool.free(pool.allocate(std::size_t(state.range(0))));
    bench.stream.synchronize();
}
BENCHMARK(driverAllocation)
    ->Name("cuMemAllocAsync_cuMemFreeAsync")
    ->Arg(4096)
    ->Arg(1 << 20)
    ->Arg(64 << 20);

/// Allocations and frees at random, in the manner of RMM's benchmark of that name: sizes even
/// between 1 byte and the limit, with 73 chances of 100 to allocate while there is room, else one
/// of the living blocks goes.
template <class Allocate, class Free>
void randomPattern(std::size_t largest, Allocate allocate, Free free) {
    constexpr int kOperations = 100'000;
    constexpr std::size_t kRoom = 4 * kGiB;
    std::mt19937_64 random(1);
    std::uniform_int_distribution<std::size_t> sizes(1, largest);
    std::uniform_int_distribution<int> chance(0, 99);
    std::vector<std::size_t> living; // sizes, in the order that `free` knows
    std::size_t used = 0;
    for (int i = 0; i < kOperations; ++i) {
        const std::size_t bytes = sizes(random);
        if (living.empty() || (chance(random) < 73 && used + bytes <= kRoom)) {
            allocate(bytes);
            living.push_back(bytes);
            used += bytes;
        } else {
            std::uniform_int_distribution<std::size_t> which(0, living.size() - 1);
            const std::size_t index = which(random);
            used -= living[index];
            free(index);
            living[index] = living.back();
            living.pop_back();
        }
    }
}

void poolRandom(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    memory::PoolStatistics atEnd;
    for (auto _ : state) {
        memory::DevicePool pool(bench.context);
        std::vector<memory::PooledDeviceBlock> blocks;
        randomPattern(
            std::size_t(state.range(0)),
            [&](std::size_t bytes) { blocks.push_back(pool.allocate(bytes, bench.stream)); },
            [&](std::size_t index) {
                blocks[index] = std::move(blocks.back());
                blocks.pop_back();
            });
        atEnd = pool.statistics();
    }
    state.counters["managed_per_requested"] =
        double(atEnd.managedBytes) / double(atEnd.requestedBytes);
    state.counters["managed_per_active"] = double(atEnd.managedBytes) / double(atEnd.activeBytes);
    state.counters["driver_allocations"] = double(atEnd.driverAllocations);
}
BENCHMARK(poolRandom)
    ->Name("random_allocation/pool")
    ->Arg(64 << 10)
    ->Arg(16 << 20)
    ->Arg(256 << 20)
    ->Unit(benchmark::kMillisecond);

void driverRandom(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    for (auto _ : state) {
        DriverPool pool;
        std::vector<CUdeviceptr> blocks;
        randomPattern(
            std::size_t(state.range(0)),
            [&](std::size_t bytes) { blocks.push_back(pool.allocate(bytes)); },
            [&](std::size_t index) {
                pool.free(blocks[index]);
                blocks[index] = blocks.back();
                blocks.pop_back();
            });
        for (const CUdeviceptr block : blocks)
            pool.free(block);
        bench.stream.synchronize();
    }
}
BENCHMARK(driverRandom)
    ->Name("random_allocation/cuMemAllocAsync")
    ->Arg(64 << 10)
    ->Arg(16 << 20)
    ->Arg(256 << 20)
    ->Unit(benchmark::kMillisecond);

// ---- what a pool whose memory moves would pay ----

/// Functions of the driver that core does without, of the library that it has loaded.
template <class Function>
Function* ofDriver(const char* name) {
    const bool real = !Bench::get().context.device().simulated();
    auto library = platform::DynamicLibrary::tryOpen(
        real ? "libcuda.so.1" : (platform::executableFolder() / "libwarpbench-simgpu.so").c_str(),
        nullptr, platform::DynamicLibrary::Lifetime::for_good);
    return library ? library->function<Function>(name) : nullptr;
}

/// Memory that is taken from one address and put to another, chunk by chunk, with access for the
/// device (docs/decisions/device-pool.md says what for).
void moveChunks(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const auto reserve = ofDriver<decltype(cuMemAddressReserve)>("cuMemAddressReserve");
    const auto release = ofDriver<decltype(cuMemAddressFree)>("cuMemAddressFree");
    const auto create = ofDriver<decltype(cuMemCreate)>("cuMemCreate");
    const auto destroy = ofDriver<decltype(cuMemRelease)>("cuMemRelease");
    const auto map = ofDriver<decltype(cuMemMap)>("cuMemMap");
    const auto unmap = ofDriver<decltype(cuMemUnmap)>("cuMemUnmap");
    const auto access = ofDriver<decltype(cuMemSetAccess)>("cuMemSetAccess");
    if (!reserve || !release || !create || !destroy || !map || !unmap || !access)
        return state.SkipWithError("no virtual memory management");
    const auto chunk = std::size_t(state.range(0)) * kMiB;
    const auto count = std::size_t(state.range(1));
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {bench.context.device().ordinal()}};
    const CUmemAccessDesc both{properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    std::vector<CUmemGenericAllocationHandle> chunks(count);
    CUdeviceptr at = 0;
    bool well = reserve(&at, 2 * count * chunk, 0, 0, 0) == CUDA_SUCCESS;
    for (std::size_t i = 0; i < count && well; ++i)
        well = create(&chunks[i], chunk, &properties, 0) == CUDA_SUCCESS &&
               map(at + i * chunk, chunk, 0, chunks[i], 0) == CUDA_SUCCESS;
    well = well && access(at, count * chunk, &both, 1) == CUDA_SUCCESS;
    std::size_t half = 0;
    for (auto _ : state) {
        const CUdeviceptr from = at + half * count * chunk;
        half = 1 - half;
        const CUdeviceptr to = at + half * count * chunk;
        for (std::size_t i = 0; i < count; ++i)
            well = well && unmap(from + i * chunk, chunk) == CUDA_SUCCESS &&
                   map(to + i * chunk, chunk, 0, chunks[i], 0) == CUDA_SUCCESS;
        well = well && access(to, count * chunk, &both, 1) == CUDA_SUCCESS;
    }
    if (!well)
        state.SkipWithError("the driver refused a call");
    for (std::size_t i = 0; i < count; ++i) {
        unmap(at + (half * count + i) * chunk, chunk);
        destroy(chunks[i]);
    }
    release(at, 2 * count * chunk);
}
BENCHMARK(moveChunks)
    ->Name("move_chunks")
    ->ArgNames({"MiB", "chunks"})
    ->Args({16, 8})
    ->Args({32, 4})
    ->Args({32, 1})
    ->Args({64, 2})
    ->Args({64, 1})
    ->Unit(benchmark::kMicrosecond);

/// The same amount from the driver and back.
void driverBlock(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            cuda::DeviceMemory::allocate(bench.context, std::size_t(state.range(0)) * kMiB));
}
BENCHMARK(driverBlock)
    ->Name("cuMemAlloc_cuMemFree")
    ->ArgName("MiB")
    ->Arg(32)
    ->Arg(128)
    ->Arg(512)
    ->Unit(benchmark::kMicrosecond);

// ---- copies of one GiB ----

constexpr std::size_t kPiece = 16 * kMiB; // what a run copies between two looks at a stop

/// Memory that a run's buffers lie in: shared with the workers.
struct Shared {
    platform::SharedMemory memory = platform::SharedMemory::create(kGiB);
    Shared() { std::fill_n(memory.data(), kGiB, std::byte(1)); }
};

template <class Copy>
void timeCopies(benchmark::State& state, Copy copy) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const cuda::DeviceMemory device = cuda::DeviceMemory::allocate(bench.context, kGiB);
    for (auto _ : state)
        copy(device.pointer());
    state.SetBytesProcessed(state.iterations() * std::int64_t(kGiB));
}

void bareLocked(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::HostMemory host = cuda::HostMemory::allocate(bench.context, kGiB);
    const bool up = state.range(0) != 0;
    timeCopies(state, [&](CUdeviceptr device) {
        if (up)
            cuda::copyToDevice(bench.context, device, host.data(), kGiB);
        else
            cuda::copyToHost(bench.context, host.data(), device, kGiB);
    });
}
BENCHMARK(bareLocked)->Name("bare_page_locked")->ArgName("up")->Arg(1)->Arg(0)->UseRealTime();

/// What a run does with memory that it has used before.
void asRuns(benchmark::State& state) {
    Bench& bench = Bench::get();
    const Shared host;
    const auto locked =
        cuda::RegisteredHostMemory::lock(bench.context, host.memory.data(), host.memory.size());
    const bool up = state.range(0) != 0;
    timeCopies(state, [&](CUdeviceptr device) {
        for (std::size_t at = 0; at < kGiB; at += kPiece) {
            if (up)
                cuda::copyToDevice(bench.context, device + at, host.memory.data() + at, kPiece);
            else
                cuda::copyToHost(bench.context, host.memory.data() + at, device + at, kPiece);
        }
    });
}
BENCHMARK(asRuns)->Name("pieces_locked_before")->ArgName("up")->Arg(1)->Arg(0)->UseRealTime();

/// What a run does with memory that is new to it: locking is part of it.
void lockAndCopy(benchmark::State& state) {
    Bench& bench = Bench::get();
    const Shared host;
    timeCopies(state, [&](CUdeviceptr device) {
        const auto locked =
            cuda::RegisteredHostMemory::lock(bench.context, host.memory.data(), host.memory.size());
        cuda::copyToDevice(bench.context, device, host.memory.data(), kGiB);
    });
}
BENCHMARK(lockAndCopy)->Name("lock_and_upload")->UseRealTime();

/// The driver's copy of pageable memory, and the same through page-locked chunks.
void pageable(benchmark::State& state) {
    Bench& bench = Bench::get();
    const Shared host;
    timeCopies(state, [&](CUdeviceptr device) {
        cuda::copyToDevice(bench.context, device, host.memory.data(), kGiB);
    });
}
BENCHMARK(pageable)->Name("pageable_upload/driver")->UseRealTime();

void staged(benchmark::State& state) {
    Bench& bench = Bench::get();
    const Shared host;
    memory::StagingCopier copier(bench.context, {.threads = unsigned(state.range(0))});
    timeCopies(state, [&](CUdeviceptr device) {
        if (!copier.upload(bench.stream, device, host.memory.data(), kGiB))
            state.SkipWithError("no page-locked memory");
        bench.stream.synchronize();
    });
}
BENCHMARK(staged)
    ->Name("pageable_upload/staged")
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(4)
    ->Arg(8)
    ->UseRealTime();

/// The first one: its threads start and its chunks are locked, too. That they go again is not part
/// of it: a worker keeps them until it has nothing to do.
void stagedOnce(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    Bench& bench = Bench::get();
    const Shared host;
    timeCopies(state, [&](CUdeviceptr device) {
        const Clock::time_point begin = Clock::now();
        memory::StagingCopier copier(bench.context, {});
        if (!copier.upload(bench.stream, device, host.memory.data(), kGiB))
            state.SkipWithError("no page-locked memory");
        bench.stream.synchronize();
        state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
    });
}
BENCHMARK(stagedOnce)->Name("pageable_upload/staged_first")->UseManualTime();

} // namespace

BENCHMARK_MAIN();
