// SPDX-License-Identifier: GPL-3.0-or-later
// Races in shared memory and their correct twins; see accesses.cu.
#include <cuda_fp16.h>
#include <mma.h>

//! RUN 2x64
extern "C" __global__ void no_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x]; //! FAULT no_barrier shared_race thread=32,0,0 "a write over what is read" "no barrier between" "of 's' (256 bytes)"
    out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x]; //! OTHER no_barrier
}
//! RUN 2x64
extern "C" __global__ void with_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}

//! RUN 1x64
extern "C" __global__ void no_barrier_before_reuse(int* out, int* in, int n) {
    __shared__ int s[64];
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        s[threadIdx.x] = in[threadIdx.x + 64 * k]; //! OTHER no_barrier_before_reuse
        __syncthreads();
        sum += s[63 - threadIdx.x]; //! FAULT no_barrier_before_reuse shared_race "a read of what is written"
    }
    out[threadIdx.x] = sum;
}
//! RUN 1x64
extern "C" __global__ void barrier_before_reuse(int* out, int* in, int n) {
    __shared__ int s[64];
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        s[threadIdx.x] = in[threadIdx.x + 64 * k];
        __syncthreads();
        sum += s[63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
//! RUN 1x64
extern "C" __global__ void two_buffers_in_turn(int* out, int* in, int n) {
    __shared__ int s[2][64];
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        s[k & 1][threadIdx.x] = in[threadIdx.x + 64 * k];
        __syncthreads();
        sum += s[k & 1][63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

//! RUN 1x64
extern "C" __global__ void both_write(int* out, int* in, int n) {
    __shared__ int s;
    s = in[threadIdx.x / 32]; //! FAULT both_write shared_race thread=32,0,0 "a write over what is written"
    __syncthreads();          //! SAME both_write
    out[threadIdx.x] = s;
}
//! RUN 1x64
extern "C" __global__ void both_write_the_same(int* out, int* in, int n) {
    __shared__ int s;
    s = in[0];
    __syncthreads();
    out[threadIdx.x] = s;
}

//! RUN 1x32
extern "C" __global__ void no_syncwarp(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER no_syncwarp
    out[threadIdx.x] = s[31 - threadIdx.x]; //! FAULT no_syncwarp shared_race thread=0,0,0 "by another thread of the warp, with no __syncwarp()"
}
//! RUN 1x64
extern "C" __global__ void with_syncwarp(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = s[threadIdx.x ^ 31];
}
//! RUN 1x32
extern "C" __global__ void one_value_for_the_warp(int* out, int* in, int n) {
    __shared__ int s;
    s = in[threadIdx.x]; //! FAULT one_value_for_the_warp shared_race "a write over what is written" "another thread of the warp"
    __syncthreads();     //! SAME one_value_for_the_warp
    out[threadIdx.x] = s;
}
//! RUN 1x32
extern "C" __global__ void count_without_atomics(int* out, int* in, int n) {
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    s += 1; //! FAULT count_without_atomics shared_race "a write over what is read"
    __syncthreads(); //! SAME count_without_atomics
    out[threadIdx.x] = s;
}
//! RUN 1x128
extern "C" __global__ void count_with_atomics(int* out, int* in, int n) {
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}
// The last warp of a reduction, written as was right before Volta.
//! RUN 1x32
extern "C" __global__ void warp_synchronous(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x + 32]; //! OTHER warp_synchronous
    for (int step = 32; step > 0; step /= 2)
        s[threadIdx.x] += s[threadIdx.x + step]; //! FAULT warp_synchronous shared_race "another thread of the warp"
    out[threadIdx.x] = s[0]; //! ANY warp_synchronous
}
//! RUN 1x32
extern "C" __global__ void warp_synchronous_with_syncwarp(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x + 32];
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        const int other = s[threadIdx.x + step];
        __syncwarp();
        s[threadIdx.x] += other;
        __syncwarp();
    }
    out[threadIdx.x] = s[0];
}
//! RUN 1x32
extern "C" __global__ void warp_synchronous_volatile(int* out, int* in, int n) {
    __shared__ volatile int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 32] = in[threadIdx.x + 32];
    for (int step = 32; step > 0; step /= 2)
        s[threadIdx.x] += s[threadIdx.x + step];
    out[threadIdx.x] = s[0];
}

//! RUN 4x128
extern "C" __global__ void bins_cleared_late(int* out, int* in, int n) {
    __shared__ int bins[8];
    if (threadIdx.x >= 120)
        bins[threadIdx.x - 120] = 0; //! FAULT bins_cleared_late shared_race "a write over what is written"
    atomicAdd(&bins[in[threadIdx.x] % 8], 1); //! OTHER bins_cleared_late
    __syncthreads(); //! ANY bins_cleared_late
    if (threadIdx.x < 8) //! ALSO bins_cleared_late uninitialized
        atomicAdd(&in[threadIdx.x], bins[threadIdx.x]);
}
//! RUN 1x128
extern "C" __global__ void bins_read_early(int* out, int* in, int n) {
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 8], 1); //! FAULT bins_read_early shared_race "an atomic update over what is read"
    if (threadIdx.x < 8)
        out[threadIdx.x] = bins[threadIdx.x]; //! OTHER bins_read_early
}
//! RUN 4x128
extern "C" __global__ void histogram(int* out, int* in, int n) {
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 8], 1);
    __syncthreads();
    if (threadIdx.x < 8)
        atomicAdd(&in[threadIdx.x], bins[threadIdx.x]);
}

