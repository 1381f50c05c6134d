// A flight into the Mandelbrot set and back: every frame asks for a smaller part of the plane.

extern "C" __global__ void zoom(uchar4* picture, int width, int height, int limit, float time,
                                float speed) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    // From the whole set down to a ten-thousandth of it, smoothly, and back.
    const float depth = 0.5f - 0.5f * cosf(time * speed);
    const float scale = 3.0f / width * expf(-9.2f * depth);
    const float cx = -0.743644f + (column + 0.5f - 0.5f * width) * scale;
    const float cy = 0.131826f + (row + 0.5f - 0.5f * height) * scale;
    float x = 0, y = 0, xx = 0, yy = 0;
    int step = 0;
    for (; step < limit && xx + yy <= 16.0f; ++step) {
        y = 2 * x * y + cy;
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
    }
    if (step == limit) {
        picture[row * width + column] = make_uchar4(0, 0, 0, 255);
        return;
    }
    // A smooth count, and colours that return with every doubling of it.
    const float count = step + 1 - log2f(0.5f * log2f(xx + yy));
    const float hue = log2f(count + 1);
    const auto part = [&](float shift) {
        return (unsigned char)(127.5f + 127.5f * cosf(6.2832f * (hue * 0.5f + shift)));
    };
    picture[row * width + column] = make_uchar4(part(0.0f), part(0.12f), part(0.28f), 255);
}
