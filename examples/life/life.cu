// Conway's Game of Life on a torus: the cells stay on the device from frame to frame.

__device__ int wrapped(int i, int n) {
    return i < 0 ? i + n : i >= n ? i - n : i;
}

// One generation: a cell with three living neighbours lives, one with two stays as it is.
extern "C" __global__ void evolve(unsigned char* next, const unsigned char* cells, int width,
                                  int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                neighbours += cells[wrapped(y + dy, height) * width + wrapped(x + dx, width)];
    const int i = y * width + x;
    next[i] = neighbours == 3 || (neighbours == 2 && cells[i]);
}

// The new generation becomes the current one. A pressed mouse button brings cells near it to life.
// Dead cells fade, so that the picture shows where life was.
extern "C" __global__ void show(unsigned char* cells, uchar4* picture, float* trace,
                                const unsigned char* next, int width, int height, int mouse_x,
                                int mouse_y, int mouse_buttons) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int i = y * width + x;
    const int dx = x - mouse_x;
    const int dy = y - mouse_y;
    const bool painted = mouse_buttons != 0 && dx * dx + dy * dy < 10 && (x * 7 + y * 3) % 5 < 3;
    const bool lives = next[i] || painted;
    cells[i] = lives;
    const float warmth = lives ? 1.0f : 0.93f * trace[i];
    trace[i] = warmth;
    picture[i] = lives ? make_uchar4(255, 240, 200, 255)
                       : make_uchar4(200 * warmth * warmth, 70 * warmth, 30 + 60 * warmth, 255);
}
