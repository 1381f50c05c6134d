// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::ptx {

/// What may stand in one place of an operand list.
struct OperandRule {
    enum class Kind : std::uint8_t {
        value,
        address,
        coordinates, ///< [handle, {x, y}]
        constant,
        label,
        vector, ///< of any elements
        sink,   ///< `_`
        anything,
    };
    Kind kind = Kind::value;
    Type type = Type::none;
    std::vector<std::uint64_t> constants; ///< that a constant may be; empty: all
    bool written = false;
    bool mayDiscard = false;
    bool mayNegate = false;
    bool mayBeLarger = false;
    bool mayBeSpecial = false; ///< a special register
    bool mayBeSymbol = false;
    bool mustBeRegister = false; ///< no constant
    bool mayHavePredicate = false;
    bool needsPredicate = false;
    bool mayBeParts = false;   ///< {low, high}
    bool maySelect = false;    ///< %r1.b0
    bool mayBeSingle = false;  ///< {a}: a vector of one
    std::uint8_t elements = 0; ///< of the vector that must stand here; 0: no vector
    bool byModifier = false;   ///< `elements` come from .v2 and the like
    bool isOptional = false;   ///< all behind it are too
};

/// A form with the types that one mnemonic gives it.
struct ResolvedForm {
    std::vector<OperandRule> operands;
    std::size_t needed = 0; ///< operands that must be there
    bool anyOperands = false;
    int sinceVersion = 0; ///< of the PTX ISA, times ten
    int sinceTarget = 0;
    bool isGone = false;     ///< see FormText
    bool isSpecific = false; ///< likewise
};

/// \param token  as in FormText::operands, without '+'
OperandRule operandRule(std::string_view token, const std::vector<Type>& types,
                        const std::vector<std::string_view>& modifiers);

/// All that is to know of an opcode with its modifiers.
struct ResolvedMnemonic {
    std::vector<ResolvedForm> forms; ///< those that fit
    std::string mistake;             ///< why none fits
};

/// \param opcode  "add"; \param modifiers  without their dots
ResolvedMnemonic resolveMnemonic(std::string_view opcode,
                                 const std::vector<std::string_view>& modifiers);

} // namespace warpbench::simgpu::ptx