//! RUN 1x64
extern "C" __global__ void bytes_of_a_word(int* out, int* in, int n) {
    __shared__ unsigned char s[64];
    s[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]);
    s[threadIdx.x] += 1;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void a_byte_of_a_word(int* out, int* in, int n) {
    __shared__ unsigned char s[64];
    s[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]); //! FAULT a_byte_of_a_word shared_race thread=32,0,0
    out[threadIdx.x] = s[(threadIdx.x + 32) % 64]; //! OTHER a_byte_of_a_word
}

__device__ __forceinline__ void store(int* to, int value) {
    *to = value; //! FAULT race_through_inlined shared_race "in store" "a write over what is read"
}
__device__ __forceinline__ int load(const int* from) {
    return *from; //! OTHER race_through_inlined
}
//! RUN 1x64
extern "C" __global__ void race_through_inlined(int* out, int* in, int n) {
    __shared__ int s[64];
    store(&s[threadIdx.x], in[threadIdx.x]); //! CALLED race_through_inlined
    out[threadIdx.x] = load(&s[63 - threadIdx.x]);
}

//! RUN 1x96
extern "C" __global__ void barrier_of_others(int* out, int* in, int n) {
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x]; //! FAULT barrier_of_others shared_race thread=64,0,0 "no barrier between"
    if (threadIdx.x < 64)
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = threadIdx.x < 64 ? s[threadIdx.x + 32] : 0; //! OTHER barrier_of_others
}

// A lock in shared memory. Without the fence others may see it open before they see the sum.
template <bool kFence>
__device__ __forceinline__ void addLocked(int* lock, int* sum, int value) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *sum += value; //! FAULT lock_without_fence shared_race thread=33,0,0
            if (kFence) //! SAME lock_without_fence
                __threadfence_block();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
//! RUN 1x64
extern "C" __global__ void lock_without_fence(int* out, int* in, int n) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    addLocked<false>(&lock, &sum, in[threadIdx.x]); //! CALLED lock_without_fence
    __syncthreads();
    out[threadIdx.x] = sum;
}
//! RUN 1x64
extern "C" __global__ void lock_with_fence(int* out, int* in, int n) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    addLocked<true>(&lock, &sum, in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = sum;
}

//! RUN 1x64
extern "C" __global__ void flag_between_warps(int* out, int* in, int n) {
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = in[5];
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x == 32) {
        while (flag == 0) {
        }
        __threadfence_block();
        out[0] = data;
    }
}

//! RUN 1x32
extern "C" __global__ void copy_not_awaited(int* out, int* in, int n) {
    __shared__ int s[32];
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x)); //! OTHER copy_not_awaited
    asm volatile("cp.async.commit_group;");
    out[threadIdx.x] = s[threadIdx.x]; //! FAULT copy_not_awaited shared_race thread=0,0,0 "by an asynchronous copy that nothing has waited for"
    asm volatile("cp.async.wait_group 0;");
}
//! RUN 1x64
extern "C" __global__ void copy_awaited(int* out, int* in, int n) {
    __shared__ int s[2][64];
    int sum = 0;
    for (int k = 0; k <= 4; ++k) {
        if (k < 4) {
            const unsigned to =
                static_cast<unsigned>(__cvta_generic_to_shared(&s[k & 1][threadIdx.x]));
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to),
                         "l"(in + threadIdx.x + 32 * k));
        }
        asm volatile("cp.async.commit_group;");
        if (k > 0) {
            asm volatile("cp.async.wait_group 1;" ::: "memory");
            __syncthreads();
            sum += s[(k - 1) & 1][63 - threadIdx.x];
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum;
}

//! RUN 1x64
extern "C" __global__ void tile_stored_and_read(int* out, int* in, int n) {
    using namespace nvcuda;
    __shared__ half a[256], b[256];
    __shared__ float c[2][256];
    for (int k = threadIdx.x; k < 256; k += 64) {
        a[k] = __float2half(k % 7);
        b[k] = __float2half(k % 5);
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c[threadIdx.x / 32], fc, 16, wmma::mem_row_major);
    __syncthreads();
    wmma::store_matrix_sync(reinterpret_cast<float*>(out), fc, 16, wmma::mem_row_major);
    in[threadIdx.x] = static_cast<int>(c[1 - threadIdx.x / 32][threadIdx.x]);
}
//! RUN 1x64
extern "C" __global__ void tile_stored_no_barrier(int* out, int* in, int n) {
    using namespace nvcuda;
    __shared__ float c[2][256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, in[2]);
    wmma::store_matrix_sync(c[threadIdx.x / 32], fc, 16, wmma::mem_row_major); //! FAULT tile_stored_no_barrier shared_race "a write over what is read" "in nvcuda::wmma::store_matrix_sync"
    out[threadIdx.x] = static_cast<int>(c[1 - threadIdx.x / 32][threadIdx.x]); //! OTHER tile_stored_no_barrier
}
