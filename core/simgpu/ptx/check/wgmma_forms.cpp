// SPDX-License-Identifier: GPL-3.0-or-later
// PTX ISA 9.0, section 9.7.15: wgmma. D, A, B, metadata for a sparse A, whether to accumulate into
// D, signs, and whether A and B are stored across K. ptxas 13.0 does not require .aligned.
#include "core/simgpu/ptx/check/form_tables.h"

namespace warpbench::simgpu::ptx {

std::span<const FormText> wgmmaForms() {
    static constexpr FormText kForms[] = {
        // d, a and b, a in shared memory / a in registers
        {"wgmma", "<mma_async sync aligned? m64n8..256k16", "f16 f16 f16",
         "=n/4xu32 u64 u64 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/4xu32 4xu32 u64 !pred(0..1) "
         "#-1/1 #-1/1 #0/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k32", "f16 f16 f16",
         "=n/4xu32 u64 u64 .b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/4xu32 4xu32 u64 "
         ".b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..256k16", "f32 f16 f16",
         "=n/2xf32 u64 u64 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/2xf32 4xu32 u64 !pred(0..1) "
         "#-1/1 #-1/1 #0/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k32", "f32 f16 f16",
         "=n/2xf32 u64 u64 .b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/2xf32 4xu32 u64 "
         ".b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..256k16", "f32 bf16 bf16",
         "=n/2xf32 u64 u64 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/2xf32 4xu32 u64 !pred(0..1) "
         "#-1/1 #-1/1 #0/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k32", "f32 bf16 bf16",
         "=n/2xf32 u64 u64 .b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1 #0/1 / =n/2xf32 4xu32 u64 "
         ".b32 #0/1 !pred(0..1) #-1/1 #-1/1 #0/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..256k8", "f32 tf32 tf32",
         "=n/2xf32 u64 u64 !pred(0..1) #-1/1 #-1/1 / =n/2xf32 4xu32 u64 !pred(0..1) #-1/1 #-1/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k16", "f32 tf32 tf32",
         "=n/2xf32 u64 u64 .b32 #0/1 !pred(0..1) #-1/1 #-1/1 / =n/2xf32 4xu32 u64 .b32 #0/1 "
         "!pred(0..1) #-1/1 #-1/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..256k32", "f16 @fp8 @fp8",
         "=n/4xu32 u64 u64 !pred(0..1) #-1/1 #-1/1 / =n/4xu32 4xu32 u64 !pred(0..1) #-1/1 #-1/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k64", "f16 @fp8 @fp8",
         "=n/4xu32 u64 u64 .b32 #0 !pred(0..1) #-1/1 #-1/1 / =n/4xu32 4xu32 u64 .b32 #0 "
         "!pred(0..1) #-1/1 #-1/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..256k32", "f32 @fp8 @fp8",
         "=n/2xf32 u64 u64 !pred(0..1) #-1/1 #-1/1 / =n/2xf32 4xu32 u64 !pred(0..1) #-1/1 #-1/1",
         80, kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..256k64", "f32 @fp8 @fp8",
         "=n/2xf32 u64 u64 .b32 #0 !pred(0..1) #-1/1 #-1/1 / =n/2xf32 4xu32 u64 .b32 #0 "
         "!pred(0..1) #-1/1 #-1/1",
         82, kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..32k32|m64n48..256+16k32 satfinite?",
         "s32 u8|s8 u8|s8", "=n/2xu32 u64 u64 !pred(0..1) / =n/2xu32 4xu32 u64 !pred(0..1)", 80,
         kSm90a},
        {"wgmma", "<mma_async sp sync aligned? m64n8..32k64|m64n48..256+16k64 satfinite?",
         "s32 u8|s8 u8|s8",
         "=n/2xu32 u64 u64 .b32 #0 !pred(0..1) / =n/2xu32 4xu32 u64 .b32 #0 !pred(0..1)", 82,
         kSm90a},
        {"wgmma", "<mma_async sync aligned? m64n8..32k256|m64n48..256+16k256 and popc", "s32 b1 b1",
         "=n/2xu32 u64 u64 !pred(0..1) / =n/2xu32 4xu32 u64 !pred(0..1)", 80, kSm90a},
        {"wgmma", "<fence|commit_group sync aligned?", "", "", 80, kSm90a},
        {"wgmma", "<wait_group sync aligned?", "", "#", 80, kSm90a},
    };
    return kForms;
}

} // namespace warpbench::simgpu::ptx
