// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/parse_context.h"

#include <optional>

namespace warpbench::simgpu::ptx {

/// An operand, or a name that is not declared yet: a later label, or an error.
struct ParsedOperand {
    Operand operand;
    std::optional<Token> unknown; ///< if set, operand.kind is `label`
};

/// Parses one operand of any form.
/// \param opcode  of the instruction: `a[1]` is an address for ld and a value for mov
ParsedOperand parseOperand(ParseContext& context, std::string_view opcode);

/// Parses an element of a vector, tuple or call list: labels and memory are not allowed.
Operand parseElement(ParseContext& context);

[[noreturn]] void failUnknown(const Token& name);

} // namespace warpbench::simgpu::ptx
