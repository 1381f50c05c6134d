// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that programs rely on and that are easily got wrong, a kernel each: what lanes do that have
// left, are elsewhere or belong to another mask. Each writes out[i] of thread i; h200.txt has what
// an H200 wrote, and tst_gpu_rules compares. Both arms of a branch have their own instruction only
// where it is written as assembly: the compiler would make one of two.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;
typedef unsigned u32;

#define BALLOT(result, condition)                                                                  \
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0;"                                           \
                 " vote.sync.ballot.b32 %0, p, 0xffffffff; }"                                      \
                 : "=r"(result)                                                                    \
                 : "r"(condition))
#define BUTTERFLY(result, value, distance)                                                         \
    asm volatile("shfl.sync.bfly.b32 %0, %1, " #distance ", 0x1f, 0xffffffff;"                     \
                 : "=r"(result)                                                                    \
                 : "r"(value))
#define SYNC_WARP() asm volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#define SYNC_BLOCK() asm volatile("bar.sync 0;" ::: "memory")

extern "C" {

// Lanes that have left: who is named and gone is not waited for.

__global__ void ballot_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = __ballot_sync(~0u, i & 1);
}

__global__ void scan_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    u32 v = i + 1;
    for (int d = 1; d < 32; d *= 2) {
        const u32 before = __shfl_up_sync(~0u, v, d);
        if ((i & 31) >= d)
            v += before;
    }
    out[i] = v;
}

__global__ void match_any_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = __match_any_sync(~0u, i % 3);
}

__global__ void match_all_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    int alike = 0;
    const u32 mask = __match_all_sync(~0u, 7, &alike);
    out[i] = mask ^ (alike ? 0x80000000u : 0);
}

__global__ void redux_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = __reduce_add_sync(~0u, i) + 1000 * __reduce_max_sync(~0u, i) +
             1000000 * __any_sync(~0u, i == n) + 2000000 * __all_sync(~0u, i < n);
}

__global__ void syncwarp_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    __syncwarp();
    out[i] = __activemask();
}

__global__ void odd_lanes_left(u32* out, int) {
    const int i = threadIdx.x;
    if (i & 1)
        return;
    out[i] = __ballot_sync(~0u, 1) ^ __shfl_xor_sync(~0u, i, 2);
}

/// The first lanes wait already when the others leave.
__global__ void parked_then_others_leave(u32* out, int) {
    const int i = threadIdx.x;
    if (i < 2) {
        out[i] = __ballot_sync(~0u, 1);
    } else {
        u32 x = i;
        for (int k = 0; k < 100; ++k)
            x = x * 1664525u + 1013904223u;
        out[i] = x;
    }
}

__global__ void elect_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i < 3 || i >= n)
        return;
    u32 leader, leads;
    asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                 : "=r"(leader), "=r"(leads));
    out[i] = 2 * leader + leads;
}

// Two places: the lanes of one operation stand at two instructions.

__global__ void shuffle_in_both_arms(u32* out, int) {
    const int i = threadIdx.x;
    u32 v = 100 + i, r;
    if (i % 32 < 16) {
        v *= 2;
        r = __shfl_xor_sync(~0u, v, 16) + 1;
    } else {
        v *= 3;
        r = __shfl_xor_sync(~0u, v, 16) + 2;
    }
    out[i] = r;
}

__global__ void shuffle_twice_in_both_arms(u32* out, int) {
    const int i = threadIdx.x;
    u32 v = 100 + i, r;
    if (i < 16) {
        BUTTERFLY(r, v, 16);
        r ^= 0x10000;
    } else {
        v = __popc(v) + 3;
        BUTTERFLY(r, v, 16);
        r = __brev(r);
    }
    out[i] = r;
}

__global__ void shuffle_by_different_amounts(u32* out, int) {
    const int i = threadIdx.x;
    u32 v = 100 + i, r;
    if (i % 32 < 16) {
        BUTTERFLY(r, v, 16);
    } else {
        BUTTERFLY(r, v, 17);
        r += 7000;
    }
    out[i] = r;
}

__global__ void ballot_in_both_arms(u32* out, int) {
    const int i = threadIdx.x;
    u32 r;
    if (i % 3 == 0) {
        BALLOT(r, i & 1);
        r ^= 1u << 31;
    } else {
        BALLOT(r, i & 2);
    }
    out[i] = r;
}

__global__ void match_in_both_arms(u32* out, int) {
    const int i = threadIdx.x;
    u32 r;
    if (i < 10) {
        asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(i % 4));
    } else {
        asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(i % 4));
        out[64 + i] = 1;
    }
    out[i] = r;
}

