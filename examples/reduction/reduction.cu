// The sum of n integers in five stages, each fixing what slows the one before. Every block adds up
// its part, and one thread adds the result to the total.
#ifndef BLOCK
#define BLOCK 256
#endif

// 1. Interleaved, selected by a remainder: in each step the working threads are spread over all
//    warps, so every warp runs with most of its lanes idle.
extern "C" __global__ void reduce_1_divergent(int* total, const int* data, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? data[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        if (t % (2 * step) == 0)
            sums[t] += sums[t + step];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sums[0]);
}

// 2. The same elements, but added by the first threads: whole warps finish early. Now the lanes
//    of a warp access addresses 2 * step apart, and these share banks.
extern "C" __global__ void reduce_2_strided(int* total, const int* data, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? data[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        const int place = 2 * step * t;
        if (place < BLOCK)
            sums[place] += sums[place + step];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sums[0]);
}

// 3. The upper half is added to the lower half: neighbouring lanes, neighbouring banks.
extern "C" __global__ void reduce_3_sequential(int* total, const int* data, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? data[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sums[0]);
}

// 4. Half of the threads above only loaded. Here each thread adds two elements as it loads
//    them, and half as many blocks are needed.
extern "C" __global__ void reduce_4_two_loads(int* total, const int* data, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * (2 * BLOCK) + t;
    int sum = i < n ? data[i] : 0;
    if (i + BLOCK < n)
        sum += data[i + BLOCK];
    sums[t] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sums[0]);
}

// 5. The lanes of a warp exchange registers: five shuffles replace five rounds of shared
//    memory and barriers.
__device__ int sumOfWarp(int value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

extern "C" __global__ void reduce_5_shuffle(int* total, const int* data, int n) {
    __shared__ int sums[BLOCK / 32];
    const int t = threadIdx.x;
    const int lane = t % 32;
    const int i = blockIdx.x * (2 * BLOCK) + t;
    int sum = i < n ? data[i] : 0;
    if (i + BLOCK < n)
        sum += data[i + BLOCK];

    sum = sumOfWarp(sum);
    if (lane == 0)
        sums[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = sumOfWarp(lane < BLOCK / 32 ? sums[lane] : 0);
        if (lane == 0)
            atomicAdd(total, sum);
    }
}
