// SPDX-License-Identifier: GPL-3.0-or-later
// Which operand matches which type: PTX ISA 9.0, section 9.2 ("Type Information for Instructions
// and Operands"), and where it is ambiguous, what ptxas 13.0 accepts.
#include "core/simgpu/ptx/check/operands.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

using Kind = Operand::Kind;

enum class Family : std::uint8_t { bits, integer, floating, packed, predicate };

Family familyOf(Type type) {
    switch (type) {
    case Type::b8:
    case Type::b16:
    case Type::b32:
    case Type::b64:
    case Type::b128:
        return Family::bits;
    case Type::u8:
    case Type::u16:
    case Type::u32:
    case Type::u64:
    case Type::s8:
    case Type::s16:
    case Type::s32:
    case Type::s64:
        return Family::integer;
    case Type::f16:
    case Type::f32:
    case Type::f64:
        return Family::floating;
    case Type::pred:
        return Family::predicate;
    default:
        return Family::packed;
    }
}

/// "Operands must agree in size, and be of the same kind or untyped bits." Loads, stores and
/// conversions also accept larger registers, but not for floating-point types.
bool fits(Type wanted, Type given, bool mayBeLarger) {
    if (wanted == given)
        return true;
    const Family want = familyOf(wanted), have = familyOf(given);
    if (want == Family::predicate || have == Family::predicate)
        return false;
    if (mayBeLarger ? sizeOf(given) < sizeOf(wanted) : sizeOf(given) != sizeOf(wanted))
        return false;
    if (have == Family::bits || want == Family::bits)
        return true;
    // ptxas takes a register of .f16x2 for an integer of 32 bits.
    const bool integral = have == Family::integer || given == Type::f16x2;
    return integral &&
           (want == Family::integer || (want == Family::packed && given == Type::f16x2));
}

std::string nameOfType(Type type) {
    return "." + std::string(nameOf(type));
}

/// "Integer constants for integer and bit-size types, floating-point constants for floating-point
/// types"; bits may also be given as a float of the same size.
bool literalFits(Type wanted, Operand::Literal literal) {
    using Literal = Operand::Literal;
    const bool isInteger = literal == Literal::integer || literal == Literal::unsignedInteger;
    switch (familyOf(wanted)) {
    case Family::integer:
    case Family::predicate:
        return isInteger;
    case Family::bits:
        return wanted != Type::b128 &&
               (isInteger || (wanted == Type::b32 && literal == Literal::f32) ||
                (wanted == Type::b64 && literal == Literal::f64));
    case Family::floating:
        return wanted != Type::f16 && !isInteger;
    default:
        return false;
    }
}

/// Bits of a counter register; for coordinates, which can also be read as 16 bits.
bool specialFits(Type wanted, SpecialRegister special, bool mayBeLarger) {
    using S = SpecialRegister;
    const Family family = familyOf(wanted);
    if (special == S::is_explicit_cluster)
        return family == Family::predicate;
    if (family != Family::integer && family != Family::bits)
        return false;
    const int size = sizeOf(wanted);
    const bool isLong = special == S::clock64 || special == S::globaltimer ||
                        special == S::current_graph_exec || special == S::pm64;
    if (special == S::gridid)
        return size <= 8;
    if (mayBeLarger)
        return size <= (isLong ? 8 : 4);
    const bool isCoordinate =
        special == S::tid || special == S::ntid || special == S::ctaid || special == S::nctaid;
    return isLong ? size == 8 : size == 4 || (size == 2 && isCoordinate);
}

Since sinceOfSpecial(SpecialRegister special) {
    using S = SpecialRegister;
    switch (special) {
    case S::clusterid:
    case S::nclusterid:
    case S::cluster_ctaid:
    case S::cluster_nctaid:
    case S::cluster_ctarank:
    case S::cluster_nctarank:
    case S::is_explicit_cluster:
        return {78, 90};
    case S::reserved_smem_offset:
        return {76, 80};
    case S::aggr_smem_size:
        return {81, 90};
    case S::current_graph_exec:
        return {80, 0};
    default:
        return {};
    }
}

