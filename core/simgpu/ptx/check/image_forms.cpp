// SPDX-License-Identifier: GPL-3.0-or-later
// PTX ISA 9.0, sections 9.7.10, 9.7.11 and 9.7.20: textures, surfaces and video instructions.
#include "core/simgpu/ptx/check/form_tables.h"

namespace warpbench::simgpu::ptx {

std::span<const FormText> imageForms() {
    static constexpr FormText kForms[] = {
        // Textures
        {"tex", "base? @texture v4", "f32|s32|u32 s32", "=_|{0 t1 o?"},
        {"tex", "base? @texture v4", "f32|s32|u32 f32", "=_|{0 t1 o? f32? / =_|{0 t1 f32"},
        {"tex", "<level @texture v4", "f32|s32|u32 s32", "=_|{0 t1 1 o?"},
        {"tex", "<level @texture v4", "f32|s32|u32 f32", "=_|{0 t1 1 o? f32? / =_|{0 t1 1 f32"},
        {"tex", "<grad @texture v4", "f32|s32|u32 f32", "=_|{0 t1 d d o? f32? / =_|{0 t1 d d f32"},
        {"tex", "base? @texture v4", "f16 s32", "=_|{0 t1 o?", 42, 53},
        {"tex", "base? @texture v4", "f16 f32", "=_|{0 t1 o? f32? / =_|{0 t1 f32", 42, 53},
        {"tex", "<level @texture v4", "f16 s32", "=_|{0 t1 1 o?", 42, 53},
        {"tex", "<level @texture v4", "f16 f32", "=_|{0 t1 1 o? f32? / =_|{0 t1 1 f32", 42, 53},
        {"tex", "<grad @texture v4", "f16 f32", "=_|{0 t1 d d o? f32? / =_|{0 t1 d d f32", 42, 53},
        {"tex", "base? @texture v2", "f16x2 s32", "=_|{0 t1 o?", 42, 53},
        {"tex", "base? @texture v2", "f16x2 f32", "=_|{0 t1 o? f32? / =_|{0 t1 f32", 42, 53},
        {"tex", "<level @texture v2", "f16x2 s32", "=_|{0 t1 1 o?", 42, 53},
        {"tex", "<level @texture v2", "f16x2 f32", "=_|{0 t1 1 o? f32? / =_|{0 t1 1 f32", 42, 53},
        {"tex", "<grad @texture v2", "f16x2 f32", "=_|{0 t1 d d o? f32? / =_|{0 t1 d d f32", 42,
         53},
        {"tld4", "<r|g|b|a 2d|a2d|cube|acube v4", "f32|s32|u32 f32",
         "=_|{0 t1 o? f32? / =_|{0 t1 f32"},
        {"txq",
         "width|height|depth|channel_data_type|channel_order|normalized_coords|array_size|"
         "num_mipmap_levels|num_samples|force_unnormalized_coords|filter_mode|addr_mode_0|"
         "addr_mode_1|addr_mode_2",
         "b32", "=0 [h"},
        {"txq", "<level width|height|depth", "b32", "=0 [h u32", 31},
        {"istypep", "", "texref|samplerref|surfref", "=pred u64"},
        // Surfaces
        {"suld", "<b @surface ca|cg|cs|cv? v2|v4? @outside", "b8|b16|b32|b64", "=<~0 ts32"},
        {"sust", "<b @surface wb|cg|cs|wt? v2|v4? @outside", "b8|b16|b32|b64", "ts32 <~0"},
        {"sust", "<p @surface v2|v4? @outside", "b32", "ts32 <0"},
        {"sured", "<b add @surface @outside", "u32|s32|u64", "ts32 0"},
        {"sured", "<b min|max @surface @outside", "u32|s32", "ts32 0"},
        {"sured", "<b min|max @surface @outside", "u64|s64", "ts32 0", 81, 50},
        {"sured", "<b and|or @surface @outside", "b32", "ts32 0"},
        {"sured", "<p add|min|max|and|or @surface @outside", "b32", "ts32 0"},
        {"sured", "<p min|max @surface @outside", "b64", "ts32 0", 81, 50},
        {"suq", "width|height|depth|channel_data_type|channel_order|array_size|memory_layout",
         "b32", "=0 [h"},
        // Video: scalar, then SIMD
        {"vadd vsub vabsdiff vmin vmax", "sat?", "@word @word @word", "=0 &1 &2 0? / =&0 &1 &2 0"},
        {"vadd vsub vabsdiff vmin vmax", "sat? add|min|max", "@word @word @word", "=0 &1 &2 0"},
        {"vshl vshr", "sat? clamp|wrap", "@word @word u32", "=0 &1 &2 0? / =&0 &1 &2 0"},
        {"vshl vshr", "sat? clamp|wrap add|min|max", "@word @word u32", "=0 &1 &2 0"},
        {"vmad", "sat? shr7|shr15?", "@word @word @word", "=0 -&1 -&2 -0"},
        {"vmad", "po sat? shr7|shr15?", "@word @word @word", "=0 &1 &2 0"},
        {"vset", "@compare", "@word @word", "=u32 &0 &1 u32? / =&u32 &0 &1 u32"},
        {"vset", "@compare add|min|max", "@word @word", "=u32 &0 &1 u32"},
        {"vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2", "sat?", "@word @word @word", "=&0 .&1 .&2 .0"},
        {"vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2", "add", "@word @word @word", "=&0 .&1 .&2 .0"},
        {"vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4", "sat?", "@word @word @word", "=&0 .&1 .&2 .0"},
        {"vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4", "add", "@word @word @word", "=&0 .&1 .&2 .0"},
        {"vset2 vset4", "@compare add?", "@word @word", "=&u32 .&0 .&1 .u32"},
    };
    return kForms;
}

} // namespace warpbench::simgpu::ptx
