// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong kernels and their correct twins, for tst_checks.cpp; checks.90.ptx is what NVRTC 13.0
// makes of this file for sm_90 with -lineinfo. The lines are part of what is tested.
#define TILE 16

template <bool FIRST, bool SECOND>
__device__ void multiply(const float* a, const float* b, float* c, int n) {
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int t = 0; t < n / TILE; ++t) {
        ta[ty][tx] = a[row * n + t * TILE + tx];
        tb[ty][tx] = b[(t * TILE + ty) * n + column];
        if (FIRST)
            __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += ta[ty][k] * tb[k][tx];
        if (SECOND)
            __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void tiled(const float* a, const float* b, float* c, int n) {
    multiply<true, true>(a, b, c, n);
}
extern "C" __global__ void tiled_no_first(const float* a, const float* b, float* c, int n) {
    multiply<false, true>(a, b, c, n);
}
extern "C" __global__ void tiled_no_second(const float* a, const float* b, float* c, int n) {
    multiply<true, false>(a, b, c, n);
}

extern "C" __global__ void count_plain(const int* in, int* bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[in[i]] += 1;
}
extern "C" __global__ void count_atomic(const int* in, int* bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i]], 1);
}

extern "C" __global__ void smooth_in_place(const int*, int* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        const int right = x[i + 1];
        x[i] = right + 1;
    }
}
extern "C" __global__ void smooth_to_other(const int* in, int* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        x[i] = in[i + 1] + 1;
}

// Every finder sets the same flag: no order is needed.
extern "C" __global__ void find(const int* in, int* found, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] == 3)
        *found = 1;
}

__device__ unsigned arrived;

// The last block adds what the others left. Without the fence it may read too early.
template <bool FENCE>
__device__ void addParts(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        out[1 + blockIdx.x] = i < n ? in[i] : 0;
        if (FENCE)
            __threadfence();
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
            int sum = 0;
            for (int b = 0; b < gridDim.x; ++b)
                sum += out[1 + b];
            out[0] = sum;
            arrived = 0;
        }
    }
}
extern "C" __global__ void last_block(const int* in, int* out, int n) {
    addParts<true>(in, out, n);
}
extern "C" __global__ void last_block_no_fence(const int* in, int* out, int n) {
    addParts<false>(in, out, n);
}