std::string vectorOf(int elements) {
    return "a vector of " + std::to_string(elements) +
           (elements == 1 ? " element was expected" : " elements was expected");
}

/// The state space that an instruction names; generic if it names none or several. Operands that
/// are always in shared memory need not name it.
Space spaceNamedBy(const Instruction& i) {
    if (has(i.op, kInShared))
        return Space::shared;
    Space space = Space::generic;
    for (const std::string_view name : i.modifiers) {
        const Space named = name == "global"             ? Space::global
                            : name == "const"            ? Space::constant
                            : name == "local"            ? Space::local
                            : name.starts_with("shared") ? Space::shared
                            : name.starts_with("param")  ? Space::param
                                                         : Space::generic;
        if (named != Space::generic && space != Space::generic)
            return Space::generic;
        if (named != Space::generic)
            space = named;
    }
    return space;
}

/// ptxas 13.0 knows no 32-bit ABI any more: with such an address it refuses the whole module.
bool registerIsTooSmall(const Instruction& i, Space space, Type type) {
    const Modifiers& all = i.modifiers;
    if (sizeOf(type) != 4 || !has(i.op, kWideAddress) || all.has("async") || all.has("tensormap"))
        return false;
    if (i.op == Opcode::mbarrier)
        return !all.has("shared") && !all.has("shared::cta") && !all.has("shared::cluster");
    return space == Space::generic || space == Space::global;
}

/// "If no state space is given, perform the access using generic addressing": parameters and
/// constants are only in a generic window after cvta.
bool isIn(const Variable& variable, Space space) {
    return space == Space::generic
               ? variable.space != Space::param && variable.space != Space::constant
               : variable.space == space;
}

/// Empty if the constant meets the rule.
std::string limitMistake(const Operand& operand, const ConstantRule& rule) {
    const auto value = static_cast<std::int64_t>(operand.bits);
    if (rule.isShare) {
        const double share = operand.literal == Operand::Literal::f32
                                 ? std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))
                                 : std::bit_cast<double>(operand.bits);
        return share > 0 && share <= 1 ? std::string{} : "a share is above 0 and at most 1";
    }
    const auto constantIs = [&](const std::string& what) {
        return "the constant " + std::to_string(value) + " is " + what;
    };
    if (value < rule.least || value > rule.most)
        return constantIs(
            "not in " + std::to_string(rule.least) + ".." +
            (rule.most == ConstantRule{}.most ? std::string{} : std::to_string(rule.most)));
    if (value % rule.unit != 0)
        return constantIs("not a multiple of " + std::to_string(rule.unit));
    if (rule.isNotZero && value == 0)
        return constantIs("not allowed");
    if (rule.isPowerOfTwo && !std::has_single_bit(operand.bits))
        return constantIs("not a power of two");
    return {};
}

/// "Valid values for various selector components" (PTX ISA 9.0, section 9.7.14.3): which byte and
/// which lanes of four hold the scales of an mma.
std::string scaleMistake(const Instruction& i) {
    const auto has = [&](std::string_view name) { return i.modifiers.has(name); };
    if (i.op != Opcode::mma || !has("block_scale"))
        return {};
    const std::uint64_t step = has("kind::mxf8f6f4") ? 1 : has("scale_vec::4X") ? 4 : 2;
    const std::size_t behindA = i.operands.size() - 3, behindB = i.operands.size() - 1;
    for (const std::size_t at : {behindA, behindB}) {
        const Operand& byte = i.operands[at].elements[0];
        const Operand& lanes = i.operands[at].elements[1];
        if (byte.kind == Kind::immediate && (byte.bits > 3 || byte.bits % step != 0))
            return "its scales cannot begin in byte " + std::to_string(byte.bits);
        if (lanes.kind == Kind::immediate && lanes.bits > (at == behindA ? 1u : 3u))
            return "its scales cannot come from lanes " + std::to_string(lanes.bits);
    }
    return {};
}

