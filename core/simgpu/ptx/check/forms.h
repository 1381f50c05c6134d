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

/// The .version (times ten) and .target that introduced a feature.
struct Since {
    int version = 0;
    int target = 0;
    void raiseTo(const Since& other) {
        version = std::max(version, other.version);
        target = std::max(target, other.target);
    }
};

/// Restrictions on a constant, if ptxas checks them.
struct ConstantRule {
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t unit = 1; ///< must be a multiple of this
    bool isNotZero = false;
    bool isPowerOfTwo = false;
    bool isShare = false; ///< a float above 0, at most 1
};

/// What is allowed at one position of an operand list.
struct OperandRule {
    enum class Kind : std::uint8_t {
        value,
        address,
        handle,      ///< [texture] or [surface]
        coordinates, ///< [handle, {x, y}]
        tensor,      ///< [address of a tensor map, {x, y}]
        constant,
        label,
        vector,    ///< with any elements
        offsets,   ///< in texels: a number or a vector
        gradients, ///< a vector with a number per dimension
        sink,      ///< `_`
        anything,
    };
    Kind kind = Kind::value;
    Type type = Type::none;
    std::vector<std::uint64_t> constants; ///< allowed constants; empty: all
    ConstantRule constant;
    std::optional<Space> space; ///< of an address; empty: named by the instruction
    bool anySpace = false;      ///< of an address: also parameters and constants
    bool written = false;
    bool mayDiscard = false;
    bool mayNegate = false;
    bool mayBeLarger = false;
    bool mayBeSpecial = false; ///< a special register
    bool mayBeSymbol = false;
    bool mustBeRegister = false; ///< constants are not allowed
    bool mayHavePredicate = false;
    bool needsPredicate = false;
    bool mayBeParts = false;   ///< {low, high}
    bool maySelect = false;    ///< %r1.b0
    bool mayBeSingle = false;  ///< {a}: a vector of one
    bool mayBeSeveral = false; ///< also with two or four elements
    std::uint8_t elements = 0; ///< required vector size; 0: not a vector
    bool byModifier = false;   ///< `elements` is given by .v2 etc.
    bool isOptional = false;   ///< and so are all operands after it
};

/// A form with the types of one mnemonic.
struct ResolvedForm {
    std::vector<OperandRule> operands;
    std::size_t needed = 0; ///< number of required operands
    bool anyOperands = false;
    Since since;
    bool isGone = false;     ///< see FormText
    bool isSpecific = false; ///< likewise
};

/// \param token  as in FormText::operands, without '+'
OperandRule operandRule(std::string_view token, const std::vector<Type>& types,
                        const std::vector<std::string_view>& modifiers);

/// Everything about an opcode with its modifiers.
struct ResolvedMnemonic {
    std::vector<ResolvedForm> forms; ///< the matching ones
    std::string mistake;             ///< why none matches
};

/// Unsorted.
std::vector<std::string> opcodesWithForms();

/// "add.sat.s32", …: for each form, every combination of types and required modifiers, without and
/// with one of the optional modifiers.
std::vector<std::string> mnemonicsOf(std::string_view opcode);

/// \param opcode  "add"
ResolvedMnemonic resolveMnemonic(std::string_view opcode, const Modifiers& modifiers);

} // namespace warpbench::simgpu::ptx
