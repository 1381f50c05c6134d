// A scene without triangles: each thread walks along its ray in steps as long as the distance to
// the nearest surface, which a formula gives.

struct V {
    float x, y, z;
};
__device__ V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ V operator*(V a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__device__ float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ V unit(V a) { return a * rsqrtf(dot(a, a)); }

// The distance to a ring, a ball and the floor; the first two melt into each other.
__device__ float distanceTo(V p, float time, float melting) {
    const float c = cosf(0.7f * time), s = sinf(0.7f * time);
    const V q = {p.x, c * p.y - s * p.z, s * p.y + c * p.z};
    const float round = sqrtf(q.x * q.x + q.y * q.y) - 1.0f;
    const float ring = sqrtf(round * round + q.z * q.z) - 0.28f;
    const V b = {p.x - 1.1f * sinf(time), p.y, p.z - 1.1f * cosf(time)};
    const float ball = sqrtf(dot(b, b)) - 0.45f;
    const float h = fminf(fmaxf(0.5f + 0.5f * (ball - ring) / melting, 0.0f), 1.0f);
    const float both = ball + (ring - ball) * h - melting * h * (1 - h);
    return fminf(both, p.y + 1.4f);
}

extern "C" __global__ void march(uchar4* picture, int width, int height, int steps, float time,
                                 float melting, int mouse_x, int mouse_y) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height)
        return;
    // The mouse turns the camera around the scene.
    const float turn = 3.1f * (mouse_x - 0.5f * width) / width;
    const float rise = 0.5f + 0.8f * (0.5f * height - mouse_y) / height;
    const V eye = {4 * sinf(turn), 1.2f + rise, 4 * cosf(turn)};
    const V ahead = unit(eye * -1.0f);
    const V right = unit({-ahead.z, 0, ahead.x});
    const V up = {right.y * ahead.z - right.z * ahead.y, right.z * ahead.x - right.x * ahead.z,
                  right.x * ahead.y - right.y * ahead.x};
    const float u = (column + 0.5f - 0.5f * width) / height;
    const float v = (0.5f * height - row - 0.5f) / height;
    const V ray = unit(ahead * 1.4f + right * u + up * v);

    float way = 0;
    V p = eye;
    int taken = 0;
    for (; taken < steps && way < 20; ++taken) {
        p = eye + ray * way;
        const float distance = distanceTo(p, time, melting);
        if (distance < 0.002f)
            break;
        way += distance;
    }
    V colour = {0.55f, 0.68f, 0.85f};
    if (taken < steps && way < 20) {
        const float e = 0.004f;
        const float here = distanceTo(p, time, melting);
        const V normal = unit({distanceTo(p + V{e, 0, 0}, time, melting) - here,
                               distanceTo(p + V{0, e, 0}, time, melting) - here,
                               distanceTo(p + V{0, 0, e}, time, melting) - here});
        const V light = unit({0.6f, 0.9f, 0.4f});
        const float sun = fmaxf(dot(normal, light), 0.0f);
        const bool floor = p.y < -1.39f;
        const bool dark = (int(floorf(p.x)) + int(floorf(p.z))) & 1;
        const V surface = floor ? (dark ? V{0.25f, 0.28f, 0.32f} : V{0.6f, 0.62f, 0.65f})
                                : V{0.95f, 0.5f, 0.2f};
        const float fog = expf(-0.02f * way * way);
        colour = surface * (0.25f + 0.8f * sun) * fog + colour * (1 - fog);
    }
    const auto byte = [](float part) { return (unsigned char)(255 * fminf(part, 1.0f)); };
    picture[row * width + column] =
        make_uchar4(byte(colour.x), byte(colour.y), byte(colour.z), 255);
}
