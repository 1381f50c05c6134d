// SPDX-License-Identifier: GPL-3.0-or-later
// PTX ISA 9.0, sections 9.7.14.3, 9.7.14.5 and 9.7.14.6: mma with a sparse A, with metadata and the
// lanes that hold it; with elements of 8 bits or less, with scales and the bytes and lanes that
// hold them. The selectors are those that ptxas 13.0 accepts.
#include "core/simgpu/ptx/check/form_tables.h"

namespace warpbench::simgpu::ptx {

std::span<const FormText> sparseForms() {
    static constexpr FormText kForms[] = {
        // d, a, b, c, metadata
        {"mma", "@sparse sync aligned m16n8k16 row col", "f16 f16 f16 f16",
         "=2xu32 2xu32 2xu32 2xu32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k32 row col", "f16 f16 f16 f16",
         "=2xu32 4xu32 4xu32 2xu32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k16 row col", "f32 f16 f16 f32",
         "=4xf32 2xu32 2xu32 4xf32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k32 row col", "f32 f16 f16 f32",
         "=4xf32 4xu32 4xu32 4xf32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k16 row col", "f32 bf16 bf16 f32",
         "=4xf32 2xu32 2xu32 4xf32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k32 row col", "f32 bf16 bf16 f32",
         "=4xf32 4xu32 4xu32 4xf32 .b32 #0/1", 71, 80},
        {"mma", "@sparse sync aligned m16n8k8 row col", "f32 tf32 tf32 f32",
         "=4xf32 2xu32 2xu32 4xf32 .b32 #0/1/2/3", 71, 80},
        {"mma", "@sparse sync aligned m16n8k16 row col", "f32 tf32 tf32 f32",
         "=4xf32 4xu32 4xu32 4xf32 .b32 #0/1", 71, 80},
        {"mma", "@sparse sync aligned m16n8k32 row col satfinite?", "s32 u8|s8 u8|s8 s32",
         "=4xu32 2xu32 2xu32 4xu32 .b32 #0/1", 71, 80},
        {"mma", "@sparse sync aligned m16n8k64 row col satfinite?", "s32 u8|s8 u8|s8 s32",
         "=4xu32 4xu32 4xu32 4xu32 .b32 #0", 71, 80},
        {"mma", "@sparse sync aligned m16n8k64 row col satfinite?", "s32 u4|s4 u4|s4 s32",
         "=4xu32 2xu32 2xu32 4xu32 .b32 #0/1", 71, 80},
        {"mma", "@sparse sync aligned m16n8k128 row col satfinite?", "s32 u4|s4 u4|s4 s32",
         "=4xu32 4xu32 4xu32 4xu32 .b32 #0", 71, 80},
        {"mma", "@sparse sync aligned m16n8k64 row col", "f32 @fp8 @fp8 f32",
         "=4xf32 4xu32 4xu32 4xf32 .b32 #0", 84, 89},
        {"mma", "@sparse sync aligned m16n8k64 row col", "f16 @fp8 @fp8 f16",
         "=2xu32 4xu32 4xu32 2xu32 .b32 #0", 87, kSm120a},
        {"mma", "sync aligned m16n8k32 row col kind::f8f6f4", "f16 @small @small f16",
         "=2xu32 4xu32 2xu32 2xu32", 87, kSm120a},
        {"mma", "sync aligned m16n8k32 row col kind::f8f6f4", "f32 @small @small f32",
         "=4xf32 4xu32 2xu32 4xf32", 87, kSm120a},
        {"mma", "sync aligned m16n8k32 row col kind::mxf8f6f4 block_scale scale_vec::1X?",
         "f32 @small @small f32 ue8m0", "=4xf32 4xu32 2xu32 4xf32 .b32 2xu16 .b32 2xu16", 87,
         kSm120a},
        {"mma", "sync aligned m16n8k64 row col kind::mxf4 block_scale scale_vec::2X?",
         "f32 e2m1 e2m1 f32 ue8m0", "=4xf32 4xu32 2xu32 4xf32 .b32 2xu16 .b32 2xu16", 87, kSm120a},
        {"mma", "sync aligned m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::2X",
         "f32 e2m1 e2m1 f32 ue8m0", "=4xf32 4xu32 2xu32 4xf32 .b32 2xu16 .b32 2xu16", 87, kSm120a},
        {"mma", "sync aligned m16n8k64 row col kind::mxf4nvf4 block_scale scale_vec::4X",
         "f32 e2m1 e2m1 f32 ue4m3", "=4xf32 4xu32 2xu32 4xf32 .b32 2xu16 .b32 2xu16", 87, kSm120a},
        {"mma", "sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4",
         "f16 @small @small f16", "=2xu32 4xu32 4xu32 2xu32 .b32 #0", 87, kSm120a},
        {"mma", "sp::ordered_metadata sync aligned m16n8k64 row col kind::f8f6f4",
         "f32 @small @small f32", "=4xf32 4xu32 4xu32 4xf32 .b32 #0", 87, kSm120a},
        {"mma",
         "sp::ordered_metadata sync aligned m16n8k64 row col kind::mxf8f6f4 block_scale "
         "scale_vec::1X?",
         "f32 @small @small f32 ue8m0", "=4xf32 4xu32 4xu32 4xf32 .b32 #0 .b32 2xu16 .b32 2xu16",
         87, kSm120a},
        {"mma",
         "sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4 block_scale "
         "scale_vec::2X?",
         "f32 e2m1 e2m1 f32 ue8m0", "=4xf32 4xu32 4xu32 4xf32 .b32 #0 .b32 2xu16 .b32 2xu16", 87,
         kSm120a},
        {"mma",
         "sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4nvf4 block_scale "
         "scale_vec::2X",
         "f32 e2m1 e2m1 f32 ue8m0", "=4xf32 4xu32 4xu32 4xf32 .b32 #0 .b32 2xu16 .b32 2xu16", 87,
         kSm120a},
        {"mma",
         "sp::ordered_metadata sync aligned m16n8k128 row col kind::mxf4nvf4 block_scale "
         "scale_vec::4X",
         "f32 e2m1 e2m1 f32 ue4m3", "=4xf32 4xu32 4xu32 4xf32 .b32 #0 .b32 2xu16 .b32 2xu16", 87,
         kSm120a},
    };
    return kForms;
}

} // namespace warpbench::simgpu::ptx
