// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic. `n` counts rounds.
#include <cuda_fp16.h>
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
extern "C" __global__ void fma_chain(float* out, int n) {
    float x = THREAD * 1e-6f;
    for (int i = 0; i < n; ++i)
        x = x * 0.999f + 0.5f;
    out[THREAD] = x;
}
extern "C" __global__ void fma_parallel(float* out, int n) {
    float a = THREAD, b = 1, c = 2, d = 3;
    for (int i = 0; i < n; ++i) {
        a = a * 0.999f + 0.5f;
        b = b * 0.999f + 0.5f;
        c = c * 0.999f + 0.5f;
        d = d * 0.999f + 0.5f;
    }
    out[THREAD] = a + b + c + d;
}
extern "C" __global__ void mandelbrot(float* out, int n) {
    float cx = (blockIdx.x * blockDim.x + threadIdx.x) / 512.0f - 2, cy = blockIdx.y / 256.0f - 1;
    float x = 0, y = 0;
    int i = 0;
    while (i < n && x * x + y * y < 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++i;
    }
    out[blockIdx.y * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x] = i;
}
extern "C" __global__ void nbody(float4* out, const float4* in, int n) {
    float4 me = in[THREAD];
    float ax = 0, ay = 0, az = 0;
    for (int i = 0; i < n; ++i) {
        float4 o = in[i];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float f = o.w * r * r * r;
        ax += dx * f;
        ay += dy * f;
        az += dz * f;
    }
    out[THREAD] = make_float4(ax, ay, az, 0);
}
extern "C" __global__ void hash_int(unsigned* out, int n) {
    unsigned h = THREAD;
    for (int i = 0; i < n; ++i) {
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        h *= 0xc2b2ae35u;
    }
    out[THREAD] = h;
}
extern "C" __global__ void xorshift(unsigned* out, int n) {
    unsigned h = THREAD + 1;
    for (int i = 0; i < n; ++i) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
    }
    out[THREAD] = h;
}
extern "C" __global__ void sines(float* out, int n) {
    float x = THREAD * 1e-6f;
    for (int i = 0; i < n; ++i)
        x = __sinf(x) + 0.25f;
    out[THREAD] = x;
}
extern "C" __global__ void exact_sines(float* out, int n) {
    float x = THREAD * 1e-6f;
    for (int i = 0; i < n; ++i)
        x = sinf(x) + 0.25f;
    out[THREAD] = x;
}
extern "C" __global__ void divisions(float* out, int n) {
    float x = THREAD + 1.0f;
    for (int i = 0; i < n; ++i)
        x = 3.0f / x + 1.0f;
    out[THREAD] = x;
}
extern "C" __global__ void doubles(double* out, int n) {
    double x = THREAD, y = 1;
    for (int i = 0; i < n; ++i) {
        x = x * 0.999 + 0.5;
        y = y * 0.999 + 0.5;
    }
    out[THREAD] = x + y;
}
extern "C" __global__ void halves(half2* out, int n) {
    half2 x = __floats2half2_rn(threadIdx.x, 1), y = x, a = __floats2half2_rn(0.5f, 0.25f);
    for (int i = 0; i < n; ++i) {
        x = __hfma2(x, a, a);
        y = __hfma2(y, a, a);
    }
    out[THREAD] = __hadd2(x, y);
}
extern "C" __global__ void bit_counts(unsigned* out, int n) {
    unsigned x = THREAD, sum = 0;
    for (int i = 0; i < n; ++i) {
        x = x * 1664525u + 1013904223u;
        sum += __popc(x) + __clz(x);
    }
    out[THREAD] = sum;
}
extern "C" __global__ void integer_modulo(unsigned* out, int n) {
    unsigned x = THREAD + 12345, sum = 0;
    for (int i = 0; i < n; ++i) {
        x = x * 1664525u + 1013904223u;
        sum += x % (threadIdx.x + 7);
    }
    out[THREAD] = sum;
}
extern "C" __global__ void polynomial(float* out, const float* in, int n) {
    float x = in[THREAD], y = x;
    for (int i = 0; i < n; ++i)
        y = ((((y * x + 0.1f) * x + 0.2f) * x + 0.3f) * x + 0.4f) * 0.01f;
    out[THREAD] = y;
}
extern "C" __global__ void shuffles(float* out, int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; ++i)
        x += __shfl_xor_sync(~0u, x, 1 + (i & 15));
    out[THREAD] = x;
}
