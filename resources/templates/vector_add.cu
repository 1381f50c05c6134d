// Adds two vectors: one thread per element.
extern "C" __global__ void vector_add(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { // the last block may reach beyond the end
        sum[i] = a[i] + b[i];
    }
}