/// Scalar video instructions take one part of a register, SIMD ones two halves or four bytes; they
/// write any of them.
std::string selectorMistake(const Instruction& i, const Operand& operand, const OperandRule& rule) {
    if (operand.selector < 0)
        return {};
    const SelectorParts parts = selectorParts(operand.selector);
    const char width = i.opcode.back();
    const bool isSimd = width == '2' || width == '4';
    const bool fits =
        isSimd ? parts.halves == (width == '2') && (rule.written || parts.count == width - '0')
               : parts.count == 1;
    return fits ? std::string{} : "a selector of other parts was expected";
}

/// createpolicy.range: of the bytes of the range, the first ones have the first priority.
std::string rangeMistake(const Instruction& i) {
    if (i.op != Opcode::createpolicy || i.operands.size() != 4)
        return {};
    const Operand &first = i.operands[2], &all = i.operands[3];
    const bool areKnown = first.kind == Kind::immediate && all.kind == Kind::immediate;
    return areKnown && first.bits > all.bits ? "more bytes than the range has" : std::string{};
}

} // namespace

const Variable* OperandChecker::variableOf(const Operand& operand) const {
    if (operand.symbol < 0)
        return nullptr;
    if (operand.symbolIsLocal)
        return &m_function.variables[static_cast<std::size_t>(operand.symbol)];
    const Symbol& symbol = m_module.symbols[static_cast<std::size_t>(operand.symbol)];
    return symbol.kind == Symbol::Kind::variable
               ? &m_module.variables[static_cast<std::size_t>(symbol.index)]
               : nullptr;
}

Since OperandChecker::sinceOf(const Instruction& instruction) const {
    Since since;
    for (const Operand& operand : instruction.operands) {
        if (operand.kind == Kind::special)
            since.raiseTo(sinceOfSpecial(operand.special));
    }
    // Whether all texels are there: d|p
    if (instruction.op == Opcode::tex && instruction.operands.front().predicateOut >= 0)
        since.raiseTo({71, 60});
    return since;
}

std::string OperandChecker::guardMistake(const Instruction& instruction) const {
    if (instruction.guard >= 0 && registerOf(instruction.guard).type != Type::pred)
        return "its guard is not a predicate";
    return {};
}

OperandMistake OperandChecker::mistakeIn(const Instruction& instruction,
                                         const ResolvedForm& form) const {
    const std::size_t given = instruction.operands.size();
    if (form.anyOperands)
        return {};
    if (given < form.needed || given > form.operands.size())
        return {"it has " + std::to_string(given) + (given == 1 ? " operand" : " operands") +
                    " instead of " +
                    std::to_string(given < form.needed ? form.needed : form.operands.size()),
                0};
    for (std::size_t n = 0; n < given; ++n) {
        std::string reason = check(instruction, instruction.operands[n], form.operands[n]);
        if (reason.empty())
            reason = selectorMistake(instruction, instruction.operands[n], form.operands[n]);
        if (!reason.empty())
            return {std::move(reason), n + 1};
    }
    std::string reason = rangeMistake(instruction);
    return {reason.empty() ? scaleMistake(instruction) : reason, given};
}

