#include <cstdio>
#include <cstdlib>
#include <vector>
#define N 1000
struct Pair { float a; int b; };
__constant__ float factor[4];
__global__ void scale(float* p, int n, Pair pair) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = p[i] * factor[i % 4] + pair.a;
}
template <int B> __global__ void sum(const float* p, float* out) {
    __shared__ float s[B];
    s[threadIdx.x] = p[blockIdx.x * B + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : N;
    float *p, *out, host[4] = {1, 2, 3, 4};
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = rand() / (float)RAND_MAX;
    cudaMallocManaged(&p, n * sizeof(float));
    cudaMalloc((void**)&out, sizeof(float) * (n + 127) / 128);
    cudaMemcpy(p, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(factor, host, sizeof host);
    dim3 block(128), grid((n + block.x - 1) / block.x);
    for (int step = 0; step < 3; step++)
        scale<<<grid, block>>>(p, n, Pair{1.5f, step});
    sum<128><<<n / 128, 128, 0, 0>>>(p, out);
    cudaDeviceSynchronize();
    printf("%f\n", p[0]);
    cudaFree(p);
    return 0;
}
