// y = a * x + y, twice: one element per thread, and a loop over the grid.

// One thread per element. The grid covers all of the data, so the last block has spare threads:
// without the test they would write past the end.
extern "C" __global__ void saxpy(float* out, const float* x, const float* y, float a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * x[i] + y[i];
}

// A fixed grid loops over data of any size. Neighbouring threads still access neighbouring elements
// in every step, so each warp reads whole 128-byte lines.
extern "C" __global__ void saxpy_grid_stride(float* out, const float* x, const float* y, float a,
                                             int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}
