// The smallest useful kernel: each thread multiplies one pair of numbers.
extern "C" __global__ void multiply_them(float* dest, const float* a, const float* b,
                                         int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dest[i] = a[i] * b[i];
}
