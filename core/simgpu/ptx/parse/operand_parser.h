// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/parse/parse_context.h"

#include <optional>

namespace warpbench::simgpu::ptx {

/// An operand, or a name that nothing declared so far: a label that comes later, or a mistake.
struct ParsedOperand {
    Operand operand;
    std::optional<Token> unknown; ///< then operand.kind is `label`
};

/// Reads one operand in any of its forms.
/// \param opcode  of the instruction: `a[1]` is an address for ld and a value for mov
ParsedOperand parseOperand(ParseContext& context, std::string_view opcode);

/// Reads a part of a vector, tuple or list of a call: no label, no memory.
Operand parseElement(ParseContext& context);

[[noreturn]] void failUnknown(const Token& name);

} // namespace warpbench::simgpu::ptx
