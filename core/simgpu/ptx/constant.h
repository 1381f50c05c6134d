// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/token_stream.h"

#include <cstdint>

namespace warpbench::simgpu::ptx {

/// The value of a constant expression.
struct Constant {
    Operand::Literal literal = Operand::Literal::integer;
    std::uint64_t bits = 0; ///< two's complement, or the pattern of the float

    bool isFloat() const {
        return literal == Operand::Literal::f32 || literal == Operand::Literal::f64;
    }
};

/// True if a constant expression can start here.
bool atConstant(const TokenStream& tokens);

/// Parses a constant expression (PTX ISA 9.0, section 4.5.5): C operators on signed or unsigned
/// 64-bit integers and double precision; the casts (.s64) and (.u64); WARP_SZ.
Constant parseConstant(TokenStream& tokens);
/// The same after a sign, '-' or '!', that was already consumed and applies to the first number.
Constant parseSignedConstant(TokenStream& tokens, char sign);
/// Parses a constant expression that must be an integer.
/// \param what  for the error message: "the size of an array"
std::int64_t parseInteger(TokenStream& tokens, std::string_view what);

} // namespace warpbench::simgpu::ptx
