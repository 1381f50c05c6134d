// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// Instruction forms in a notation close to that of the PTX ISA.
///
/// `modifiers` are groups separated by spaces. An instruction has one modifier of each group, in
/// any order (as ptxas 13.0 accepts it), except that state spaces keep their order. '|' separates
/// alternatives. Groups marked with a leading '<' come first and in this order. A trailing '?'
/// makes a group optional; a trailing '+' does so too, and its modifier adds an operand. The group
/// '*' allows any other modifiers. In a shape, `n8..256` means each multiple of 8 from 8 to 256,
/// and `n48..256+16` every second one.
///
/// `types` are the types in order, with alternatives; "*" any.
///
/// `operands` are listed in order, each as a type preceded by marks:
///
///     =  is written                     _  may be omitted with `_`
///     ~  may be larger than its type    $  may be a special register
///     %  may be a vector of its parts   :  may be a symbol
///     !  may be negated (a predicate)   -  may be negated (a number)
///     |  may have a predicate: d|p      ^  must have one
///     &  may have a selector: %r1.b0    4x is a vector of 4
///     t  a handle with coordinates of the type
///     o  offsets of texels                 d  gradients
///     a  the address of a tensor map with coordinates of the type
///     {  is one of .v2, .v4, .v8, .x1, .x2 or .x4
///     <  is one of .v2 or .v4, or without them of any of 1, 2 and 4
///     .  may not be a constant
///     +  only present if the next group with '+' has a modifier
///     n/2x, n/4x  is a vector of a half or a quarter of the shape's n
///
/// The type is 0, 1, 2 or 3 for the instruction's types in order, w for twice the width of the
/// first, or a type's name. Other kinds of operands: `#` an integer constant (`#4/8`: one of these,
/// possibly negative), `@` a label, `v` a vector, `_` only '_', `*` anything, `...` any number of
/// anything, `[h` the handle of a texture or surface, `[` an address: in the state space of the
/// instruction, `[s` in shared memory, `[g` in global memory, `[*` in any. Then, in parentheses and
/// separated by commas, the allowed constants: `0..255`, `1..`, `32n` a multiple, `not0`, `2^n` a
/// power of two, `share` above 0 and at most 1. A trailing '?' makes it optional. ' / ' separates
/// alternative operand lists.
///
/// @name is a list defined in forms.cpp.
struct FormText {
    std::string_view opcodes; ///< separated by spaces
    std::string_view modifiers;
    std::string_view types;
    std::string_view operands;
    std::uint8_t sinceVersion = 0; ///< of the PTX ISA, times ten
    std::uint8_t sinceTarget = 0;  ///< e.g. 90 for sm_90, or one of those below
    bool isGone = false;           ///< removed in .version 6.4 for sm_70 and later
};

/// Only for a target's family, marked by a letter: sm_90a; sm_120a, sm_121a, sm_120f, …. kSm100a
/// also includes all later ones with a letter.
inline constexpr std::uint8_t kSpecificTarget = 128;
inline constexpr std::uint8_t kSm90a = kSpecificTarget | 90;
inline constexpr std::uint8_t kSm100a = kSpecificTarget | 100;
inline constexpr std::uint8_t kSm120a = kSpecificTarget | 120;

std::span<const FormText> arithmeticForms(); ///< between registers
std::span<const FormText> asyncForms();      ///< asynchronous copies, mbarriers
std::span<const FormText> controlForms();    ///< branches, barriers, warp-wide operations
std::span<const FormText> imageForms();      ///< textures, surfaces, video instructions
std::span<const FormText> matrixForms();
std::span<const FormText> memoryForms(); ///< loads, stores, atomics, addresses
std::span<const FormText> sparseForms(); ///< sparse and block-scaled matrix products
std::span<const FormText> wgmmaForms();

} // namespace warpbench::simgpu::ptx
