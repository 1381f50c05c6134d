// SPDX-License-Identifier: GPL-3.0-or-later
// Cooperative groups, clusters and asynchronous copies with an mbarrier; see accesses.cu.
// From compute capability 9.0 on.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

//! RUN 4x64 cooperative
extern "C" __global__ void grid_sync(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 3; ++k) {
        out[i] = in[255 - i] + k;
        cg::this_grid().sync();
        in[i] = out[255 - i];
        cg::this_grid().sync();
    }
}
//! RUN 4x64 cooperative
extern "C" __global__ void grid_sync_forgotten(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i]; //! FAULT grid_sync_forgotten global_race block=2,0,0 "in another block" "a write over what is read"
    cg::this_thread_block().sync();
    in[i] = out[255 - i]; //! OTHER grid_sync_forgotten
    cg::this_grid().sync();
}

//! RUN 2x64
extern "C" __global__ void tiles(int* out, int* in, int n) {
    __shared__ int s[64];
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    int sum = s[threadIdx.x / 16 * 16 + (threadIdx.x + 5) % 16];
    sum = cg::reduce(tile, sum, cg::plus<int>());
    tile.sync();
    s[threadIdx.x] = sum;
    block.sync();
    out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
    if (threadIdx.x % 3 == 0) {
        const cg::coalesced_group active = cg::coalesced_threads();
        in[128 + threadIdx.x] = active.shfl(sum, 0);
    }
}

//! RUN 4x32 cluster=4
extern "C" __global__ void cluster_memory(int* out, int* in, int n) {
    __shared__ int s[32];
    const cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = in[32 * blockIdx.x + threadIdx.x];
    cluster.sync();
    const int* other = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4);
    out[32 * blockIdx.x + threadIdx.x] = other[31 - threadIdx.x];
    cluster.sync();
    *cluster.map_shared_rank(&s[threadIdx.x], (cluster.block_rank() + 3) % 4) = 5;
    cluster.sync();
    in[32 * blockIdx.x + threadIdx.x] = s[31 - threadIdx.x];
}
//! RUN 4x32 cluster=4
extern "C" __global__ void cluster_not_synced(int* out, int* in, int n) {
    __shared__ int s[32];
    const cg::cluster_group cluster = cg::this_cluster();
    s[threadIdx.x] = in[32 * blockIdx.x + threadIdx.x]; //! OTHER cluster_not_synced
    __syncthreads();
    const int* other = cluster.map_shared_rank(s, (cluster.block_rank() + 3) % 4);
    out[32 * blockIdx.x + threadIdx.x] = other[31 - threadIdx.x]; //! FAULT cluster_not_synced shared_race "in another block"
    cluster.sync();
}

__device__ __forceinline__ unsigned sharedAddress(const void* p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void waitFor(unsigned barrier, unsigned parity) {
    unsigned done = 0;
    while (!done)
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}
template <bool kWait>
__device__ __forceinline__ void bulk(int* out, int* in) {
    __shared__ alignas(128) int s[64];
    __shared__ alignas(8) unsigned long long barrier;
    const unsigned at = sharedAddress(&barrier);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at));
    __syncthreads();
    for (unsigned k = 0; k < 3; ++k) {
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(at)
                         : "memory");
            // clang-format off
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(sharedAddress(s)), "l"(in + 64 * k), "r"(at) : "memory"); //! FAULT bulk_not_awaited shared_race "a write over what is read" "of 's' (256 bytes)"
            // clang-format on
        }
        if (kWait)
            waitFor(at, k & 1);
        in[64 * 3 + threadIdx.x] = s[63 - threadIdx.x]; //! OTHER bulk_not_awaited
        __syncthreads();
    }
}
//! RUN 1x64
extern "C" __global__ void bulk_awaited(int* out, int* in, int n) {
    bulk<true>(out, in);
}
//! RUN 1x64
extern "C" __global__ void bulk_not_awaited(int* out, int* in, int n) {
    bulk<false>(out, in);
}
//! RUN 1x64
extern "C" __global__ void bulk_to_global(int* out, int* in, int n) {
    __shared__ alignas(128) int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out),
                     "r"(sharedAddress(s))
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    in[threadIdx.x] = out[63 - threadIdx.x];
}

