// The Mandelbrot set, coloured by how fast each point escapes.

// Steps until |z| > 2, at most `limit`. Written with explicit rounding, so that every caller and
// every device gets exactly the same count.
__device__ int escapeTime(float cx, float cy, int limit) {
    float x = 0.0f;
    float y = 0.0f;
    int step = 0;
    for (; step < limit; ++step) {
        const float xx = __fmul_rn(x, x);
        const float yy = __fmul_rn(y, y);
        if (__fadd_rn(xx, yy) > 4.0f)
            break;
        y = __fadd_rn(__fmul_rn(__fadd_rn(x, x), y), cy);
        x = __fadd_rn(__fsub_rn(xx, yy), cx);
    }
    return step;
}

__device__ int escapeTimeOfPixel(int column, int row, int width, int height, int limit) {
    const float scale = 3.0f / width;
    const float cx = __fadd_rn(__fmul_rn(column + 0.5f, scale), -2.25f);
    const float cy = __fmul_rn(row + 0.5f - 0.5f * height, scale);
    return escapeTime(cx, cy, limit);
}

// One thread per pixel, in blocks of 8 x 32, so a warp covers 8 x 4 pixels: neighbours escape after
// similar counts, so the lanes of a warp mostly stay together.
extern "C" __global__ void mandelbrot(int* steps, uchar4* picture, int width, int height,
                                      int limit) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    const int step = escapeTimeOfPixel(column, row, width, height, limit);
    steps[row * width + column] = step;

    // Black inside, from blue over white to orange outside.
    const float t = step == limit ? 0.0f : sqrtf(float(step) / limit);
    const float inside = step == limit ? 0.0f : 1.0f;
    picture[row * width + column] = make_uchar4((unsigned char)(255.0f * fminf(1.0f, 1.6f * t)),
                                                (unsigned char)(255.0f * fminf(1.0f, 1.2f * t)),
                                                (unsigned char)(inside * (90.0f + 165.0f * t)),
                                                255);
}

// One warp per row: its lanes work on neighbouring columns and write them side by side.
extern "C" __global__ void mandelbrot_by_rows(int* steps, int width, int height, int limit) {
    const int row = blockIdx.x;
    for (int column = threadIdx.x; column < width; column += blockDim.x)
        steps[row * width + column] = escapeTimeOfPixel(column, row, width, height, limit);
}
