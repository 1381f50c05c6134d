// c = a · b for n × n matrices, n a multiple of TILE. A block computes a tile of TILE × TILE
// elements, each thread EACH × EACH of them in registers: it uses each shared value EACH times.
extern "C" __global__ void matmul_registers(float* c, const float* a, const float* b, int n)
{
    constexpr int kDepth = 16;                // columns of a, and rows of b, loaded at once
    constexpr int kSide = TILE / EACH;        // threads along a side of the block
    constexpr int kThreads = kSide * kSide;
    __shared__ float tileA[kDepth][TILE + 1]; // transposed for reading along rows; +1: no conflicts
    __shared__ float tileB[kDepth][TILE];

    const int thread = threadIdx.y * kSide + threadIdx.x;
    const float* rowsA = a + (size_t)blockIdx.y * TILE * n;
    const float* columnsB = b + (size_t)blockIdx.x * TILE;
    float sums[EACH][EACH] = {};

    for (int k = 0; k < n; k += kDepth) {
        for (int i = thread; i < TILE * kDepth; i += kThreads) {
            tileA[i % kDepth][i / kDepth] = rowsA[(size_t)(i / kDepth) * n + k + i % kDepth];
            tileB[i / TILE][i % TILE] = columnsB[(size_t)(k + i / TILE) * n + i % TILE];
        }
        __syncthreads();
        for (int depth = 0; depth < kDepth; ++depth) {
            float left[EACH], right[EACH];
            for (int i = 0; i < EACH; ++i) {
                left[i] = tileA[depth][threadIdx.y * EACH + i];
                right[i] = tileB[depth][threadIdx.x + i * kSide];
            }
            for (int y = 0; y < EACH; ++y)
                for (int x = 0; x < EACH; ++x)
                    sums[y][x] += left[y] * right[x];
        }
        __syncthreads();
    }
    for (int y = 0; y < EACH; ++y)
        for (int x = 0; x < EACH; ++x)
            c[((size_t)blockIdx.y * TILE + threadIdx.y * EACH + y) * n + (size_t)blockIdx.x * TILE +
              threadIdx.x + x * kSide] = sums[y][x];
}
