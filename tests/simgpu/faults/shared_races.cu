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

// Neither operations that exchange values nor fences order memory within a warp.
//! RUN 1x32
extern "C" __global__ void ordered_by_a_vote(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_vote
    const int q = __any_sync(~0u, in[threadIdx.x] == 3);
    out[threadIdx.x] = s[31 - threadIdx.x] + q; //! FAULT ordered_by_a_vote shared_race "with no __syncwarp()"
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_shuffle(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_shuffle
    const int q = __shfl_xor_sync(~0u, in[threadIdx.x], 1);
    out[threadIdx.x] = s[31 - threadIdx.x] + q; //! FAULT ordered_by_a_shuffle shared_race
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_match(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_match
    const int q = __match_any_sync(~0u, in[threadIdx.x] % 3);
    out[threadIdx.x] = s[31 - threadIdx.x] + q; //! FAULT ordered_by_a_match shared_race
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_sum(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_sum
    const int q = __reduce_add_sync(~0u, in[threadIdx.x]);
    out[threadIdx.x] = s[31 - threadIdx.x] + q; //! FAULT ordered_by_a_sum shared_race
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_shuffle_in_both_arms(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_shuffle_in_both_arms
    int q = in[threadIdx.x];
    if (threadIdx.x < 16)
        q = __shfl_xor_sync(0xffffffff, 2 * q, 16) + 1;
    else
        q = __shfl_xor_sync(0xffffffff, 3 * q, 16) + 2;
    out[threadIdx.x] = s[31 - threadIdx.x] + q; //! FAULT ordered_by_a_shuffle_in_both_arms shared_race
}
//! RUN 1x32
extern "C" __global__ void votes_and_syncwarp(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    const int q = __any_sync(~0u, in[threadIdx.x] == 3) + __shfl_xor_sync(~0u, in[threadIdx.x], 1);
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x] + q;
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_block_fence(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_block_fence
    __threadfence_block();
    out[threadIdx.x] = s[31 - threadIdx.x]; //! FAULT ordered_by_a_block_fence shared_race "with no __syncwarp()"
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_fence(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_fence
    __threadfence();
    out[threadIdx.x] = s[31 - threadIdx.x]; //! FAULT ordered_by_a_fence shared_race
}
//! RUN 1x32
extern "C" __global__ void ordered_by_a_system_fence(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; //! OTHER ordered_by_a_system_fence
    __threadfence_system();
    out[threadIdx.x] = s[31 - threadIdx.x]; //! FAULT ordered_by_a_system_fence shared_race
}
//! RUN 1x32
extern "C" __global__ void fence_and_syncwarp(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __threadfence_block();
    __syncwarp();
    out[threadIdx.x] = s[31 - threadIdx.x];
}
// What lanes read is known when they have exchanged values: another one may write over it.
//! RUN 1x32
extern "C" __global__ void written_behind_a_sum(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    int v = s[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x == 31)
        s[0] = v;
    __syncwarp();
    out[threadIdx.x] = s[0];
}
// A lane that publishes, and lanes that wait for its flag.
//! RUN 1x32
extern "C" __global__ void flag_within_a_warp(int* out, int* in, int n) {
    __shared__ int s[32];
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncwarp();
    if (threadIdx.x == 5) {
        s[5] = in[5];
        __threadfence_block();
        flag = 1;
    } else {
        while (flag == 0) {
        }
        __threadfence_block();
        out[threadIdx.x] = s[5];
    }
}
//! RUN 1x32
extern "C" __global__ void tile_loaded_early(int* out, int* in, int n) {
    using namespace nvcuda;
    __shared__ half a[256];
    for (int k = threadIdx.x; k < 256; k += 32)
        a[255 - k] = __float2half(in[k] % 7); //! OTHER tile_loaded_early
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::load_matrix_sync(fa, a, 16); //! FAULT tile_loaded_early shared_race
    out[threadIdx.x] = static_cast<int>(__half2float(fa.x[0]));
}
//! RUN 1x32
extern "C" __global__ void tile_stored_and_read_early(int* out, int* in, int n) {
    using namespace nvcuda;
    __shared__ float c[256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, in[2]);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major); //! OTHER tile_stored_and_read_early
    out[threadIdx.x] = static_cast<int>(c[255 - threadIdx.x]); //! FAULT tile_stored_and_read_early shared_race
}
//! RUN 1x32
extern "C" __global__ void tiles_and_syncwarp(int* out, int* in, int n) {
    using namespace nvcuda;
    __shared__ half a[256];
    __shared__ float c[256];
    for (int k = threadIdx.x; k < 256; k += 32)
        a[255 - k] = __float2half(in[k] % 7);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::fill_fragment(fc, __half2float(fa.x[0]));
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    __syncwarp();
    out[threadIdx.x] = static_cast<int>(c[255 - threadIdx.x]);
}

// Elements that share a word.
//! RUN 1x32
extern "C" __global__ void halves_of_words(int* out, int* in, int n) {
    __shared__ half s[32];
    s[threadIdx.x] = __int2half_rn(in[threadIdx.x]); //! OTHER halves_of_words
    out[threadIdx.x] = __half2int_rn(s[31 - threadIdx.x]); //! FAULT halves_of_words shared_race "with no __syncwarp()"
}
//! RUN 1x32
extern "C" __global__ void bytes_of_words(int* out, int* in, int n) {
    __shared__ unsigned char s[32];
    s[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]); //! OTHER bytes_of_words
    out[threadIdx.x] = s[threadIdx.x ^ 5]; //! FAULT bytes_of_words shared_race "with no __syncwarp()"
}
//! RUN 1x32
extern "C" __global__ void own_halves(int* out, int* in, int n) {
    __shared__ half s[32];
    s[threadIdx.x] = __int2half_rn(in[threadIdx.x]);
    s[threadIdx.x] = __hadd(s[threadIdx.x], __int2half_rn(1));
    const int own = __half2int_rn(s[threadIdx.x]);
    __syncwarp();
    out[threadIdx.x] = own + __half2int_rn(s[31 - threadIdx.x]);
}

// What ends a race.
//! RUN 1x64
extern "C" __global__ void all_add_to_one(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    s[0] += s[threadIdx.x]; //! FAULT all_add_to_one shared_race "which several threads update without an atomic operation"
    __syncthreads(); //! SAME all_add_to_one
    out[threadIdx.x] = s[threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void transposed_without_a_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    const int i = threadIdx.x;
    s[i] = in[i]; //! FAULT transposed_without_a_barrier shared_race "with no barrier between them"
    out[i] = s[i % 8 * 8 + i / 8]; //! OTHER transposed_without_a_barrier
}

extern __shared__ int firstPart[];
extern __shared__ float secondPart[];
//! RUN 1x32 shared=128
extern "C" __global__ void two_arrays_at_one_place(int* out, int* in, int n) {
    firstPart[threadIdx.x] = in[threadIdx.x]; //! OTHER two_arrays_at_one_place
    secondPart[31 - threadIdx.x] = in[threadIdx.x]; //! FAULT two_arrays_at_one_place shared_race "'firstPart' and 'secondPart'"
    out[threadIdx.x] = firstPart[threadIdx.x]; //! ANY two_arrays_at_one_place
}
extern __shared__ int s[];
//! RUN 1x32 shared=128
extern "C" __global__ void array_with_a_short_name(int* out, int* in, int n) {
    s[threadIdx.x + n] = 1; //! FAULT array_with_a_short_name out_of_bounds "of 's'"
    out[threadIdx.x] = s[threadIdx.x + n];
}
