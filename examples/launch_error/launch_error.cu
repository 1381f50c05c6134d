// This kernel is wrong on purpose: it reads far beyond its picture. See the notes.
extern "C" __global__ void brighten(float* out, const float* picture, int width, int height,
                                    int pitch) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[y * width + x] = 1.5f * picture[y * pitch + x];
}
