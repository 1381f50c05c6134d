// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Conversions between the narrow floating-point formats of GPUs and double. Decoding is exact.
/// Encoding rounds to nearest, ties to even, directly from double (no double rounding via float).
///
/// - float16: IEEE binary16. Overflow becomes infinity.
/// - bfloat16: the upper half of binary32. Overflow becomes infinity.
/// - float8_e4m3: OCP 8-bit "E4M3": without infinity; NaN is 0x7F and 0xFF; maximum 448.
/// - float8_e5m2: OCP 8-bit "E5M2": IEEE-like; maximum 57344.
/// Both 8-bit formats saturate: overflow, including infinity, becomes the largest finite value, as
/// in CUDA's own constructors (__NV_SATFINITE in cuda_fp8.h). NaN stays NaN.
namespace warpbench::arrays {

double decodeFloat16(std::uint16_t bits) noexcept;
double decodeBfloat16(std::uint16_t bits) noexcept;
double decodeFloat8E4m3(std::uint8_t bits) noexcept;
double decodeFloat8E5m2(std::uint8_t bits) noexcept;

std::uint16_t encodeFloat16(double value) noexcept;
std::uint16_t encodeBfloat16(double value) noexcept;
std::uint8_t encodeFloat8E4m3(double value) noexcept;
std::uint8_t encodeFloat8E5m2(double value) noexcept;

} // namespace warpbench::arrays
