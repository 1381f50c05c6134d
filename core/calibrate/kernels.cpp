// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibrate/calibrate.h"

namespace warpbench::calibrate {

// No sum ever equals the number that its kernel looks for, but the compiler does not know that:
// nothing is optimised away. PTX is written out where the compiler must neither merge nor move it.
const char* kernelsSource() {
    return R"(
typedef unsigned u32;
typedef unsigned long long u64;
constexpr int kSums = 8, kUnrolled = 16;
constexpr u32 kNever = 0xfedcba98u;

extern "C" __global__ void wb_empty(u32 times) {}

__device__ u64 nanoseconds() {
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

// --- Arithmetic: independent sums in each thread ---

struct Float {
    typedef float Value;
    static __device__ void add(float& x, float a, float b) { x = __fmaf_rn(x, a, b); }
};
struct Double {
    typedef double Value;
    static __device__ void add(double& x, double a, double b) { x = __fma_rn(x, a, b); }
};
struct Integer {
    typedef u32 Value;
    static __device__ void add(u32& x, u32 a, u32 b) {
        asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(x) : "r"(a), "r"(b));
    }
};
struct Special {
    typedef float Value;
    static __device__ void add(float& x, float, float) {
        asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
    }
};

template <class Kind>
__device__ void sums(u32* sink, u32 times) {
    typedef typename Kind::Value Value;
    const Value a = Value(threadIdx.x) * Value(0.5), b = Value(blockIdx.x);
    Value sum[kSums];
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        sum[i] = Value(i);
#pragma unroll 1
    for (u32 round = 0; round < times; ++round) {
#pragma unroll
        for (int k = 0; k < kUnrolled; ++k) {
#pragma unroll
            for (int i = 0; i < kSums; ++i)
                Kind::add(sum[i], a, b);
        }
    }
    Value all = 0;
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        all += sum[i];
    if (all == Value(123456789))
        *sink = 1;
}
extern "C" __global__ void __launch_bounds__(256) wb_float(u32* sink, u32 times) { sums<Float>(sink, times); }
extern "C" __global__ void __launch_bounds__(256) wb_double(u32* sink, u32 times) { sums<Double>(sink, times); }
extern "C" __global__ void __launch_bounds__(256) wb_integer(u32* sink, u32 times) { sums<Integer>(sink, times); }
extern "C" __global__ void __launch_bounds__(256) wb_special(u32* sink, u32 times) { sums<Special>(sink, times); }

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void __launch_bounds__(256) wb_matrix(u32* sink, u32 times) {
    const u32 a = 0x20002000u + threadIdx.x;
    float d[kSums][4] = {};
#pragma unroll 1
    for (u32 round = 0; round < times; ++round) {
#pragma unroll
        for (int i = 0; i < kSums; ++i)
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                         "{%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                         : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3]) : "r"(a));
    }
    float all = 0;
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        all += d[i][0];
    if (all == -12345.0f)
        *sink = 1;
}
#endif

// The clock: cycles and nanoseconds of one block among others that compute.
extern "C" __global__ void __launch_bounds__(256) wb_clock(u64* out, u32* sink, u32 times) {
    const u64 ns = nanoseconds();
    const long long cycles = clock64();
    sums<Float>(sink, times);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        out[0] = clock64() - cycles;
        out[1] = nanoseconds() - ns;
    }
}

// --- Memory: arrays, a tile of 16 KiB for each block, again and again ---

__device__ uint4 load(const uint4* from) {
    uint4 v;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(from));
    return v;
}

extern "C" __global__ void __launch_bounds__(256)
wb_read(const uint4* from, u32* sink, u32 tiles) {
    const uint4* at = from + u64(blockIdx.x % tiles) * 1024 + threadIdx.x;
    const uint4 a = load(at), b = load(at + 256), c = load(at + 512), d = load(at + 768);
    const u32 all = a.x ^ b.y ^ c.z ^ d.w;
    if (all == kNever)
        *sink = all;
}

extern "C" __global__ void __launch_bounds__(256) wb_write(uint4* to, u32 tiles) {
    uint4* at = to + u64(blockIdx.x % tiles) * 1024 + threadIdx.x;
    at[0] = at[256] = at[512] = at[768] = make_uint4(tiles, tiles, tiles, tiles);
}

