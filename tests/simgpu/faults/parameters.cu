// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a kernel as memory: pointers into them. See tst_golden_faults.cpp for the markers
// and arguments; `n` ends them at byte 20.

//! RUN 1x32
extern "C" __global__ void behind_the_parameters(int* out, int* in,
                                                 const __grid_constant__ int n) {
    const int* p = &n;
    out[threadIdx.x] = p[in[threadIdx.x] - 1]; //! FAULT behind_the_parameters out_of_bounds thread=1,0,0 size=4 "read of 4 bytes" "past the kernel's parameters"
}
//! RUN 1x32
extern "C" __global__ void before_the_parameters(int* out, int* in,
                                                 const __grid_constant__ int n) {
    const int* p = &n;
    out[threadIdx.x] = p[-in[threadIdx.x]]; //! FAULT before_the_parameters out_of_bounds thread=4,0,0 size=4
}
//! RUN 1x4
extern "C" __global__ void within_the_parameters(int* out, int* in,
                                                 const __grid_constant__ int n) {
    const int* p = &n;
    out[threadIdx.x] = p[-static_cast<int>(threadIdx.x)];
}
__device__ __noinline__ int readAt(const int* p, int i) {
    return p[i]; //! FAULT parameters_from_a_function out_of_bounds thread=0,0,0 "past the kernel's parameters"
}
//! RUN 1x32
extern "C" __global__ void parameters_from_a_function(int* out, int* in,
                                                      const __grid_constant__ int n) {
    out[threadIdx.x] = readAt(&n, in[0]);
}
//! RUN 1x32
extern "C" __global__ void parameters_in_bounds(int* out, int* in, const __grid_constant__ int n) {
    out[threadIdx.x] = readAt(&n, in[0] - 1);
}
__device__ __noinline__ void writeAt(int* p, int value) {
    *p = value; //! FAULT parameter_written out_of_bounds thread=0,0,0 size=4 "write of 4 bytes" "a kernel's parameters cannot be written"
}
//! RUN 1x32
extern "C" __global__ void parameter_written(int* out, int* in, const __grid_constant__ int n) {
    writeAt(const_cast<int*>(&n), in[0]);
    out[threadIdx.x] = n;
}
//! RUN 1x32
extern "C" __global__ void own_copy_written(int* out, int* in, int n) {
    int copy = n;
    writeAt(&copy, in[0]);
    out[threadIdx.x] = copy;
}
