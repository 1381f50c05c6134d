// SPDX-License-Identifier: GPL-3.0-or-later
// Atomics, branches, uneven work, indirection.
extern "C" __global__ void histogram_global(unsigned* bins, const unsigned* in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i] & 255], 1u);
}
extern "C" __global__ void histogram_shared(unsigned* bins, const unsigned* in, int n) {
    __shared__ unsigned s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i] & 255], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&bins[i], s[i]);
}
extern "C" __global__ void count_one(unsigned* bins, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (in[i] & 1))
        atomicAdd(bins, 1u);
}
extern "C" __global__ void sum_float(float* bins, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(bins, float(in[i] & 3));
}
extern "C" __global__ void scatter_add(float* bins, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] & 0xfffff], 1.0f);
}
extern "C" __global__ void branches_4(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = i;
    switch (in[i] & 3) {
    case 0:
        for (int k = 0; k < 32; ++k)
            x = x * 0.5f + 1;
        break;
    case 1:
        for (int k = 0; k < 32; ++k)
            x = __expf(x) - 1;
        break;
    case 2:
        for (int k = 0; k < 32; ++k)
            x = sqrtf(x) + 2;
        break;
    default:
        for (int k = 0; k < 32; ++k)
            x = x * x - 3;
    }
    out[i] = x;
}
extern "C" __global__ void branch_by_warp(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i;
    if ((i / 32) % 2)
        for (int k = 0; k < 64; ++k)
            x = x * 0.5f + 1;
    else
        for (int k = 0; k < 64; ++k)
            x = sqrtf(x) + 2;
    if (i < n)
        out[i] = x;
}
extern "C" __global__ void uneven(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = i;
    int rounds = in[i] & 127;
    for (int k = 0; k < rounds; ++k)
        x = x * 0.5f + 1;
    out[i] = x;
}
extern "C" __global__ void one_long_block(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i;
    int rounds = blockIdx.x == 0 ? 20000 : 200;
    for (int k = 0; k < rounds; ++k)
        x = x * 0.5f + 1;
    if (i < n)
        out[i] = x;
}
extern "C" __global__ void binary_search(unsigned* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned wanted = (i * 2654435761u) & (n - 1);
    int low = 0, high = n; // the values are taken to be their indices
    while (low + 1 < high) {
        int middle = (low + high) / 2;
        if ((in[middle] & 0) + middle <= wanted)
            low = middle;
        else
            high = middle;
    }
    out[i] = low;
}
extern "C" __global__ void rows_by_thread(float* out, const unsigned* in, int n) { // CSR of 16 each
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = row * 16; k < row * 16 + 16; ++k)
        sum += in[in[k] & (n - 1)];
    out[row] = sum;
}
extern "C" __global__ void rows_by_warp(float* out, const unsigned* in, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float sum = 0;
    for (int k = row * 64 + lane; k < row * 64 + 64; k += 32)
        sum += in[in[k] & (n - 1)];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0)
        out[row] = sum;
}
extern "C" __global__ void local_array(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float values[32];
    for (int k = 0; k < 32; ++k)
        values[k] = k * 0.5f;
    float sum = 0;
    for (int k = 0; k < 32; ++k) {
        values[(in[i] + k * 7) & 31] += sum;
        sum += values[(in[i] >> 5 + k) & 31];
    }
    out[i] = sum;
}
__constant__ float c_table[1024];
extern "C" __global__ void table_same(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 64; ++k)
        sum += c_table[(k * 5 + n) & 1023];
    if (i < n)
        out[i] = sum;
}
extern "C" __global__ void table_by_lane(float* out, const unsigned* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 64; ++k)
        sum += c_table[(k * 5 + threadIdx.x * 3) & 1023];
    if (i < n)
        out[i] = sum;
}
extern "C" __global__ void chase(unsigned* out, const unsigned* in, int n) { // one warp's chain
    unsigned at = threadIdx.x;
    for (int k = 0; k < 1000; ++k)
        at = (in[at] + k) & (n - 1);
    out[threadIdx.x] = at;
}