__device__ u32 nextRandom(u32& state) {
    state = state * 1664525u + 1013904223u;
    return state >> 6;
}

// Each lane reads or writes a line of its own, at random. lines: a power of two.
extern "C" __global__ void __launch_bounds__(256)
wb_read_lines(const u32* from, u32 lines, u32* sink, u32 times) {
    u32 state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u, all = 0;
#pragma unroll 4
    for (u32 round = 0; round < times; ++round) {
        u32 v;
        asm volatile("ld.global.cg.u32 %0, [%1];"
                     : "=r"(v) : "l"(from + u64(nextRandom(state) & (lines - 1)) * 32));
        all += v;
    }
    if (all == kNever)
        *sink = all;
}

extern "C" __global__ void __launch_bounds__(256)
wb_write_lines(u32* to, u32 lines, u32 times) {
    u32 state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
#pragma unroll 4
    for (u32 round = 0; round < times; ++round)
        to[u64(nextRandom(state) & (lines - 1)) * 32] = round;
}

__constant__ u32 wb_table[512]; // as large as the cache next to the SM

extern "C" __global__ void __launch_bounds__(256) wb_constants(u32* sink, u32 times) {
    u32 all = 0;
#pragma unroll 1
    for (u32 round = 0; round < times; ++round) {
#pragma unroll
        for (int k = 0; k < kUnrolled; ++k)
            all += wb_table[(threadIdx.x % 32 * 16 + round + k) % 512];
    }
    if (all == kNever)
        *sink = all;
}

// --- Latency: one thread, each address from the word before ---

extern "C" __global__ void wb_chain(u64* line, u32 lines, u32 times) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < lines) // every line once, in an order that no prefetch foresees
        line[u64(i) * 16] = u64(line + u64((i * 1664525u + 1013904223u) & (lines - 1)) * 16);
}

#define CHASE(name, load)                                                                          \
    extern "C" __global__ void name(u64* out, u64 at, u32 warm, u32 times) {                       \
        for (u32 i = 0; i < warm; ++i)                                                             \
            asm volatile(load : "=l"(at) : "l"(at));                                               \
        const long long start = clock64();                                                         \
        for (u32 i = 0; i < times; ++i)                                                            \
            asm volatile(load : "=l"(at) : "l"(at));                                               \
        out[1] = at;                                                                               \
        out[0] = clock64() - start;                                                                \
    }
CHASE(wb_chase_l1, "ld.global.ca.u64 %0, [%1];")
CHASE(wb_chase_l2, "ld.global.cg.u64 %0, [%1];")

// --- Launches and blocks ---

// A number of blocks that take this many cycles each.
extern "C" __global__ void wb_wait(u32 times) {
    const long long start = clock64();
    while (clock64() - start < times)
        ;
}

// --- Atomics: words at bases of their own for each lane, warp and round ---

template <bool kFloat>
__device__ void updates(u32* to, u32 lanes, u32 perLane, u32 perWarp, u32 perRound, u32 mask, u32 times) {
    const u32 lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (lane >= lanes)
        return;
    u32 at = lane * perLane + warp * perWarp;
#pragma unroll 4
    for (u32 round = 0; round < times; ++round, at += perRound) {
        u32* p = to + (at & mask);
        if (kFloat)
            asm volatile("red.global.add.f32 [%0], %1;" ::"l"(p), "f"(1.0f) : "memory");
        else
            asm volatile("red.global.add.u32 [%0], %1;" ::"l"(p), "r"(1u) : "memory");
    }
}
extern "C" __global__ void __launch_bounds__(256)
wb_add(u32* to, u32 lanes, u32 perLane, u32 perWarp, u32 perRound, u32 mask, u32 times) {
    updates<false>(to, lanes, perLane, perWarp, perRound, mask, times);
}
extern "C" __global__ void __launch_bounds__(256)
wb_add_float(u32* to, u32 lanes, u32 perLane, u32 perWarp, u32 perRound, u32 mask, u32 times) {
    updates<true>(to, lanes, perLane, perWarp, perRound, mask, times);
}
)";
}

} // namespace warpbench::calibrate