// A ring of two buffers between a producer and a consumer warp, each waiting for the other's
// mbarrier.
//! RUN 1x64
extern "C" __global__ void ring_of_mbarriers(int* out, int* in, int n) {
    __shared__ int s[2][32];
    __shared__ alignas(8) unsigned long long full[2], empty[2];
    if (threadIdx.x == 0) {
        for (int k = 0; k < 2; ++k) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(sharedAddress(&full[k])));
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(
                sharedAddress(&empty[k])));
        }
    }
    __syncthreads();
    const auto arrive = [](unsigned long long* barrier) {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier))
                     : "memory");
    };
    const int lane = threadIdx.x % 32;
    for (unsigned k = 0; k < 6; ++k) {
        if (threadIdx.x < 32) {
            if (k >= 2)
                waitFor(sharedAddress(&empty[k & 1]), (k / 2 - 1) & 1);
            s[k & 1][lane] = in[32 * k + lane];
            arrive(&full[k & 1]);
        } else {
            waitFor(sharedAddress(&full[k & 1]), k / 2 & 1);
            out[32 * k + lane] = s[k & 1][31 - lane];
            arrive(&empty[k & 1]);
        }
    }
}

// Tiles of several warps have their barriers and messages in shared memory that CUDA reserves, apart
// from the kernel's own.
template <int kSize>
__device__ __forceinline__ int throughTile(int* s, const int* in) {
    const auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
    const int base = threadIdx.x / kSize * kSize;
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    int v = s[base + kSize - 1 - tile.thread_rank()];
    tile.sync();
    v += cg::reduce(tile, v, cg::plus<int>());
    v += tile.shfl(v, kSize - 3);
    v += tile.any(v == 5) + tile.all(v > 0);
    s[base + tile.thread_rank()] = v;
    tile.sync();
    return s[base + (tile.thread_rank() + 40) % kSize];
}
//! RUN 2x256
extern "C" __global__ void tiles_of_64(int* out, int* in, int n) {
    __shared__ int s[256];
    out[threadIdx.x] = throughTile<64>(s, in);
}
//! RUN 1x256
extern "C" __global__ void tiles_of_128(int* out, int* in, int n) {
    __shared__ int s[256];
    out[threadIdx.x] = throughTile<128>(s, in);
}
//! RUN 1x256 shared=1024
extern "C" __global__ void tiles_of_256_in_dynamic_memory(int* out, int* in, int n) {
    extern __shared__ int dynamic[];
    out[threadIdx.x] = throughTile<256>(dynamic, in);
}
//! RUN 1x256
extern "C" __global__ void tiles_without_shared_memory(int* out, int* in, int n) {
    const auto outer = cg::tiled_partition<128>(cg::this_thread_block());
    const auto inner = cg::tiled_partition<64>(outer);
    outer.sync();
    inner.sync();
    out[threadIdx.x] = cg::reduce(inner, in[threadIdx.x], cg::greater<int>());
}

//! RUN 4x64
extern "C" __global__ void grid_sync_in_an_ordinary_launch(int* out, int* in, int n) {
    out[64 * blockIdx.x + threadIdx.x] = in[threadIdx.x];
    cg::this_grid().sync(); //! FAULT grid_sync_in_an_ordinary_launch trap "launch that is not cooperative" "cudaLaunchCooperativeKernel"
    in[threadIdx.x] = 2;
}
//! RUN 4x64
extern "C" __global__ void grid_without_sync(int* out, int* in, int n) {
    const cg::grid_group grid = cg::this_grid();
    if (grid.is_valid())
        __trap();
    out[grid.thread_rank()] = static_cast<int>(grid.size());
}
//! RUN 4x64 cooperative
extern "C" __global__ void grid_is_valid(int* out, int* in, int n) {
    const cg::grid_group grid = cg::this_grid();
    out[grid.thread_rank()] = grid.is_valid();
}