std::string OperandChecker::check(const Instruction& i, const Operand& operand,
                                  const OperandRule& rule) const {
    switch (rule.kind) {
    case OperandRule::Kind::value:
        if (operand.kind == Kind::symbol)
            if (std::string reason = checkSymbol(i, operand, rule); !reason.empty())
                return reason;
        return checkValue(operand, rule);
    case OperandRule::Kind::address:
        return checkAddress(i, operand, rule);
    case OperandRule::Kind::handle:
        return operand.kind == Kind::address ? checkHandle(operand)
                                             : "a handle in brackets was expected";
    case OperandRule::Kind::constant:
        return checkConstant(operand, rule);
    case OperandRule::Kind::coordinates:
    case OperandRule::Kind::tensor:
        return checkCoordinates(i, operand, rule);
    case OperandRule::Kind::vector:
        return operand.kind == Kind::vector ? std::string{} : "a vector was expected";
    case OperandRule::Kind::offsets:
        return checkOffsets(i, operand);
    case OperandRule::Kind::gradients:
        return checkGradients(i, operand);
    case OperandRule::Kind::sink:
        return operand.kind == Kind::discard ? std::string{} : "'_' was expected";
    case OperandRule::Kind::label:
        if (i.op == Opcode::brx)
            return operand.kind == Kind::targetList ? std::string{}
                                                    : "a list of labels was expected";
        return operand.kind == Kind::label ? std::string{} : "a label was expected";
    case OperandRule::Kind::anything:
        break;
    }
    return {};
}

/// Signs, selectors, d|p.
std::string OperandChecker::checkMarks(const Operand& operand, const OperandRule& rule) const {
    if (operand.negated &&
        (!rule.mayNegate || (rule.type != Type::pred && familyOf(rule.type) != Family::integer)))
        return "an operand may not be negated";
    if (operand.selector >= 0 && !rule.maySelect)
        return "only video instructions take a selector";
    if (operand.predicateOut >= 0) {
        if (!rule.mayHavePredicate)
            return "it does not take a predicate next to its destination";
        if (registerOf(operand.predicateOut).type != Type::pred)
            return registerOf(operand.predicateOut).name + " after '|' is not a predicate";
    } else if (rule.needsPredicate) {
        return "a predicate next to its destination is missing";
    }
    return {};
}

std::string OperandChecker::checkValue(const Operand& operand, const OperandRule& rule) const {
    if (std::string reason = checkMarks(operand, rule); !reason.empty())
        return reason;
    if (rule.elements && operand.kind != Kind::vector)
        return vectorOf(rule.elements);
    switch (operand.kind) {
    case Kind::reg:
        return checkRegister(operand, rule);
    case Kind::vector:
        return checkVector(operand, rule);
    case Kind::discard:
        return rule.mayDiscard && rule.written ? std::string{} : "'_' is not allowed here";
    case Kind::immediate:
        if (rule.written)
            return "the destination must be a register";
        if (rule.mustBeRegister)
            return "an operand must be a register";
        if (!literalFits(rule.type, operand.literal))
            return "a constant of another type than " + nameOfType(rule.type);
        return limitMistake(operand, rule.constant);
    case Kind::special:
        if (rule.written || !rule.mayBeSpecial)
            return "a special register can only be moved or converted";
        if (!specialFits(rule.type, operand.special, rule.mayBeLarger))
            return "a special register of another size than " + nameOfType(rule.type);
        return {};
    case Kind::symbol:
        if (rule.written)
            return "the destination must be a register";
        if (!rule.mayBeSymbol && operand.offset == 0)
            return "the address of a variable can only be moved or converted";
        if (familyOf(rule.type) != Family::integer && familyOf(rule.type) != Family::bits)
            return "an address where " + nameOfType(rule.type) + " was expected";
        return {};
    default:
        return "an operand of another kind was expected";
    }
}

std::string OperandChecker::checkRegister(const Operand& operand, const OperandRule& rule) const {
    const Register& reg = registerOf(operand.reg);
    if (fits(rule.type, reg.type, rule.mayBeLarger))
        return {};
    if (rule.type == Type::pred)
        return rule.written ? "the destination must be a predicate"
                            : "an operand must be a predicate";
    return (rule.written ? "the destination " : "operand ") + reg.name + " is " +
           nameOfType(reg.type) + " where " + nameOfType(rule.type) + " was expected";
}

