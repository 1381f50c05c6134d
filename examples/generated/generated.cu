// SPDX-License-Identifier: GPL-3.0-or-later
// The step "unit = a / sqrt(squares)", written by hand: one thread per element.
extern "C" __global__ void normalise(float* unit, const float* a, const float* squares, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        unit[i] = a[i] / sqrtf(squares[0]);
}
