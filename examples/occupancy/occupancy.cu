// Two kernels that keep an SM half empty: each uses more of a resource than it needs.
#ifndef BLOCK
#define BLOCK 96
#endif
#ifndef RADIUS
#define RADIUS 8
#endif
#ifndef ITEMS
#define ITEMS 24
#endif

// The mean of each element and its RADIUS neighbours on either side. A block first loads its part
// of the signal into shared memory, because many threads use every element.
extern "C" __global__ void smooth(float* out, const float* in, int n) {
    __shared__ float part[8192];
    const int first = blockIdx.x * BLOCK - RADIUS;
    for (int place = threadIdx.x; place < BLOCK + 2 * RADIUS; place += BLOCK) {
        const int i = first + place;
        part[place] = i >= 0 && i < n ? in[i] : 0.0f;
    }
    __syncthreads();

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; ++k)
        sum += part[threadIdx.x + k];
    out[i] = sum / (2 * RADIUS + 1);
}

// exp(x) by its series. A thread works on ITEMS elements at once, so that while one waits for its
// result the others continue. But their values take registers.
extern "C" __global__ void series(float* out, const float* in, int n) {
    const int i = blockIdx.x * (BLOCK * ITEMS) + threadIdx.x;
    float x[ITEMS];
    float sum[ITEMS];
#pragma unroll
    for (int item = 0; item < ITEMS; ++item) {
        x[item] = i + item * BLOCK < n ? in[i + item * BLOCK] : 0.0f;
        sum[item] = 1.0f;
    }
#pragma unroll
    for (int k = 12; k > 0; --k) {
#pragma unroll
        for (int item = 0; item < ITEMS; ++item)
            sum[item] = 1.0f + x[item] * sum[item] * (1.0f / k);
    }
#pragma unroll
    for (int item = 0; item < ITEMS; ++item) {
        if (i + item * BLOCK < n)
            out[i + item * BLOCK] = sum[item];
    }
}