/// A vector of .v2, .v4 or .v8, or the parts of a value.
std::string OperandChecker::checkVector(const Operand& operand, const OperandRule& rule) const {
    OperandRule part = rule;
    part.elements = 0;
    part.mayHavePredicate = part.needsPredicate = part.mayBeParts = part.mayBeSymbol = false;
    part.mayDiscard = rule.written;
    if (rule.elements) {
        if (operand.elements.size() != rule.elements)
            return vectorOf(rule.elements);
    } else if (rule.mayBeParts) {
        const int count = static_cast<int>(operand.elements.size());
        const int size = count == 2 || count == 4 ? sizeOf(rule.type) / count : 0;
        part.type = size == 1   ? Type::b8
                    : size == 2 ? Type::b16
                    : size == 4 ? Type::b32
                    : size == 8 ? Type::b64
                                : Type::none;
        if (part.type == Type::none)
            return "a vector of 2 or 4 parts was expected";
    } else if (const std::size_t count = operand.elements.size();
               !(rule.mayBeSingle && count == 1) &&
               !(rule.mayBeSeveral && (count == 2 || count == 4))) {
        return "a vector is not allowed here";
    }
    const auto isDiscarded = [](const Operand& element) { return element.kind == Kind::discard; };
    if (std::all_of(operand.elements.begin(), operand.elements.end(), isDiscarded))
        return "a vector of '_' alone";
    for (const Operand& element : operand.elements) {
        if (std::string reason = checkValue(element, part); !reason.empty())
            return reason;
    }
    return {};
}

std::string OperandChecker::checkConstant(const Operand& operand, const OperandRule& rule) const {
    if (operand.kind != Kind::immediate || operand.literal == Operand::Literal::f32 ||
        operand.literal == Operand::Literal::f64)
        return "an operand must be an integer constant";
    if (!rule.constants.empty() && std::find(rule.constants.begin(), rule.constants.end(),
                                             operand.bits) == rule.constants.end())
        return "the constant " + std::to_string(operand.bits) + " is not allowed here";
    return limitMistake(operand, rule.constant);
}

std::string OperandChecker::checkAddress(const Instruction& i, const Operand& operand,
                                         const OperandRule& rule) const {
    if (operand.kind != Kind::address)
        return "an address in brackets was expected";
    const Space space = rule.space.value_or(spaceNamedBy(i));
    if (operand.reg >= 0) {
        const Family family = familyOf(registerOf(operand.reg).type);
        if (family != Family::integer && family != Family::bits)
            return registerOf(operand.reg).name + " is not an integer, but an address must be one";
    }
    if (operand.reg >= 0 && registerIsTooSmall(i, space, registerOf(operand.reg).type))
        return registerOf(operand.reg).name + " has 32 bits, but an address has 64";
    const Variable* variable = variableOf(operand);
    if (operand.reg < 0 && operand.symbol < 0 && space != Space::local)
        return "an address can only be a number in local memory";
    if (!variable || rule.anySpace)
        return {};
    if (!isIn(*variable, space))
        return "'" + variable->name + "' is not in the state space that the instruction " +
               (rule.space ? "takes" : "names");
    const bool isInput = operand.symbolIsLocal && isParameter(operand.symbol);
    if (i.op == Opcode::st && space == Space::param && isInput)
        return "'" + variable->name + "' is an input of the function and cannot be written";
    return {};
}

/// An address that is not in brackets.
std::string OperandChecker::checkSymbol(const Instruction& i, const Operand& operand,
                                        const OperandRule& rule) const {
    const Variable* variable = variableOf(operand);
    if (!variable || !rule.mayBeSymbol || i.op == Opcode::mov || isIn(*variable, spaceNamedBy(i)))
        return {};
    return "'" + variable->name + "' is not in the state space that the instruction names";
}

/// Of the function itself, not of a call.
bool OperandChecker::isParameter(std::int32_t variable) const {
    const std::size_t returns = m_function.prototype.returns.size();
    const auto index = static_cast<std::size_t>(variable);
    return index >= returns && index < returns + m_function.prototype.parameters.size();
}

} // namespace warpbench::simgpu::ptx
