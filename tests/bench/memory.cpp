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
#include "core/processes/shared_memory.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <random>
#include <stdexcept>
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

/// What is managed for what is in use, now and then, once there is as much in use as mostly.
class MeanRatio {
  public:
    void note(const memory::DevicePool& pool) {
        if (++m_allocations % 64 != 0)
            return;
        const memory::PoolStatistics figures = pool.statistics();
        m_highest = std::max(m_highest, figures.activeBytes);
        if (figures.activeBytes < m_highest / 2)
            return;
        m_sum += double(figures.managedBytes) / double(figures.activeBytes);
        ++m_noted;
    }
    double ratio() const { return m_noted == 0 ? 0 : m_sum / double(m_noted); }

  private:
    std::size_t m_allocations = 0;
    std::size_t m_noted = 0;
    std::size_t m_highest = 0;
    double m_sum = 0;
};

/// Runs the pattern on a separate pool. \param note  called after each allocation
template <class Note>
memory::PoolStatistics randomOnPool(std::size_t largest, Note note) {
    Bench& bench = Bench::get();
    memory::DevicePool pool(bench.context);
    std::vector<memory::PooledDeviceBlock> blocks;
    randomPattern(
        largest,
        [&](std::size_t bytes) {
            blocks.push_back(pool.allocate(bytes, bench.stream));
            note(pool);
        },
        [&](std::size_t index) {
            blocks[index] = std::move(blocks.back());
            blocks.pop_back();
        });
    return pool.statistics();
}

