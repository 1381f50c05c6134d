// Multiplies two n by n matrices. Each block works on one tile of c; its threads load a tile of a
// and one of b into shared memory, so that each element is read from global memory once per tile.
extern "C" __global__ void matrix_multiply(float* c, const float* a, const float* b, int n) {
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += TILE) {
        const int k = tile + threadIdx.x;
        const int l = tile + threadIdx.y;
        tileA[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0;
        tileB[threadIdx.y][threadIdx.x] = l < n && column < n ? b[l * n + column] : 0;
        __syncthreads(); // both tiles are complete
        for (int i = 0; i < TILE; ++i) {
            sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
        }
        __syncthreads(); // nobody reads them any more
    }
    if (row < n && column < n) {
        c[row * n + column] = sum;
    }
}
