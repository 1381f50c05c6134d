// How often does each of 256 values occur? Two ways of counting with atomics.

// Every thread counts in global memory. Lanes with the same value wait for each other, and all
// blocks compete for the same 256 counters.
extern "C" __global__ void histogram_global(unsigned int* counts, const unsigned char* data,
                                            int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[data[i]], 1u);
}

// A block counts in its own shared memory first and adds its 256 totals to the global ones at the
// end: n atomics on the SM, and only 256 per block in global memory.
extern "C" __global__ void histogram_shared(unsigned int* counts, const unsigned char* data,
                                            int n) {
    __shared__ unsigned int mine[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[data[i]], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        if (mine[bin] > 0)
            atomicAdd(&counts[bin], mine[bin]);
    }
}
