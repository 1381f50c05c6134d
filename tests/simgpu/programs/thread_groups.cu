// SPDX-License-Identifier: GPL-3.0-or-later
// Cooperative groups and the synchronisation of libcu++.
#include "cases.h"
#include "device_array.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <algorithm>

namespace programs {

namespace {

namespace cg = cooperative_groups;

constexpr int kThreads = 128; ///< of a block

bool ended() {
    return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
}

// Whoever is in the loop together, in each round others.
__global__ void coalescedSums(int* out) {
    const int thread = static_cast<int>(threadIdx.x);
    int sum = 0;
    for (int round = 0; round <= thread % 7; ++round) {
        if ((thread + round) % 3 != 0) {
            const auto group = cg::coalesced_threads();
            sum += cg::reduce(group, thread + round, cg::plus<int>()) +
                   100 * cg::inclusive_scan(group, 1, cg::plus<int>());
        }
    }
    out[thread] = sum;
}

bool coalesced(int) {
    std::vector<int> want(kThreads);
    for (int warp = 0; warp < kThreads; warp += 32) {
        for (int round = 0; round < 7; ++round) {
            const auto takesPart = [&](int t) { return round <= t % 7 && (t + round) % 3 != 0; };
            int sum = 0, rank = 0;
            for (int t = warp; t < warp + 32; ++t)
                sum += takesPart(t) ? t + round : 0;
            for (int t = warp; t < warp + 32; ++t)
                want[static_cast<std::size_t>(t)] += takesPart(t) ? sum + 100 * ++rank : 0;
        }
    }
    const DeviceArray<int> out(kThreads);
    coalescedSums<<<1, kThreads>>>(out.data());
    return ended() && out.all() == want;
}

template <unsigned kSize>
__global__ void tileSums(const int* in, int* out) {
    const auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = cg::exclusive_scan(tile, in[i]) + 1000 * cg::reduce(tile, in[i], cg::greater<int>());
}

template <unsigned kSize>
bool tiles(int) {
    constexpr int kBlocks = 4;
    const auto in = numbers<int>(kBlocks * kThreads, 1000);
    std::vector<int> want;
    for (std::size_t first = 0; first < in.size(); first += kSize) {
        int sum = 0;
        for (std::size_t i = first; i < first + kSize; ++i) {
            want.push_back(sum + 1000 * *std::max_element(&in[first], &in[first] + kSize));
            sum += in[i];
        }
    }
    const DeviceArray<int> values(in), out(in.size());
    tileSums<kSize><<<kBlocks, kThreads>>>(values.data(), out.data());
    return ended() && out.all() == want;
}

// Copies the next part while the block works on the last one.
__global__ void pipelined(const int* in, int* out, int parts) {
    __shared__ alignas(16) int buffers[2][kThreads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int part = 0, next = 0; part < parts; ++part) {
        for (; next < parts && next < part + 2; ++next) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, buffers[next % 2], in + next * kThreads,
                               cuda::aligned_size_t<16>(sizeof buffers[0]), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += buffers[part % 2][kThreads - 1 - threadIdx.x] * (part + 1);
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

bool pipeline(int n) {
    const int parts = std::max(1, n / kThreads);
    const auto in = numbers<int>(parts * kThreads, 100);
    std::vector<int> want(kThreads);
    for (int part = 0; part < parts; ++part) {
        for (int t = 0; t < kThreads; ++t)
            want[static_cast<std::size_t>(t)] +=
                in[static_cast<std::size_t>(part * kThreads + kThreads - 1 - t)] * (part + 1);
    }
    const DeviceArray<int> values(in), out(kThreads);
    pipelined<<<1, kThreads>>>(values.data(), out.data(), parts);
    return ended() && out.all() == want;
}

__global__ void throughBarrier(const int* in, int* out) {
    __shared__ int values[kThreads];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0)
        init(&barrier, kThreads);
    __syncthreads();
    for (int round = 0; round < 5; ++round) {
        values[threadIdx.x] = in[threadIdx.x] + round;
        auto token = barrier.arrive();
        const unsigned other = (threadIdx.x * 7 + 1) % kThreads;
        barrier.wait(std::move(token));
        out[threadIdx.x] = values[other];
        barrier.arrive_and_wait();
    }
}

bool barrier(int) {
    const auto in = numbers<int>(kThreads, 1000);
    std::vector<int> want;
    for (std::size_t t = 0; t < kThreads; ++t)
        want.push_back(in[(t * 7 + 1) % kThreads] + 4);
    const DeviceArray<int> values(in), out(kThreads);
    throughBarrier<<<1, kThreads>>>(values.data(), out.data());
    return ended() && out.all() == want;
}

// One block after the other, whichever runs first.
__global__ void inTurn(int* turn, int* out) {
    if (threadIdx.x != 0)
        return;
    const cuda::atomic_ref<int, cuda::thread_scope_device> now(*turn);
    const int mine = static_cast<int>(gridDim.x - 1 - blockIdx.x);
    for (int seen = now.load(); seen != mine; seen = now.load())
        now.wait(seen);
    out[mine] = mine == 0 ? 1 : 2 * out[mine - 1] % 1009;
    now.store(mine + 1);
    now.notify_all();
}

bool turns(int) {
    constexpr unsigned kBlocks = 20;
    std::vector<int> want{1};
    while (want.size() < kBlocks)
        want.push_back(2 * want.back() % 1009);
    const DeviceArray<int> turn(1), out(kBlocks);
    inTurn<<<kBlocks, 32>>>(turn.data(), out.data());
    return ended() && out.all() == want;
}

__global__ void __cluster_dims__(4, 1, 1) neighbours(int* out) {
    __shared__ int values[64];
    const auto cluster = cg::this_cluster();
    values[threadIdx.x] = static_cast<int>(blockIdx.x * 1000 + threadIdx.x);
    cluster.sync();
    const int* const other = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4);
    out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x];
    cluster.sync();
}

bool clusters(int) {
    std::vector<int> want;
    for (int block = 0; block < 8; ++block) {
        for (int thread = 0; thread < 64; ++thread)
            want.push_back((block / 4 * 4 + (block + 1) % 4) * 1000 + 63 - thread);
    }
    const DeviceArray<int> out(want.size());
    neighbours<<<8, 64>>>(out.data());
    return ended() && out.all() == want;
}

} // namespace

std::vector<Case> groupCases() {
    return {{"coalesced threads", coalesced}, {"tiles of 32", tiles<32>}, {"tiles of 4", tiles<4>},
            {"pipeline", pipeline},           {"barrier", barrier},       {"atomic wait", turns},
            {"cluster", clusters}};
}

} // namespace programs
