// SPDX-License-Identifier: GPL-3.0-or-later
// Barriers and operations of a whole warp that not all threads reach, and their correct twins; see
// accesses.cu.

//! RUN 1x64
extern "C" __global__ void two_barriers(int* out, int* in, int n) {
    __shared__ int s[64];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = in[threadIdx.x];
        __syncthreads(); //! OTHER two_barriers
        out[threadIdx.x] = s[threadIdx.x + 32];
    } else {
        s[threadIdx.x] = 3 * in[threadIdx.x] + 1;
        __syncthreads(); //! FAULT two_barriers barrier_divergence thread=32,0,0 "others are at line"
        out[threadIdx.x] = s[threadIdx.x - 32] + 1;
    }
}
//! RUN 1x64
extern "C" __global__ void one_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x < 32 ? in[threadIdx.x] : 3 * in[threadIdx.x] + 1;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

//! RUN 1x64
extern "C" __global__ void named_barriers_crossed(int* out, int* in, int n) {
    if (threadIdx.x < 32)
        asm volatile("barrier.sync 1, 64;"); //! FAULT named_barriers_crossed barrier_divergence "wait for each other for ever"
    else
        asm volatile("barrier.sync 2, 64;");
    out[threadIdx.x] = 0;
}
//! RUN 1x64
extern "C" __global__ void named_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32)
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    else
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];
}
//! RUN 1x96
extern "C" __global__ void producer_and_consumers(int* out, int* in, int n) {
    __shared__ int s[32];
    for (int k = 0; k < 4; ++k) {
        if (threadIdx.x < 32) {
            s[threadIdx.x] = in[threadIdx.x] + k;
            asm volatile("barrier.arrive 1, 96;" ::: "memory");
            asm volatile("barrier.sync 2, 96;" ::: "memory");
        } else {
            asm volatile("barrier.sync 1, 96;" ::: "memory");
            out[threadIdx.x + 64 * (threadIdx.x & 1)] = s[threadIdx.x % 32];
            asm volatile("barrier.arrive 2, 96;" ::: "memory");
        }
    }
}

// Who has ended is not waited for: "if the exiting threads are holding up the barrier, the barrier is
// released" (PTX ISA, exit), and an H200 does so.
//! RUN 1x64
extern "C" __global__ void early_return(int* out, int* in, int n) {
    __shared__ int s[64];
    if (threadIdx.x >= 40)
        return;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[39 - threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void return_behind_a_barrier(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 40)
        out[threadIdx.x] = s[39 - threadIdx.x];
}

//! RUN 1x64
extern "C" __global__ void barrier_in_a_loop_that_some_leave(int* out, int* in, int n) {
    for (int k = 0; k < (threadIdx.x < 7 ? 3 : 5); ++k) {
        out[threadIdx.x] = k;
        __syncthreads();
    }
}

//! RUN 1x64
extern "C" __global__ void barriers_in_and_behind_a_loop(int* out, int* in, int n) {
    for (int k = 0; k < (threadIdx.x < 32 ? 3 : 5); ++k) {
        out[threadIdx.x] = k;
        __syncthreads(); //! OTHER barriers_in_and_behind_a_loop
    }
    __syncthreads(); //! FAULT barriers_in_and_behind_a_loop barrier_divergence "others are at line"
    out[threadIdx.x] = in[threadIdx.x];
}

//! RUN 1x64
extern "C" __global__ void barrier_votes(int* out, int* in, int n) {
    const int some = __syncthreads_or(in[threadIdx.x] == 40);
    const int all = __syncthreads_and(in[threadIdx.x] > 0);
    out[threadIdx.x] = some + all + __syncthreads_count(in[threadIdx.x] > 10);
}
//! RUN 2x64
extern "C" __global__ void barrier_vote_in_a_loop(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[63 - threadIdx.x];
    bool swapped = true;
    while (__syncthreads_or(swapped)) { // odd-even sort of 64 numbers
        swapped = false;
        for (int odd = 0; odd < 2; ++odd) {
            const int a = 2 * threadIdx.x + odd;
            if (a + 1 < 64 && s[a] > s[a + 1]) {
                const int kept = s[a];
                s[a] = s[a + 1];
                s[a + 1] = kept;
                swapped = true;
            }
            __syncthreads();
        }
    }
    out[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}

//! RUN 1x32
extern "C" __global__ void mask_without_itself(int* out, int* in, int n) {
    out[threadIdx.x] = __shfl_sync(0xffff, in[threadIdx.x], 0); //! FAULT mask_without_itself invalid_sync_mask thread=16,0,0 "does not name the thread that gives it"
}
//! RUN 1x32
extern "C" __global__ void mask_of_a_thread_that_left(int* out, int* in, int n) {
    if (threadIdx.x == 5)
        return;
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], 0); // who has left is not waited for
}
//! RUN 1x32
extern "C" __global__ void mask_of_threads_elsewhere(int* out, int* in, int n) {
    if (in[threadIdx.x] <= 16) {
        __syncwarp(0xffffffff); //! FAULT mask_of_threads_elsewhere invalid_sync_mask "threads that the mask names"
        out[threadIdx.x] = 1;
    } else {
        __syncthreads();
        out[threadIdx.x] = 2;
    }
}
//! RUN 1x32
extern "C" __global__ void mask_of_both_ways(int* out, int* in, int n) {
    const bool low = in[threadIdx.x] <= 16;
    const unsigned mask = __ballot_sync(0xffffffff, low);
    if (low)
        out[threadIdx.x] = __reduce_add_sync(mask, in[threadIdx.x]);
    else
        out[threadIdx.x] = __shfl_sync(~mask, in[threadIdx.x], 20);
}
//! RUN 1x40
extern "C" __global__ void part_of_a_warp(int* out, int* in, int n) {
    const unsigned mask = __activemask();
    out[threadIdx.x] = __shfl_sync(mask, in[threadIdx.x], 0);
}
//! RUN 1x32
extern "C" __global__ void full_masks_in_both_arms(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        v = __shfl_xor_sync(0xffffffff, 2 * v, 16);
        __syncwarp();
        out[threadIdx.x] = v + 1;
    } else {
        v = __shfl_xor_sync(0xffffffff, 3 * v, 16);
        __syncwarp();
        out[threadIdx.x] = v + 2;
    }
}
//! RUN 1x64
extern "C" __global__ void votes_behind_a_bound(int* out, int* in, int n) {
    if (threadIdx.x >= 45)
        return;
    out[threadIdx.x] = __ballot_sync(0xffffffff, in[threadIdx.x] & 1);
}
