// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The module's .version (times ten) and .target from which on there is something.
struct Since {
    int version = 0;
    int target = 0;
    void raiseTo(const Since& other) {
        version = std::max(version, other.version);
        target = std::max(target, other.target);
    }
};

/// What a constant must be, where ptxas looks at it.
struct ConstantRule {
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t unit = 1; ///< it must be a multiple of this
    bool isNotZero = false;
    bool isPowerOfTwo = false;
    bool isShare = false; ///< a float above 0, at most 1
};

/// What may be in one place of an operand list.
struct OperandRule {
    enum class Kind : std::uint8_t {
        value,
        address,
        handle,      ///< [texture] or [surface]
        coordinates, ///< [handle, {x, y}]
        tensor,      ///< [address of a tensor map, {x, y}]
        constant,
        label,
        vector,    ///< of any elements
        offsets,   ///< of texels: a number or a vector
        gradients, ///< a vector with a number for each dimension
        sink,      ///< `_`
        anything,
    };
    Kind kind = Kind::value;
    Type type = Type::none;
    std::vector<std::uint64_t> constants; ///< that a constant may be; empty: all
    ConstantRule constant;
    std::optional<Space> space; ///< of an address; empty: the one that the instruction names
    bool anySpace = false;      ///< of an address: parameters and constants too
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
    bool mayBeSeveral = false; ///< and of two or four
    std::uint8_t elements = 0; ///< of the vector that must be here; 0: no vector
    bool byModifier = false;   ///< `elements` come from .v2 and the like
    bool isOptional = false;   ///< all behind it are too
};

/// A form with the types that one mnemonic gives it.
struct ResolvedForm {
    std::vector<OperandRule> operands;
    std::size_t needed = 0; ///< operands that must be there
    bool anyOperands = false;
    Since since;
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

/// In no order.
std::vector<std::string> opcodesWithForms();

/// "add.sat.s32", …: of each form every combination of types and of the modifiers that must be
/// there, without and with one of the others.
std::vector<std::string> mnemonicsOf(std::string_view opcode);

/// \param opcode  "add"
ResolvedMnemonic resolveMnemonic(std::string_view opcode, const Modifiers& modifiers);

} // namespace warpbench::simgpu::ptx