__global__ void redux_in_both_arms(u32* out, int) {
    const int i = threadIdx.x;
    u32 r;
    if (i < 10) {
        asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(i));
        r += 100000;
    } else {
        asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(i));
    }
    out[i] = r;
}

__global__ void syncwarp_in_both_arms(u32* out, int) {
    __shared__ volatile u32 s[64];
    const int i = threadIdx.x;
    if (i % 32 < 16) {
        s[i] = 10 + i;
        SYNC_WARP();
        out[i] = s[i ^ 16];
    } else {
        s[i] = 20 + i;
        SYNC_WARP();
        out[i] = s[i ^ 16] + 1000;
    }
}

__device__ __noinline__ u32 exchangedAndMore(u32 v, int more) {
    return __shfl_xor_sync(~0u, v, 1) + more;
}

__global__ void called_from_two_places(u32* out, int) {
    const int i = threadIdx.x;
    out[i] = i & 1 ? exchangedAndMore(i * 2, 1000) : exchangedAndMore(i * 3, 2000);
}

/// Lanes come to the call at very different times.
__global__ void called_after_a_long_loop(u32* out, int) {
    const int i = threadIdx.x;
    u32 x = i;
    for (int k = 0; k < 100 + i * 2000; ++k)
        x = x * 1664525u + 1013904223u;
    out[i] = exchangedAndMore(x, 5);
}

// Masks without a common lane have nothing to do with each other.

__global__ void halves(u32* out, int) {
    const int i = threadIdx.x;
    const u32 mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
    out[i] = __reduce_add_sync(mask, i) + 10000 * __popc(__ballot_sync(mask, i & 1)) +
             1000000 * __shfl_xor_sync(mask, i, 1);
}

__global__ void one_half_waits_in_memory(u32* out, int) {
    __shared__ volatile u32 flag;
    const int i = threadIdx.x;
    const u32 mask = i % 32 < 16 ? 0xffffu : 0xffff0000u;
    if (i == 0)
        flag = 0;
    __syncwarp();
    if (i % 32 >= 16) {
        while (!flag) {
        }
    }
    const u32 r = __shfl_xor_sync(mask, i, 1);
    if (i == 0)
        flag = 1;
    out[i] = r;
}

// Barriers of the block that only a part of it comes to. CUDA forbids them; hardware lets them
// pass.

__global__ void syncthreads_after_return(u32* out, int n) {
    __shared__ u32 s[128];
    const int i = threadIdx.x;
    s[i] = 0;
    __syncthreads();
    if (i >= n)
        return;
    s[i] = i + 1;
    __syncthreads();
    out[i] = s[n - 1 - i];
}

__global__ void syncthreads_left_loop(u32* out, int) {
    const int i = threadIdx.x;
    u32 k = 0;
    for (; k < (i < 32 ? 3 : 5); ++k)
        __syncthreads();
    out[i] = k;
}

__global__ void syncthreads_left_loop_in_warp(u32* out, int) {
    const int i = threadIdx.x;
    u32 k = 0;
    for (; k < (i < 7 ? 3 : 5); ++k)
        __syncthreads();
    out[i] = k;
}

__global__ void syncthreads_in_part_of_a_warp(u32* out, int) {
    const int i = threadIdx.x;
    if (i % 32 < 7)
        __syncthreads();
    out[i] = i;
}

__global__ void syncthreads_count_after_return(u32* out, int n) {
    const int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = __syncthreads_count(i & 1) + 100 * __syncthreads_and(i < n) +
             1000 * __syncthreads_or(i == n);
}

__global__ void barrier_at_two_lines_by_warps(u32* out, int) {
    __shared__ u32 s[64];
    const int i = threadIdx.x;
    if (i < 32) {
        s[i] = i;
        SYNC_BLOCK();
        out[i] = s[i + 32];
    } else {
        s[i] = 3 * i;
        SYNC_BLOCK();
        out[i] = s[i - 32] + 1;
    }
}

// Lanes of one warp at two bar.sync are no rule: PTX forbids them, and an H200 ended such a kernel
// once and hung in it the next time.

