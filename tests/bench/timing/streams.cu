// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in order and out of it. `n` counts what the name says is worked on.
extern "C" __global__ void copy(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
extern "C" __global__ void copy_wide(float4* out, const float4* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
extern "C" __global__ void triad(float* out, const float* a, const float* b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + 3.0f * b[i];
}
extern "C" __global__ void grid_stride_triad(float* out, const float* a, const float* b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a[i] + 3.0f * b[i];
}
extern "C" __global__ void strided_2(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[2 * i];
}
extern "C" __global__ void strided_8(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[8 * i];
}
extern "C" __global__ void reverse(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}
extern "C" __global__ void gather(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * 2654435761u) & (n - 1)];
}
extern "C" __global__ void scatter(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[(i * 2654435761u) & (n - 1)] = in[i];
}
extern "C" __global__ void fill(float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 1.0f;
}
extern "C" __global__ void structs(float* out, const float* in, int n) { // of seven floats
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[7 * i] + in[7 * i + 3] + in[7 * i + 6];
}
extern "C" __global__ void column_sums(float* out, const float* in, int n) { // n columns of 256
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i < n) {
        for (int row = 0; row < 256; ++row)
            sum += in[row * n + i];
        out[i] = sum;
    }
}
extern "C" __global__ void row_sums(float* out, const float* in, int n) { // n rows of 256
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i < n) {
        for (int column = 0; column < 256; ++column)
            sum += in[i * 256 + column];
        out[i] = sum;
    }
}
extern "C" __global__ void stencil(float* out, const float* in, int n) { // n × n
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                                  in[(y + 1) * n + x]);
}
