// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void big(int* p) {
    __shared__ int t[70000];
    t[threadIdx.x] = p[0];
    __syncthreads();
    p[threadIdx.x] = t[threadIdx.x + 1];
}
extern "C" __global__ void wrong(int* p) {
    asm volatile("add.op.s32 %0, %0, 1;" : "+r"(p[0]));
}