void poolRandom(benchmark::State& state) {
    const cuda::ContextScope scope(Bench::get().context);
    const auto largest = std::size_t(state.range(0));
    memory::PoolStatistics atEnd;
    for (auto _ : state)
        atEnd = randomOnPool(largest, [](const memory::DevicePool&) {});
    // Once more and not timed: a look at the figures walks over all that the pool has.
    MeanRatio mean;
    randomOnPool(largest, [&mean](const memory::DevicePool& pool) { mean.note(pool); });
    state.counters["managed_per_requested"] =
        double(atEnd.managedBytes) / double(atEnd.requestedBytes);
    state.counters["managed_per_active"] = double(atEnd.managedBytes) / double(atEnd.activeBytes);
    state.counters["managed_per_active_mean"] = mean.ratio();
    state.counters["moved_chunks"] = double(atEnd.movedChunks);
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

// ---- the cost of a pool with movable memory ----

/// A device's memory without addresses, in pieces of one size.
class Chunks {
  public:
    Chunks(std::size_t bytes, std::size_t count)
        : m_api(Bench::get().context.driver().api())
        , m_bytes(bytes) {
        if (!m_api.memCreate)
            throw std::runtime_error("no virtual memory management");
        CUmemAllocationProp properties{};
        properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.location = here();
        for (std::size_t i = 0; i < count; ++i) {
            CUmemGenericAllocationHandle chunk = 0;
            check(m_api.memCreate(&chunk, bytes, &properties, 0));
            m_chunks.push_back(chunk);
        }
    }
    ~Chunks() {
        for (const CUmemGenericAllocationHandle chunk : m_chunks)
            m_api.memRelease(chunk);
    }
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;

    std::size_t count() const { return m_chunks.size(); }
    CUdeviceptr reserve(std::size_t chunks) const {
        CUdeviceptr at = 0;
        check(m_api.memAddressReserve(&at, chunks * m_bytes, 0, 0, 0));
        return at;
    }
    void release(CUdeviceptr at, std::size_t chunks) const {
        check(m_api.memAddressFree(at, chunks * m_bytes));
    }
    void map(CUdeviceptr at, std::size_t first, std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i)
            check(m_api.memMap(at + i * m_bytes, m_bytes, 0, m_chunks[first + i], 0));
    }
    void access(CUdeviceptr at, std::size_t count) const {
        const CUmemAccessDesc both{here(), CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        check(m_api.memSetAccess(at, count * m_bytes, &both, 1));
    }
    void unmap(CUdeviceptr at, std::size_t count) const {
        check(m_api.memUnmap(at, count * m_bytes));
    }

    static void check(CUresult code) {
        if (code != CUDA_SUCCESS)
            throw std::runtime_error("the driver refused a call");
    }

  private:
    static CUmemLocation here() {
        return {CU_MEM_LOCATION_TYPE_DEVICE, {Bench::get().context.device().ordinal()}};
    }

    const cuda::DriverApi& m_api;
    const std::size_t m_bytes;
    std::vector<CUmemGenericAllocationHandle> m_chunks;
};

/// Seconds spent in a part of the measurement.
class Stopwatch {
  public:
    template <class Part>
    void time(Part part) {
        const auto begin = std::chrono::steady_clock::now();
        part();
        m_seconds +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    double seconds() const { return m_seconds; }

  private:
    double m_seconds = 0;
};

/// Memory that is put to further addresses, block by block, and all of these unmapped together at
/// the end, in one call or block by block (docs/decisions/device-pool.md says what for). With work
/// on the device meanwhile, `still_busy` says of how many blocks the mapping has not waited for it.
/// Figures are for a chunk.
void aliasChunks(benchmark::State& state) {
    constexpr std::size_t kBlocks = 32;
    Bench& bench = Bench::get();
    const cuda::DriverApi& api = bench.context.driver().api();
    const cuda::ContextScope scope(bench.context);
    const std::size_t bytes = std::size_t(state.range(0)) * kMiB;
    const auto ofBlock = std::size_t(state.range(1));
    const bool busy = state.range(2) != 0;
    const bool atOnce = state.range(3) != 0;
    const cuda::DeviceMemory worked =
        cuda::DeviceMemory::allocate(bench.context, busy ? kGiB : kMiB);
    Stopwatch create;
    Stopwatch map;
    Stopwatch access;
    Stopwatch unmap;
    Stopwatch reserve;
    double rounds = 0;
    double stillBusy = 0;
    for (auto _ : state) {
        std::optional<Chunks> chunks;
        create.time([&] { chunks.emplace(bytes, 2 * ofBlock); });
        const std::size_t all = kBlocks * ofBlock;
        CUdeviceptr at = 0;
        reserve.time([&] { at = chunks->reserve(all); });
        for (std::size_t block = 0; block < kBlocks; ++block) {
            if (busy) {
                for (int i = 0; i < 4; ++i)
                    cuda::fill8Async(bench.stream, worked.pointer(), 1, worked.size());
            }
            const CUdeviceptr here = at + block * ofBlock * bytes;
            map.time([&] { chunks->map(here, block % 2 * ofBlock, ofBlock); });
            access.time([&] { chunks->access(here, ofBlock); });
            stillBusy += api.streamQuery(bench.stream.handle()) == CUDA_ERROR_NOT_READY ? 1 : 0;
        }
        bench.stream.synchronize();
        unmap.time([&] {
            if (atOnce)
                return chunks->unmap(at, all);
            for (std::size_t block = 0; block < kBlocks; ++block)
                chunks->unmap(at + block * ofBlock * bytes, ofBlock);
        });
        reserve.time([&] { chunks->release(at, all); });
        create.time([&] { chunks.reset(); });
        ++rounds;
    }
    const double mapped = rounds * double(kBlocks * ofBlock);
    state.counters["map_us"] = 1e6 * map.seconds() / mapped;
    state.counters["access_us"] = 1e6 * access.seconds() / mapped;
    state.counters["unmap_us"] = 1e6 * unmap.seconds() / mapped;
    state.counters["create_release_us"] = 1e6 * create.seconds() / (rounds * double(2 * ofBlock));
    state.counters["reserve_free_us_each"] = 1e6 * reserve.seconds() / rounds;
    state.counters["still_busy"] = stillBusy / (rounds * double(kBlocks));
}
BENCHMARK(aliasChunks)
    ->Name("alias_chunks")
    ->ArgNames({"MiB", "chunks", "busy", "at_once"})
    ->ArgsProduct({{2, 16, 32, 64}, {1, 4, 8}, {0}, {1}})
    ->Args({32, 4, 0, 0})
    ->Args({32, 4, 1, 1})
    ->Args({32, 1, 1, 1})
    ->Iterations(20)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// One chunk after the other taken from its address and put to another, as it would be without
/// further addresses.
void moveChunks(benchmark::State& state) {
    Bench& bench = Bench::get();
    const cuda::ContextScope scope(bench.context);
    const std::size_t bytes = std::size_t(state.range(0)) * kMiB;
    const auto count = std::size_t(state.range(1));
    const Chunks chunks(bytes, count);
    const CUdeviceptr at = chunks.reserve(2 * count);
    chunks.map(at, 0, count);
    chunks.access(at, count);
    std::size_t half = 0;
    for (auto _ : state) {
        const CUdeviceptr from = at + half * count * bytes;
        half = 1 - half;
        const CUdeviceptr to = at + half * count * bytes;
        for (std::size_t i = 0; i < count; ++i) {
            chunks.unmap(from + i * bytes, 1);
            chunks.map(to + i * bytes, i, 1);
        }
        chunks.access(to, count);
    }
    chunks.unmap(at + half * count * bytes, count);
    chunks.release(at, 2 * count);
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

constexpr std::size_t kPiece = 16 * kMiB; // bytes that a run copies between checks for a stop

/// Memory for a run's buffers, shared with the workers.
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

/// The use of memory by a run that has used it before.
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

/// The use of new memory by a run, including page-locking.
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

/// The first run, which also starts threads and locks chunks. Freeing them is not included, because
/// a worker keeps them until it is idle.
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
