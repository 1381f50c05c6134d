// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/image/device_runtime.h"

namespace warpbench::simgpu::driver {

bool isDeviceRuntime(std::string_view library) noexcept {
    // An archive of one object; its machine code is packed and of no use here.
    return library.starts_with("!<arch>\n") &&
           library.find("cuda_device_runtime.o/") != std::string_view::npos;
}

// A grid's handle is the address of its workspace, which a cooperative launch has (cudaCGScopeGrid
// is 1, and so is cudaErrorInvalidValue). The barrier: each block adds 1 to a word there, and the
// first block adds a number that flips the highest bit once all have arrived. The first half of the
// workspace belongs to cooperative_groups.h.
const char* const kDeviceRuntime = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.b32 %r1, [scope];
    mov.u32 %r2, %envreg1;
    mov.u32 %r3, %envreg2;
    mov.b64 %rd1, {%r3, %r2};
    setp.eq.u32 %p1, %r1, 1;
    selp.b64 %rd1, %rd1, 0, %p1;
    st.param.b64 [result], %rd1;
    ret;
}
.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
    .reg .pred %p<2>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<2>;
    ld.param.b64 %rd1, [handle];
    mov.u32 %r9, 1;
    setp.eq.u64 %p1, %rd1, 0;
    @%p1 bra $done;
    bar.sync 0;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %tid.y;
    mov.u32 %r3, %tid.z;
    or.b32 %r1, %r1, %r2;
    or.b32 %r1, %r1, %r3;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra $together;
    mov.u32 %r1, %nctaid.x;
    mov.u32 %r2, %nctaid.y;
    mov.u32 %r3, %nctaid.z;
    mul.lo.u32 %r1, %r1, %r2;
    mul.lo.u32 %r1, %r1, %r3;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ctaid.y;
    mov.u32 %r6, %ctaid.z;
    or.b32 %r4, %r4, %r5;
    or.b32 %r4, %r4, %r6;
    sub.u32 %r7, 0x80000001, %r1;
    setp.eq.u32 %p1, %r4, 0;
    selp.b32 %r7, %r7, 1, %p1;
    membar.gl;
    atom.add.u32 %r8, [%rd1+128], %r7;
$wait:
    ld.volatile.u32 %r7, [%rd1+128];
    xor.b32 %r7, %r7, %r8;
    setp.ge.s32 %p1, %r7, 0;
    @%p1 bra $wait;
    membar.gl;
$together:
    bar.sync 0;
    mov.u32 %r9, 0;
$done:
    st.param.b32 [result], %r9;
    ret;
}
)";

} // namespace warpbench::simgpu::driver
