// Stars that attract each other. Positions and velocities stay on the device from frame to frame.

// A block moves blockDim.x stars. It loads all stars tile by tile into shared memory, so that each
// is read from memory once per block, not once per thread.
extern "C" __global__ void move(float4* next, float4* velocities, const float4* stars, int n,
                                float mass, float dt, float softening) {
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 self = i < n ? stars[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        const int mine = first + threadIdx.x;
        tile[threadIdx.x] = mine < n ? stars[mine] : make_float4(0, 0, 0, 0);
        tile[threadIdx.x].w = mine < n ? mass : 0;
        __syncthreads();
        for (int k = 0; k < blockDim.x; ++k) {
            const float4 other = tile[k];
            const float dx = other.x - self.x;
            const float dy = other.y - self.y;
            const float dz = other.z - self.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
            const float pull = other.w * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        __syncthreads();
    }
    if (i >= n)
        return;
    float4 v = velocities[i];
    v.x += dt * ax;
    v.y += dt * ay;
    v.z += dt * az;
    velocities[i] = v;
    next[i] = make_float4(self.x + dt * v.x, self.y + dt * v.y, self.z + dt * v.z, self.w);
}

// In the first frame the stars become a turning disc.
extern "C" __global__ void settle(float4* stars, float4* velocities, const float4* next, int n,
                                  int frame, float spin) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 star = next[i];
    if (frame == 0) {
        star.z *= 0.1f;
        const float radius = sqrtf(star.x * star.x + star.y * star.y) + 0.05f;
        const float speed = spin / sqrtf(radius);
        velocities[i] = make_float4(-speed * star.y, speed * star.x, 0, 0);
    }
    stars[i] = star;
}

extern "C" __global__ void fade(float* light, int pixels) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels)
        light[i] *= 0.8f;
}

// Seen from an angle that the mouse chooses.
extern "C" __global__ void shine(float* light, const float4* stars, int n, int width, int height,
                                 int mouse_x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float tilt = 1.2f - 1.2f * mouse_x / width;
    const float4 star = stars[i];
    const float y = star.y * cosf(tilt) - star.z * sinf(tilt);
    const int column = int(width * 0.5f + star.x * height * 0.33f);
    const int row = int(height * 0.5f - y * height * 0.33f);
    if (column >= 0 && column < width && row >= 0 && row < height)
        atomicAdd(&light[row * width + column], 0.25f);
}

extern "C" __global__ void develop(uchar4* picture, const float* light, int pixels) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels)
        return;
    const float seen = 1.0f - expf(-light[i]);
    picture[i] = make_uchar4(255 * seen * seen, 215 * seen * sqrtf(seen), 90 + 165 * seen, 255);
}
