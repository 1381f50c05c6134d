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
        asm volatile("barrier.sync 1, 64;"); //! FAULT named_barriers_crossed barrier_divergence "wait for each other forever"
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
    for (int k = 0; k < (threadIdx.x < 32 ? 3 : 5); ++k) { //! BRANCH barriers_in_and_behind_a_loop
        out[threadIdx.x] = k;
        __syncthreads(); //! BOTH barriers_in_and_behind_a_loop
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
    out[threadIdx.x] = __shfl_sync(0xffff, in[threadIdx.x], 0); //! FAULT mask_without_itself invalid_sync_mask thread=16,0,0 "does not name the thread that passes it"
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

// Barriers and operations of a warp in a branch that some threads do not take: no fault, as a GPU
// lets it pass where the others end, but a finding.
//! RUN 1x64
extern "C" __global__ void barrier_in_a_branch(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 16) //! BRANCH barrier_in_a_branch
        __syncthreads(); //! FINDING barrier_in_a_branch divergent_barrier "16 threads come to it, 48 threads go round it"
    out[threadIdx.x] = s[threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void barrier_in_a_reduction(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) { //! BRANCH barrier_in_a_reduction
            atomicAdd(&s[threadIdx.x], atomicAdd(&s[threadIdx.x + d], 0));
            __syncthreads(); //! FINDING barrier_in_a_reduction divergent_barrier "32 threads come to it, 32 threads go round it"
        }
    }
    if (threadIdx.x == 0)
        out[0] = s[0];
}
//! RUN 1x64
extern "C" __global__ void barrier_behind_an_if(int* out, int* in, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[0] = s[0];
}
//! RUN 1x64
extern "C" __global__ void loop_that_some_leave(int* out, int* in, int n) {
    for (int k = 0; k < (in[threadIdx.x] < 8 ? 3 : 5); ++k) { //! BRANCH loop_that_some_leave
        out[threadIdx.x] = k;
        __syncthreads(); //! FINDING loop_that_some_leave divergent_barrier "7 threads go round it"
    }
    out[64 + threadIdx.x] = 1;
}
//! RUN 1x64
extern "C" __global__ void break_before_a_barrier(int* out, int* in, int n) {
    for (int k = 0; k < n; ++k) {
        if (in[threadIdx.x] > 60 + k) //! BRANCH break_before_a_barrier
            break;
        __syncthreads(); //! FINDING break_before_a_barrier divergent_barrier
        if (k > 10)
            break;
    }
    out[threadIdx.x] = in[threadIdx.x];
}
//! RUN 1x64
extern "C" __global__ void return_in_a_loop(int* out, int* in, int n) {
    out[threadIdx.x] = 0;
    for (int k = 0; k < 8; ++k) {
        if (in[threadIdx.x] == 60 + k)
            return;
        __syncthreads();
        out[threadIdx.x] += k;
        if (in[threadIdx.x] == 50 + k)
            return;
        if (k % 2 == 1)
            __syncthreads();
    }
    out[threadIdx.x] += 1;
}
//! RUN 1x96
extern "C" __global__ void warps_return(int* out, int* in, int n) {
    __shared__ int s[96];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= 64)
        return;
    for (int k = 0; k < 3; ++k) {
        if (k != 1) {
            const int other = s[63 - threadIdx.x];
            __syncthreads();
            s[threadIdx.x] = other + k;
        }
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}
__device__ __noinline__ int exchanged(int* s, int value) {
    s[threadIdx.x] = value;
    __syncthreads(); //! FINDING barrier_in_a_function divergent_barrier "32 threads come to it, 32 threads go round it"
    return s[31 - threadIdx.x % 32];
}
//! RUN 1x64
extern "C" __global__ void barrier_in_a_function(int* out, int* in, int n) {
    __shared__ int s[64];
    int v = in[threadIdx.x];
    if (v <= 32) //! BRANCH barrier_in_a_function
        v = exchanged(s, v);
    out[threadIdx.x] = v;
}
//! RUN 1x32
extern "C" __global__ void function_for_all(int* out, int* in, int n) {
    __shared__ int s[64];
    out[threadIdx.x] = exchanged(s, in[threadIdx.x]);
}
//! RUN 1x64
extern "C" __global__ void votes_in_a_branch(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    if (v % 2) //! BRANCH votes_in_a_branch
        v = __syncthreads_count(v > 10); //! FINDING votes_in_a_branch divergent_barrier
    out[threadIdx.x] = v;
}

