// SPDX-License-Identifier: GPL-3.0-or-later
// What tst_simgpu_stepping steps through. The line numbers are in the test. Compiled by NVRTC 13.0:
// stepping.ptx with -arch=compute_90 -lineinfo; stepping_debug.90.ptx and stepping_debug.120.ptx
// with -arch=compute_90 and compute_120, and -G.
extern "C" __global__ void reduce(int* out, const int* in) {
    __shared__ int sums[64];
    int t = threadIdx.x;
    sums[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

extern "C" __global__ void parity(int* out) {
    int t = threadIdx.x;
    int v;
    if (t % 2) {
        v = atomicAdd(out + 32, 1);
    } else {
        v = atomicAdd(out + 33, 2);
    }
    out[t] = v;
}

__device__ __forceinline__ float scaled(const float* in, int i) {
    float x = in[i];
    return x * 3.0f;
}

extern "C" __global__ void inlined(float* out, const float* in) {
    int i = threadIdx.x;
    float y = scaled(in, i);
    out[i] = y + 1.0f;
}

extern "C" __global__ void talk() {
    if (threadIdx.x % 32 == 0)
        printf("block %d warp %d\n", blockIdx.x, threadIdx.x / 32);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        printf("block %d warp %d again\n", blockIdx.x, threadIdx.x / 32);
}

extern "C" __global__ void wrong(int* out) {
    int t = threadIdx.x;
    out[t < 5 ? t : t + 100000000] = t;
}

extern "C" __global__ void endless(volatile int* out) {
    while (out[0] == 0)
        ;
    out[1] = 1;
}

struct Inner {
    double d;
    char name[4];
};
struct Pair {
    float x;
    int n[2];
    Inner in;
};
enum Color { red, green, blue };
__device__ int counter = 7;
__constant__ float factor = 2.5f;

__device__ __noinline__ int helper(int a, Pair* p) {
    int t = a + p->n[1];
    p->n[0] = t;
    return t * 2;
}

__device__ __noinline__ int factorial(int n) {
    int rest = n > 1 ? factorial(n - 1) : 1;
    return n * rest;
}

extern "C" __global__ void variables(float* out, int n, Pair given) {
    __shared__ float tile[32];
    int i = threadIdx.x;
    float list[4];
    for (int j = 0; j < 4; ++j)
        list[j] = i * 10 + j;
    Pair p;
    p.x = 1.5f * i;
    p.n[1] = i + 1;
    p.in.d = -2.25;
    p.in.name[0] = 'w';
    Color c = i & 1 ? red : blue;
    bool odd = i & 1;
    Pair* where = &p;
    tile[i] = list[i & 3] * factor;
    __syncthreads();
    if (odd) {
        int inner = helper(i, where);
        out[i] = inner + counter;
    } else {
        float inner = given.x + given.n[1];
        out[i] = inner + tile[31 - i] + c;
    }
    out[i] += factorial(i & 3) + n + p.n[0] + p.in.d + p.in.name[0];
}
