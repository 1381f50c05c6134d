// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The four kernels that simulators are compared with, once in CUDA C++ and once in OpenCL C.
namespace warpbench::bench {

inline constexpr std::string_view kCudaSource = R"(
#define TILE 16
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < n / TILE; ++t) {
        ta[y][x] = a[row * n + t * TILE + x];
        tb[y][x] = b[(t * TILE + y) * n + column];
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE; ++k) sum += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
extern "C" __global__ void reduce(const float* a, float* sums, int n) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = s[0];
}
extern "C" __global__ void mandelbrot(int* out, int width, int limit) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cr = -2.0f + 3.0f * x / width, ci = -1.5f + 3.0f * y / width, a = 0, b = 0;
    int k = 0;
    while (a * a + b * b < 4.0f && k < limit) {
        float t = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = t;
        k++;
    }
    out[y * width + x] = k;
}
)";

/// What only the simulated GPU is measured with; appended to kCudaSource. Halves in PTX: no
/// headers.
inline constexpr std::string_view kOwnSource = R"(
typedef unsigned int word;
extern "C" __global__ void half_add(const word* a, const word* b, word* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) asm("add.f16x2 %0, %1, %2;" : "=r"(c[i]) : "r"(a[i]), "r"(b[i]));
}
extern "C" __global__ void half_fma(const word* a, const word* b, word* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    word x = a[i], y = b[i], z = x;
    #pragma unroll
    for (int k = 0; k < 16; ++k) asm volatile("fma.rn.f16x2 %0, %1, %2, %0;" : "+r"(z) : "r"(x), "r"(y));
    c[i] = z;
}
extern "C" __global__ void float_fma(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], z = x;
    #pragma unroll
    for (int k = 0; k < 16; ++k) asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(z) : "f"(x), "f"(y));
    c[i] = z;
}
extern "C" __global__ void half_convert(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned short h; float f;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(a[i] + b[i]));
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    c[i] = f;
}
extern "C" __global__ void approximate(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x, y, z;
    asm("ex2.approx.f32 %0, %1;" : "=f"(x) : "f"(a[i]));
    asm("lg2.approx.f32 %0, %1;" : "=f"(y) : "f"(b[i] + 1));
    asm("tanh.approx.f32 %0, %1;" : "=f"(z) : "f"(x));
    c[i] = y + z;
}
extern "C" __global__ void scattered(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[(i * 40503u) % n];
}
extern "C" __global__ void copy_async(const float* a, const float* b, float* c, int n) {
    __shared__ float s[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i >= n) return;
    word to = (word)__cvta_generic_to_shared(s + 4 * t);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(a + 4 * i));
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    c[i] = s[t] + s[t + 256] + s[t + 512] + s[t + 768];
}
extern "C" __global__ void alternating(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    #pragma unroll 1
    for (int k = 0; k < 16; ++k) {
        sum += a[i];
        const float* other = a;
        a = b;
        b = other;
    }
    c[i] = sum;
}
extern "C" __global__ void tensor_product(const word* a, const word* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x % 32;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    word a0 = a[l], a1 = a[l + 32], a2 = a[l + 64], a3 = a[l + 96], b0 = b[l], b1 = b[l + 32];
    for (int k = 0; k < n; ++k)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(s0), "+f"(s1), "+f"(s2), "+f"(s3)
                     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
    c[i] = s0 + s1 + s2 + s3;
}
extern "C" __global__ void grid_barrier(word* arrived, int n) {
    for (int k = 1; k <= n; ++k) {
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived, 1);
            while (*(volatile word*)arrived < k * gridDim.x) {}
        }
        __syncthreads();
    }
}
)";

inline constexpr std::string_view kOpenClSource = R"(
#define TILE 16
__kernel void vector_add(__global const float* a, __global const float* b, __global float* c, int n) {
    int i = get_global_id(0);
    if (i < n) c[i] = a[i] + b[i];
}
__kernel void matmul(__global const float* a, __global const float* b, __global float* c, int n) {
    __local float ta[TILE][TILE], tb[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
    float sum = 0;
    for (int t = 0; t < n / TILE; ++t) {
        ta[y][x] = a[row * n + t * TILE + x];
        tb[y][x] = b[(t * TILE + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) sum += ta[y][k] * tb[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
__kernel void reduce(__global const float* a, __global float* sums, int n) {
    __local float s[256];
    int t = get_local_id(0), i = get_global_id(0);
    s[t] = i < n ? a[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 128; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}
__kernel void mandelbrot(__global int* out, int width, int limit) {
    int x = get_global_id(0), y = get_global_id(1);
    float cr = -2.0f + 3.0f * x / width, ci = -1.5f + 3.0f * y / width, a = 0, b = 0;
    int k = 0;
    while (a * a + b * b < 4.0f && k < limit) {
        float t = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = t;
        k++;
    }
    out[y * width + x] = k;
}
)";

} // namespace warpbench::bench
