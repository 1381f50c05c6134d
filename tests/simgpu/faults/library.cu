// SPDX-License-Identifier: GPL-3.0-or-later
// Code of NVIDIA's libraries, which must stay silent; see accesses.cu.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cuda/atomic>
#include <cuda/barrier>

//! RUN 2x64
extern "C" __global__ void block_algorithms(int* out, int* in, int n) {
    using Sort = cub::BlockRadixSort<int, 64, 2>;
    using Scan = cub::BlockScan<int, 64>;
    using Reduce = cub::BlockReduce<int, 64>;
    using Load = cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
        typename Load::TempStorage load;
    } storage;
    int keys[2];
    Load(storage.load).Load(in, keys);
    __syncthreads();
    Sort(storage.sort).Sort(keys);
    __syncthreads();
    int before = 0;
    Scan(storage.scan).ExclusiveSum(keys[0], before);
    __syncthreads();
    const int sum = Reduce(storage.reduce).Sum(keys[1]);
    out[64 * blockIdx.x + threadIdx.x] = threadIdx.x == 0 ? sum : before;
}
//! RUN 1x64
extern "C" __global__ void warp_algorithms(int* out, int* in, int n) {
    using Reduce = cub::WarpReduce<int, 8>;
    __shared__ typename Reduce::TempStorage storage[8];
    const int sum = Reduce(storage[threadIdx.x / 8]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 8 == 0)
        out[threadIdx.x] = sum;
}
//! RUN 4x64
extern "C" __global__ void atomics_of_the_library(int* out, int* in, int n) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(in[0]);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        out[0] = in[5];
        flag.store(-1, cuda::std::memory_order_release);
    }
    if (blockIdx.x == 3 && threadIdx.x == 0) {
        while (flag.load(cuda::std::memory_order_acquire) != -1) {
        }
        out[1] = out[0];
    }
}
//! RUN 4x64
extern "C" __global__ void relaxed_is_not_enough(int* out, int* in, int n) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(in[0]);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        out[0] = in[5]; //! OTHER relaxed_is_not_enough
        flag.store(-1, cuda::std::memory_order_relaxed);
    }
    if (blockIdx.x == 3 && threadIdx.x == 0) {
        while (flag.load(cuda::std::memory_order_relaxed) != -1) {
        }
        out[1] = out[0]; //! FAULT relaxed_is_not_enough global_race block=3,0,0 "in another block"
    }
}
//! RUN 1x64
extern "C" __global__ void barrier_of_the_library(int* out, int* in, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&barrier, 64);
    __syncthreads();
    for (int k = 0; k < 3; ++k) {
        s[threadIdx.x] = in[threadIdx.x + k];
        barrier.arrive_and_wait();
        out[threadIdx.x] = s[63 - threadIdx.x];
        barrier.arrive_and_wait();
    }
}
