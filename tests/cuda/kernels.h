// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Kernels for tests, as PTX, so that no compiler is needed.
namespace warpbench::test {

/// extern "C" __global__ void fill(unsigned* out, unsigned value, unsigned n)
/// { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = value + i + offset; }
/// extern "C" __global__ void nothing() {}
/// __device__ unsigned offset;
/// extern "C" __global__ void stray(unsigned* out) { *out = 1; }
inline constexpr const char* kKernels = R"(
.version 7.0
.target sm_70
.address_size 64

.visible .global .align 4 .u32 offset;

.visible .entry fill(
    .param .u64 fill_param_0,
    .param .u32 fill_param_1,
    .param .u32 fill_param_2
)
{
    .reg .pred %p<2>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<6>;

    ld.param.u64 %rd1, [fill_param_0];
    ld.param.u32 %r1, [fill_param_1];
    ld.param.u32 %r2, [fill_param_2];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r6, %r3, %r4, %r5;
    setp.ge.u32 %p1, %r6, %r2;
    @%p1 bra $done;
    ld.global.u32 %r7, [offset];
    add.s32 %r8, %r1, %r6;
    add.s32 %r9, %r8, %r7;
    cvta.to.global.u64 %rd2, %rd1;
    mul.wide.u32 %rd3, %r6, 4;
    add.s64 %rd4, %rd2, %rd3;
    st.global.u32 [%rd4], %r9;
$done:
    ret;
}

.visible .entry nothing()
{
    ret;
}

.visible .entry stray(
    .param .u64 stray_param_0
)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;

    ld.param.u64 %rd1, [stray_param_0];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, 1;
    st.global.u32 [%rd2], %r1;
    ret;
}
)";

} // namespace warpbench::test
