// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong on purpose: forms of the compiler's errors, with their notes and contexts.
__device__ void helper(double* a);
__device__ void helper(float* a, int n);

template <class T>
__device__ T member(T v) {
    return v.foo;
}
template <class T>
__device__ T twice(T v) {
    return member(v) + member(v);
}

extern "C" __global__ void k(const float* a, float* b) {
    helper(a);
	helper(b, undefined);
    b[0] = twice(1.0f);
    a[1] = 2;
    int missing = 3
    b[2] = missing;
}

__global__ int result() {
    return 1;
}
