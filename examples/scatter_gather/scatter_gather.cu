// The rows of x are distributed over devices. Each device sees only its own rows, from 0 on: `rows`
// is their number. Nothing here knows that there are other devices.
extern "C" __global__ void decay(float* x, int rows, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    float value = x[i];
    for (int round = 0; round < rounds; ++round)
        value *= 0.9f;
    x[i] = value;
}

// The same rows numbered in the whole: `first_row` is the number of the device's first row.
extern "C" __global__ void number(int* index, int rows, int first_row) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        index[i] = first_row + i;
}
