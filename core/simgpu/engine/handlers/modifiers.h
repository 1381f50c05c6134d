// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Modifiers that the decoder writes to Inst::aux and that handlers read.
namespace warpbench::simgpu::engine {

inline constexpr std::uint32_t kRoundNearest = 0;
inline constexpr std::uint32_t kRoundZero = 1;
inline constexpr std::uint32_t kRoundDown = 2;
inline constexpr std::uint32_t kRoundUp = 3;
inline constexpr std::uint32_t kRoundingMask = 7;
inline constexpr std::uint32_t kRoundNearestAway = 4; ///< .rna
inline constexpr std::uint32_t kRoundRandom = 5;      ///< .rs
inline constexpr std::uint32_t kFlush = 8;            ///< .ftz
inline constexpr std::uint32_t kSaturate = 16;        ///< .sat
inline constexpr std::uint32_t kRoundInteger = 32;    ///< .rni .rzi .rmi .rpi
inline constexpr std::uint32_t kNan = 64;             ///< .NaN
inline constexpr std::uint32_t kXorSignAbs = 128;     ///< .xorsign.abs
inline constexpr std::uint32_t kRelu = 256;
inline constexpr std::uint32_t kSatFinite = 512;
inline constexpr std::uint32_t kOutOfBounds = 1024; ///< .oob

// setp and set: how the comparison is combined with a predicate. Bits 0 and 1: and, or, xor; bit 2:
// the predicate is negated.
inline constexpr std::uint32_t kCombineNone = 0;
inline constexpr std::uint32_t kCombineAnd = 1;
inline constexpr std::uint32_t kCombineOr = 2;
inline constexpr std::uint32_t kCombineXor = 3;
inline constexpr std::uint32_t kCombineNegated = 4;

} // namespace warpbench::simgpu::engine
