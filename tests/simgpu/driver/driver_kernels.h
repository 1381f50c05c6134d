// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "driver_library.h"

// Kernels that several driver tests use, and functions to load and launch them.

/// `add`: a[i] = b[i] + value, 32-bit integers, without a bounds check; and kernels for launches
/// that are rejected, never end or fault.
inline constexpr const char* kAdd = R"(.version 8.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry add(.param .u64 out, .param .u64 in, .param .u32 value)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    mul.wide.u32 %rd5, %r5, 4;
    add.s64 %rd6, %rd4, %rd5;
    ld.global.u32 %r6, [%rd6];
    add.s32 %r7, %r6, %r1;
    add.s64 %rd7, %rd3, %rd5;
    st.global.u32 [%rd7], %r7;
    ret;
}
.visible .entry scale(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    cvta.to.global.u64 %rd2, %rd1;
    ld.global.u32 %r1, [factor];
    ld.global.u32 %r2, [%rd2];
    mul.lo.s32 %r3, %r1, %r2;
    st.global.u32 [%rd2], %r3;
    ret;
}
.visible .entry bounded(.param .u64 out)
.maxntid 64, 1, 1
{
    ret;
}
.visible .entry shared_kib()
{
    .shared .align 4 .b8 buffer[1024];
    .reg .b32 %r<3>;
    mov.u32 %r1, buffer;
    mov.u32 %r2, 1;
    st.shared.u32 [%r1], %r2;
    ret;
}
.visible .entry forever()
{
$again:
    bra.uni $again;
}
.visible .entry fail()
{
    trap;
}
)";

/// Kernels for a single thread: `increment` adds one to a word, `copy` reads one and writes one.
inline constexpr const char* kWords = R"(
.version 8.0
.target sm_70
.address_size 64
.visible .entry increment(.param .u64 p)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [p];
    ld.global.u32 %r1, [%rd1];
    add.u32 %r1, %r1, 1;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry copy(.param .u64 from, .param .u64 to)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [from];
    ld.param.u64 %rd2, [to];
    ld.global.u32 %r1, [%rd1];
    st.global.u32 [%rd2], %r1;
    ret;
}
)";

/// `hello` prints "hello".
inline constexpr const char* kPrint = R"(.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry hello()
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd2, %rd1;
    {
    .param .b64 p0;
    st.param.b64 [p0], %rd2;
    .param .b64 p1;
    st.param.b64 [p1], 0;
    .param .b32 r;
    call.uni (r), vprintf, (p0, p1);
    ld.param.b32 %r1, [r];
    }
    ret;
}
)";

/// Null if it cannot be loaded.
inline CUmodule load(const char* ptx) {
    CUmodule module = nullptr;
    DRV(cuModuleLoadData)(&module, ptx);
    return module;
}

/// Null if the module does not have it.
inline CUfunction function(CUmodule module, const char* name) {
    CUfunction found = nullptr;
    DRV(cuModuleGetFunction)(&found, module, name);
    return found;
}

/// One-dimensional.
inline CUresult launch(CUfunction f, unsigned int grid, unsigned int block, void** params = nullptr,
                       unsigned int shared = 0, CUstream stream = nullptr) {
    return DRV(cuLaunchKernel)(f, grid, 1, 1, block, 1, 1, shared, stream, params, nullptr);
}
