// SPDX-License-Identifier: GPL-3.0-or-later
// Shared memory, barriers, warps.
extern "C" __global__ void transpose_naive(float* out, const float* in, int n) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}
template <int PAD>
__device__ void transposeTile(float* out, const float* in, int n) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void transpose_conflicts(float* out, const float* in, int n) {
    transposeTile<0>(out, in, n);
}
extern "C" __global__ void transpose_padded(float* out, const float* in, int n) {
    transposeTile<1>(out, in, n);
}
extern "C" __global__ void reduce_interleaved(float* out, const float* in, int n) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        if (t % (2 * step) == 0)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_sequential(float* out, const float* in, int n) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
extern "C" __global__ void reduce_shuffle(float* out, const float* in, int n) {
    __shared__ float s[8];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        sum += in[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (t % 32 == 0)
        s[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = t < 8 ? s[t] : 0;
        for (int step = 4; step > 0; step /= 2)
            sum += __shfl_down_sync(~0u, sum, step);
        if (t == 0)
            out[blockIdx.x] = sum;
    }
}
extern "C" __global__ void scan_block(float* out, const float* in, int n) {
    __shared__ float s[2][512];
    int t = threadIdx.x, i = blockIdx.x * 512 + t, from = 0;
    s[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < 512; step *= 2) {
        s[1 - from][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[from][t];
}
extern "C" __global__ void matmul_naive(float* c, const float* a, const float* b, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
template <int TILE>
__device__ void tiled(float* c, const float* a, const float* b, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[ty][tx] = a[y * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + x];
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            sum += as[ty][i] * bs[i][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
extern "C" __global__ void matmul_tiled_16(float* c, const float* a, const float* b, int n) {
    tiled<16>(c, a, b, n);
}
extern "C" __global__ void matmul_tiled_32(float* c, const float* a, const float* b, int n) {
    tiled<32>(c, a, b, n);
}
extern "C" __global__ void stencil_shared(float* out, const float* in, int n) {
    __shared__ float s[256 + 8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t + 4] = in[i];
    if (t < 4) {
        s[t] = i >= 4 ? in[i - 4] : 0;
        s[t + 260] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = -4; k <= 4; ++k)
        sum += s[t + 4 + k];
    out[i] = sum;
}
template <int STRIDE>
__device__ void conflicts(float* out, int n) {
    __shared__ float s[32 * 33];
    for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    float sum = 0;
    int at = (threadIdx.x % 32) * STRIDE;
    for (int i = 0; i < n; ++i)
        sum += s[(at + i) % 1024];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void bank_stride_1(float* out, int n) { conflicts<1>(out, n); }
extern "C" __global__ void bank_stride_4(float* out, int n) { conflicts<4>(out, n); }
extern "C" __global__ void bank_stride_32(float* out, int n) { conflicts<32>(out, n); }
extern "C" __global__ void bitonic_block(float* out, const float* in, int n) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 1024 + t];
    for (int size = 2; size <= 1024; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int other = t ^ step;
            if (other > t) {
                float a = s[t], b = s[other];
                if ((a > b) == ((t & size) == 0)) {
                    s[t] = b;
                    s[other] = a;
                }
            }
        }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = s[t];
}