/// Global memory flushes subnormals, shared memory does not: what was there and what is, for each
/// pair of four values, by atomicAdd, red and atom with a generic address.
__global__ void atomic_add_of_subnormals(u32* out, int) {
    __shared__ float s;
    if (threadIdx.x != 0)
        return;
    float* const g = (float*)out;
    volatile float* const seen = g;
    volatile float* const seenShared = &s;
    const u32 values[4] = {0x00000001, 0x00400000, 0x00800000, 0x80000000};
    u32* o = out + 1;
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
            const float from = __uint_as_float(values[a]), by = __uint_as_float(values[b]);
            *seen = from;
            *o++ = __float_as_uint(atomicAdd(g, by));
            *o++ = __float_as_uint(*seen);
            *seenShared = from;
            *o++ = __float_as_uint(atomicAdd(&s, by));
            *o++ = __float_as_uint(*seenShared);
        }
    }
    const float tiny = __uint_as_float(1), next = __uint_as_float(0x00800001);
    const float least = __uint_as_float(0x80800000);
    *seen = next;
    atomicAdd(g, least);
    out[65] = __float_as_uint(*seen);
    *seenShared = next;
    atomicAdd(&s, least);
    out[66] = __float_as_uint(*seenShared);
    *seen = tiny;
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(g), "f"(tiny) : "memory");
    __threadfence();
    out[67] = __float_as_uint(*seen);
    float old;
    *seen = tiny;
    asm volatile("atom.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(g), "f"(tiny) : "memory");
    out[68] = __float_as_uint(*seen);
    *seenShared = tiny;
    asm volatile("atom.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(&s), "f"(tiny) : "memory");
    out[69] = __float_as_uint(*seenShared);
}

// barrier.cluster counts threads, not warps: the lanes of a warp may come to it one after the other
// and at different instructions, and who has left is not waited for. A launch without clusters has
// clusters of one block.

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define CLUSTER_ARRIVE() asm volatile("barrier.cluster.arrive.release;" ::: "memory")
#define CLUSTER_WAIT() asm volatile("barrier.cluster.wait.acquire;" ::: "memory")
#else
#define CLUSTER_ARRIVE() __trap()
#define CLUSTER_WAIT() __trap()
#endif

__global__ void cluster_barrier_in_both_arms(u32* out, int) {
    __shared__ u32 s[64];
    const u32 i = threadIdx.x;
    u32 seen;
    if (i & 1) {
        s[i] = 3 * i;
        CLUSTER_ARRIVE();
        CLUSTER_WAIT();
        seen = s[i ^ 33];
    } else {
        s[i] = 1000 + i;
        CLUSTER_ARRIVE();
        CLUSTER_WAIT();
        seen = s[i ^ 33] + 7;
    }
    out[i] = seen;
}

__global__ void cluster_barrier_after_return(u32* out, int n) {
    __shared__ u32 s[64];
    const u32 i = threadIdx.x;
    if (i >= n)
        return;
    s[i] = i * i;
    CLUSTER_ARRIVE();
    CLUSTER_WAIT();
    out[i] = s[n - 1 - i];
}

/// Each lane arrives in its own round of a loop and does something else before it waits; three
/// phases, of which nobody is more than one ahead.
__global__ void cluster_barrier_lane_by_lane(u32* out, int) {
    __shared__ u32 s[3][64];
    const u32 i = threadIdx.x;
    u32 sum = 0;
    for (u32 phase = 0; phase < 3; ++phase) {
        for (u32 lane = 0; lane < 32; ++lane) {
            if (lane != (i + 5 * phase) % 32)
                continue;
            s[phase][i] = i + 100 * phase;
            CLUSTER_ARRIVE();
        }
        sum = sum * 3 + i;
        CLUSTER_WAIT();
        sum += s[phase][63 - i] + s[phase][(i + 7) % 64];
    }
    out[i] = sum;
}

/// Twenty sleeps of the longest time that there is take more than half of it, by both clocks. (The
/// PTX ISA promises anything up to twice the time, and a millisecond at most.)
__global__ void nanosleep_takes_time(u32* out, int) {
    unsigned long long began, ended;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began)::"memory");
    const long long first = clock64();
    for (int k = 0; k < 20; ++k)
        __nanosleep(1000000);
    const long long cycles = clock64() - first;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ended)::"memory");
    out[threadIdx.x] = (ended - began > 10000000) + 2 * (cycles > 10000000);
}

// Tiles of several warps: CUDA keeps their barriers in shared memory that it reserves, and expects
// zeros there. The kernel's own shared memory stays as it was.

__global__ void tile_of_two_warps(u32* out, int) {
    __shared__ u32 s[64];
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    const u32 i = tile.thread_rank();
    s[i] = i * i;
    tile.sync();
    const u32 other = s[63 - i];
    out[i] = other + cg::reduce(tile, i, cg::plus<u32>()) + tile.shfl(i, 40) + s[i];
}

