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
// times. A thread computes two elements, half a tile apart; elements beyond the edge are 0.
extern "C" __global__ void matmul_tiled(float* c, const float* a, const float* b, int n) {
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int half = TILE / 2;
    const int column = blockIdx.x * TILE + x;
    const int row = blockIdx.y * TILE + y;

    float upper = 0.0f;
    float lower = 0.0f;
    for (int first = 0; first < n; first += TILE) {
        const bool within = first + x < n;
        tileA[y][x] = within && row < n ? a[row * n + first + x] : 0.0f;
        tileA[y + half][x] = within && row + half < n ? a[(row + half) * n + first + x] : 0.0f;
        tileB[y][x] = column < n && first + y < n ? b[(first + y) * n + column] : 0.0f;
        tileB[y + half][x] =
            column < n && first + y + half < n ? b[(first + y + half) * n + column] : 0.0f;
        __syncthreads(); // complete the tiles before anyone reads them
        for (int k = 0; k < TILE; ++k) {
            const float right = tileB[k][x];
            upper += tileA[y][k] * right;
            lower += tileA[y + half][k] * right;
        }
        __syncthreads(); // finish reading before they are overwritten
    }
    if (column < n && row < n)
        c[row * n + column] = upper;
    if (column < n && row + half < n)
        c[(row + half) * n + column] = lower;
}
