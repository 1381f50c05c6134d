// The rows of x are shared out over devices. Each of them sees its own rows only, from 0 on: `rows`
// is how many it has. Nothing in here knows that there are others.
extern "C" __global__ void decay(float* x, int rows, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float value = x[i];
    for (int round = 0; round < rounds; ++round)
        value *= 0.9f;
    x[i] = value;
}

// The same rows by their number in the whole: `first_row` is that of the device's first one.
extern "C" __global__ void number(int* index, int rows, int first_row) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        index[i] = first_row + i;
}
