// Rows become columns. A block of 32 x 8 threads moves a tile of 32 x 32 elements, and each warp reads
// and writes along rows. All three kernels of the lesson have become one.
#define TILE 32
#define ROWS 8

static __device__ void transposeTile(float* out, const float* in, int width, int height) {
    __shared__ float tile[TILE][TILE + 1]; // one column of padding: no two lanes share a bank
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
    }
}

extern "C" __global__ void transpose_naive(float* out, const float* in, int width, int height) {
    transposeTile(out, in, width, height);
}

extern "C" __global__ void transpose_shared(float* out, const float* in, int width, int height) {
    transposeTile(out, in, width, height);
}

extern "C" __global__ void transpose_padded(float* out, const float* in, int width, int height) {
    transposeTile(out, in, width, height);
}