//! RUN 1x32
extern "C" __global__ void shuffle_in_a_branch(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) //! BRANCH shuffle_in_a_branch
        v = __shfl_xor_sync(0xffffffff, v, 8); //! FINDING shuffle_in_a_branch divergent_mask "16 threads come to it, 16 threads go round it"
    out[threadIdx.x] = v;
}
//! RUN 1x64
extern "C" __global__ void shuffles_in_a_reduction(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    for (int d = blockDim.x / 4; d > 0; d /= 2) {
        if (threadIdx.x % 32 < d) //! BRANCH shuffles_in_a_reduction
            v += __shfl_down_sync(0xffffffff, v, d); //! FINDING shuffles_in_a_reduction divergent_mask
    }
    out[threadIdx.x] = v;
}
//! RUN 1x64
extern "C" __global__ void shuffles_of_all(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x] = v;
}
//! RUN 1x32
extern "C" __global__ void syncwarp_in_a_branch(int* out, int* in, int n) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    if (in[threadIdx.x] > 20) { //! BRANCH syncwarp_in_a_branch
        __syncwarp(); //! FINDING syncwarp_in_a_branch divergent_mask "12 threads come to it, 20 threads go round it"
        s[threadIdx.x] += 1;
    }
    out[threadIdx.x] = s[threadIdx.x];
}
//! RUN 1x32
extern "C" __global__ void shuffle_that_meets_another(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) //! BRANCH shuffle_that_meets_another
        v += __shfl_xor_sync(0xffffffff, v, 16); //! FINDING shuffle_that_meets_another divergent_mask
    v += 2 * __shfl_xor_sync(0xffffffff, v, 16);
    out[threadIdx.x] = v;
}
//! RUN 1x64
extern "C" __global__ void mask_of_a_vote(int* out, int* in, int n) {
    const bool some = in[threadIdx.x] % 3 == 0;
    const unsigned mask = __ballot_sync(0xffffffff, some);
    int v = 0;
    if (some)
        v = __reduce_add_sync(mask, in[threadIdx.x]) + __shfl_sync(mask, v, __ffs(mask) - 1);
    __syncwarp();
    out[threadIdx.x] = v;
}
//! RUN 2x40
extern "C" __global__ void shuffles_of_those_who_stay(int* out, int* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 70)
        return;
    int v = in[i];
    for (int d = 1; d < 8; d *= 2) {
        const int other = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d)
            v += other;
    }
    out[i] = v;
}

// Lanes that a shuffle reads and that the block does not have.
//! RUN 1x20
extern "C" __global__ void shuffle_from_absent_lanes(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    v += __shfl_xor_sync(0xffffffff, v, 16); //! FINDING shuffle_from_absent_lanes absent_lane "lanes 4 to 15 of warp 0 read lanes 20 to 31" "the block has 20 threads"
    out[threadIdx.x] = v;
}
//! RUN 1x180
extern "C" __global__ void shuffle_in_the_last_warp(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    v += __shfl_down_sync(0xffffffff, v, 4); //! FINDING shuffle_in_the_last_warp absent_lane "lanes 16 to 19 of warp 5 read lanes 20 to 23"
    out[threadIdx.x] = v;
}
//! RUN 1x20
extern "C" __global__ void shuffle_from_lane_30(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    if (n > 0)
        v = __shfl_sync(0xffffffff, v, 30); //! FINDING shuffle_from_lane_30 absent_lane "lanes 0 to 19 of warp 0 read lane 30"
    out[threadIdx.x] = v;
}
//! RUN 1x20
extern "C" __global__ void shuffle_from_lanes_that_are_there(int* out, int* in, int n) {
    int v = in[threadIdx.x];
    v += __shfl_xor_sync(0xfffff, v, 1);
    v += __shfl_up_sync(0xfffff, v, 2) + __shfl_sync(0xffffffff, v, 19);
    v += __shfl_down_sync(0xffffffff, v, 2, 4) + __shfl_xor_sync(0xffffffff, v, 3);
    out[threadIdx.x] = v;
}
