// C = A * B for square matrices of n x n floats, stored row by row.
#ifndef TILE
#define TILE 16
#endif

// Every thread computes one element of C and reads a whole row of A and a whole column of B from
// global memory: 2 * n loads for 2 * n operations.
extern "C" __global__ void matmul_naive(float* c, const float* a, const float* b, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// A block loads one tile of A and one of B into shared memory, and uses each loaded element TILE
// times. n must be a multiple of TILE.
extern "C" __global__ void matmul_tiled(float* c, const float* a, const float* b, int n) {
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float sum = 0.0f;
    for (int tile = 0; tile < n / TILE; ++tile) {
        tileA[y][x] = a[row * n + tile * TILE + x];
        tileB[y][x] = b[(tile * TILE + y) * n + column];
        __syncthreads(); // complete the tiles before anyone reads them
        for (int k = 0; k < TILE; ++k)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads(); // finish reading before they are overwritten
    }
    c[row * n + column] = sum;
}
