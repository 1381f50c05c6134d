// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// Forms of instructions, written down much as the PTX ISA does.
///
/// `modifiers` are groups with spaces between them; an instruction has one modifier of each group,
/// in any order, as ptxas 13.0 takes them, but for state spaces among themselves. Alternatives
/// stand between '|'. Groups with '<' before them come first and in this order. A group that may be
/// missing ends with '?', one that may be missing and brings an operand with '+'. The group '*'
/// represents any other modifiers. In a shape `n8..256` represents each multiple of 8
/// from 8 to 256, `n48..256+16` for every second one.
///
/// `types` are the types in order, with alternatives; "*" any.
///
/// `operands` are in order, each a type with marks before it:
///
///     =  is written                     _  may be left out by `_`
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
///     +  is there where the next group with '+' has a modifier
///     n/2x, n/4x  is a vector of a half or a quarter of the shape's n
///
/// The type is 0, 1, 2 or 3 for the instruction's types in order, w for twice the width of the
/// first, or a type's name. Instead of a type: `#` an integer constant (`#4/8`: one of these, which
/// may be negative), `@` a label, `v` a vector, `_` nothing but '_', `*` anything, `...` any number
/// of anything, `[h` the handle of a texture or surface, `[` an address: of the state space that
/// the instruction names, `[s` of shared memory, `[g` of global memory, `[*` of any. Then, in
/// parentheses and with commas between, what a constant must be: `0..255`, `1..`, `32n` a multiple,
/// `not0`, `2^n` a power of two, `share` above 0 and at most 1. '?' behind it: may be missing.
/// Other lists of operands follow after ' / '.
///
/// @name represents a list that forms.cpp knows.
struct FormText {
    std::string_view opcodes; ///< with spaces between them
    std::string_view modifiers;
    std::string_view types;
    std::string_view operands;
    std::uint8_t sinceVersion = 0; ///< of the PTX ISA, times ten
    std::uint8_t sinceTarget = 0;  ///< 90 for sm_90; or one of those below
    bool isGone = false;           ///< from .version 6.4 on, for sm_70 and later
};

/// For a target's family alone, with its letter: sm_90a; sm_120a, sm_121a, sm_120f, …. kSm100a: for
/// all later ones with a letter too.
inline constexpr std::uint8_t kSpecificTarget = 128;
inline constexpr std::uint8_t kSm90a = kSpecificTarget | 90;
inline constexpr std::uint8_t kSm100a = kSpecificTarget | 100;
inline constexpr std::uint8_t kSm120a = kSpecificTarget | 120;

std::span<const FormText> arithmeticForms(); ///< between registers
std::span<const FormText> asyncForms();      ///< asynchronous copies, mbarriers
std::span<const FormText> controlForms();    ///< branches, barriers, operations of a whole warp
std::span<const FormText> imageForms();      ///< textures, surfaces, video instructions
std::span<const FormText> matrixForms();
std::span<const FormText> memoryForms(); ///< loads, stores, atomics, addresses
std::span<const FormText> sparseForms(); ///< sparse and block-scaled products of matrices
std::span<const FormText> wgmmaForms();

} // namespace warpbench::simgpu::ptx