__global__ void tiles_in_tiles(u32* out, int) {
    __shared__ u32 s[256];
    const auto outer = cg::tiled_partition<128>(cg::this_thread_block());
    const auto inner = cg::tiled_partition<64>(outer);
    const u32 i = threadIdx.x;
    s[i] = 3 * i;
    outer.sync();
    const u32 far = s[i ^ 127];
    outer.sync();
    s[i] = far;
    inner.sync();
    const u32 near = s[i ^ 63];
    const u32 most = cg::reduce(inner, i, cg::greater<u32>());
    if (i < 96)
        out[i] = near + 1000 * most + 1000000 * inner.meta_group_rank();
}

__global__ void tile_without_shared_memory(u32* out, int) {
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    tile.sync();
    out[threadIdx.x] = tile.shfl(threadIdx.x * 5, 63) + tile.any(threadIdx.x == 50);
}

__global__ void grid_without_a_cooperative_launch(u32* out, int) {
    out[threadIdx.x] = cg::this_grid().is_valid();
}

// Products and sums without a rounding in PTX, of which ptxas makes one operation or leaves two.

#define FACTORS                                                                                    \
    const u32 i = threadIdx.x;                                                                     \
    const float a = 1.1f + 0.37f * i, b = 0.93f - 0.0713f * i, c = 0.71f * a + 0.013f;             \
    const float d = 1.7f - 0.21f * i, e = 0.3f + 1.03f * i, f = 0.17f * i - 3.1f

__global__ void differences_of_products(u32* out, int) {
    FACTORS;
    out[i] = __float_as_uint(e - a * b);
    out[i + 32] = __float_as_uint(a * b - c * d);
    out[i + 64] = __float_as_uint(-(c * d) - f);
}

__global__ void products_for_several_sums(u32* out, int) {
    FACTORS;
    const float first = a * b, second = c * d;
    out[i] = __float_as_uint(first - second);
    out[i + 24] = __float_as_uint(e - first);
    out[i + 48] = __float_as_uint(f - first);
    out[i + 72] = __float_as_uint(second - e);
}

__global__ void products_in_a_ring(u32* out, int) {
    FACTORS;
    const float first = a * b, second = c * d, third = e * f;
    out[i] = __float_as_uint(first - second);
    out[i + 32] = __float_as_uint(second - third);
    out[i + 64] = __float_as_uint(third - first);
}

__global__ void products_that_are_kept(u32* out, int) {
    FACTORS;
    const float product = a * b;
    out[i] = __float_as_uint(c - product);
    out[i + 32] = __float_as_uint(product);
    out[i + 64] = __float_as_uint(d - c * (b - a * b));
}

__global__ void products_of_doubles(u32* out, int) {
    FACTORS;
    const double x = a * 1.0000000123, y = b / 3.0, z = c + 1e-9;
    const long long difference = __double_as_longlong(z - x * y);
    const long long determinant = __double_as_longlong(x * y - z * d);
    out[i] = difference;
    out[i + 24] = difference >> 32;
    out[i + 48] = determinant;
    out[i + 72] = determinant >> 32;
}

__global__ void products_of_halves(u32* out, int) {
    const u32 i = threadIdx.x, x = 0x3c013c11 + 0x110007 * i, y = 0x35553999 - 0x20013 * i;
    u32 one, two, three;
    asm("{ .reg .b32 m; mul.f16x2 m, %1, %2; sub.f16x2 %0, %1, m; }" : "=r"(one) : "r"(x), "r"(y));
    asm("{ .reg .b32 m; mul.bf16x2 m, %1, %2; sub.bf16x2 %0, m, %2; }" : "=r"(two) : "r"(x), "r"(y));
    asm("{ .reg .b32 m; mul.rn.f16x2 m, %1, %2; sub.f16x2 %0, %1, m; }" : "=r"(three) : "r"(x), "r"(y));
    out[i] = one;
    out[i + 32] = two;
    out[i + 64] = three;
}

__global__ void products_before_a_loop(u32* out, int n) {
    FACTORS;
    const float product = a * b;
    float sum = c;
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
        sum = sum - product;
        out[i] = __float_as_uint(sum);
    }
    out[i + 32] = __float_as_uint(sum - product);
}

__global__ void products_behind_a_fence(u32* out, int) {
    FACTORS;
    const float product = a * b;
    out[i + 64] = i;
    __threadfence();
    out[i] = __float_as_uint(c - product);
    out[i + 32] = __float_as_uint(c - d * e);
}

} // extern "C"
