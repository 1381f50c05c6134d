// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions between registers.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/engine/handlers/modifiers.h"

#include <algorithm>
#include <array>

namespace warpbench::simgpu::engine {

namespace {

struct NamedFlag {
    std::string_view name;
    std::uint32_t flag;
};
constexpr std::array<NamedFlag, 19> kFlags{{
    {"rn", kRoundNearest},
    {"rz", kRoundZero},
    {"rm", kRoundDown},
    {"rp", kRoundUp},
    {"rna", kRoundNearestAway},
    {"rs", kRoundRandom},
    {"rni", kRoundNearest | kRoundInteger},
    {"rzi", kRoundZero | kRoundInteger},
    {"rmi", kRoundDown | kRoundInteger},
    {"rpi", kRoundUp | kRoundInteger},
    {"ftz", kFlush},
    {"sat", kSaturate},
    {"NaN", kNan},
    {"abs", kXorSignAbs},
    {"xorsign", 0},
    {"relu", kRelu},
    {"satfinite", kSatFinite},
    {"oob", kOutOfBounds},
    {"noftz", 0},
}};

bool isFloat(std::string_view type) {
    using T = ptx::Type;
    switch (ptx::typeNamed(type)) {
    case T::f16:
    case T::f16x2:
    case T::bf16:
    case T::bf16x2:
    case T::tf32:
    case T::f32:
    case T::f32x2:
    case T::f64:
    case T::e4m3x2:
    case T::e5m2x2:
    case T::e2m1x2:
    case T::e2m3x2:
    case T::e3m2x2:
    case T::ue8m0x2:
    case T::e2m1x4:
    case T::e2m3x4:
    case T::e3m2x4:
    case T::e4m3x4:
    case T::e5m2x4:
        return true;
    default:
        return false;
    }
}

} // namespace

std::uint32_t takeFlags(std::vector<std::string_view>& modifiers) {
    std::uint32_t flags = 0;
    std::erase_if(modifiers, [&](std::string_view modifier) {
        for (const NamedFlag& known : kFlags) {
            if (known.name == modifier) {
                flags |= known.flag;
                return true;
            }
        }
        return false;
    });
    return flags;
}

void KernelDecoder::decodeArithmetic(const Instruction& i) {
    const std::string_view op = i.opcode;
    if (i.modifiers.has("cc"))
        return decodeCarry(i);
    std::vector<std::string_view> modifiers = i.modifiers.copy();
    const bool floating =
        !modifiers.empty() &&
        (isFloat(modifiers.at(modifiers.size() - 1)) ||
         (op == "cvt" && modifiers.size() > 1 && isFloat(modifiers.at(modifiers.size() - 2))));
    std::uint32_t flags = 0;
    if (floating && op != "testp" && op != "copysign" && op != "slct" && op != "selp")
        flags = takeFlags(modifiers);
    if (op == "cvt") {
        if (flags & kRoundInteger && !isFloat(modifiers.at(0)))
            flags &= ~kRoundInteger;
        return emitShaped(i, joined(op, modifiers), flags);
    }
    if (i.op == ptx::Opcode::fma && (i.operands.at(1).negated || i.operands.at(3).negated))
        return decodeSignedProduct(i, modifiers, flags);
    std::string key = joined(op, modifiers);
    if ((op == "min" || op == "max") && i.operands.size() == 4)
        key = std::string(op) + "3" + key.substr(3);
    if (flags)
        key += '!';
    emitShaped(i, key, flags);
}

/// A product or what is added to it has a minus: see ptx/passes/fused_products.h.
void KernelDecoder::decodeSignedProduct(const Instruction& i,
                                        const std::vector<std::string_view>& modifiers,
                                        std::uint32_t flags) {
    const bool product = i.operands[1].negated, added = i.operands[3].negated;
    Instruction plain = i;
    plain.operands[1].negated = plain.operands[3].negated = false;
    const char* name = product && added ? "$fma.both" : product ? "$fma.product" : "$fma.added";
    emitShaped(plain, joined(name, modifiers) + (flags ? "!" : ""), flags);
}

/// add.cc, addc, addc.cc and so on: Inst::aux bit 0 reads the carry, bit 1 writes it.
void KernelDecoder::decodeCarry(const Instruction& i) {
    std::vector<std::string_view> modifiers = i.modifiers.copy();
    std::uint32_t flags = 0;
    std::string_view op = i.opcode;
    if (op.back() == 'c' && op.size() == 4) {
        flags |= 1;
        op = op.substr(0, 3);
    }
    if (std::erase(modifiers, "cc"))
        flags |= 2;
    emitShaped(i, "$" + joined(op, modifiers), flags);
}

void KernelDecoder::decodeBitFieldInsert(const Instruction& i) {
    // Five operands: the last row goes to aux2, which emitShaped does.
    emitShaped(i, formOf(i), 0);
}

void KernelDecoder::decodePermute(const Instruction& i) {
    static constexpr std::array<std::string_view, 6> kModes{"f4e", "b4e", "rc8",
                                                            "ecl", "ecr", "rc16"};
    const auto mode = std::find_if(kModes.begin(), kModes.end(),
                                   [&](auto name) { return i.modifiers.has(name); });
    emitShaped(i, "$prmt",
               mode == kModes.end() ? 0 : static_cast<std::uint32_t>(mode - kModes.begin()) + 1);
}

/// lop3.b32 d, a, b, c, table; lop3.BOOL.b32 d|p, a, b, c, table, q: p = (d != 0) BOOL q
void KernelDecoder::decodeLogic(const Instruction& i) {
    if (!i.modifiers.has("or") && !i.modifiers.has("and"))
        return emitShaped(i, "lop3.b32", 0);
    const Operand& table = i.operands.at(4);
    if (table.kind != Operand::Kind::immediate)
        unsupported(i, "an operand must be a constant");
    const std::uint16_t a = source(i, i.operands.at(1), 'r');
    const std::uint16_t b = source(i, i.operands.at(2), 'r');
    const std::uint16_t c = source(i, i.operands.at(3), 'r');
    Operand with = i.operands.at(5);
    const std::uint32_t negated = with.negated ? kCombineNegated : 0;
    with.negated = false;
    const std::uint16_t q = predicateSource(i, with);
    const std::uint16_t d = destination(i, i.operands.at(0), 'r');
    Inst& bits = emitRow(i, "lop3.b32", d, a);
    bits.b = b;
    bits.c = c;
    bits.imm = static_cast<std::int64_t>(table.bits);
    const std::uint16_t zero = constant(0, false);
    Inst& inst =
        emitRow(i, "setp.ne.u32!",
                m_state->rows.row.at(static_cast<std::size_t>(i.operands.at(0).predicateOut)), d);
    m_code.infos.back().counted = false;
    inst.b = zero;
    inst.c = q;
    inst.aux = ((i.modifiers.has("or") ? kCombineOr : kCombineAnd) | negated) << 16;
}

/// setp.CMP{.BOOL}{.ftz}.TYPE p{|q}, a, b{, {!}c}; set.CMP{.BOOL}{.ftz}.DTYPE.STYPE d, a, b{, c}
void KernelDecoder::decodeSet(const Instruction& i) {
    std::vector<std::string_view> modifiers = i.modifiers.copy();
    std::uint32_t combine = kCombineNone;
    for (const auto& [name, value] :
         {std::pair<std::string_view, std::uint32_t>{"and", kCombineAnd},
          {"or", kCombineOr},
          {"xor", kCombineXor}}) {
        if (std::erase(modifiers, name))
            combine = value;
    }
    const bool ftz = std::erase(modifiers, "ftz") != 0;
    if (i.operands.size() != (combine ? 4u : 3u))
        unsupported(i, "it has the wrong number of operands");
    std::string key = "setp." + std::string(modifiers.at(0)) + "." +
                      std::string(modifiers.at(modifiers.size() - 1));
    std::uint32_t yes = 0;
    if (i.op == ptx::Opcode::set) {
        const std::string_view type = modifiers.at(modifiers.size() - 2);
        yes = type == "f32"                        ? 0x3f800000u
              : type == "f16" || type == "f16x2"   ? 0x3c00u
              : type == "bf16" || type == "bf16x2" ? 0x3f80u
                                                   : ~0u;
        key = "$set" + key.substr(4);
    } else if (combine || ftz || i.operands.at(0).predicateOut >= 0) {
        key += '!';
    }
    const Form* form = m_forms.find(key);
    if (!form)
        unsupported(i);
    const char letter = form->shape[1];
    const std::uint16_t a = source(i, i.operands.at(1), letter);
    const std::uint16_t b = source(i, i.operands.at(2), letter);
    std::uint16_t c = 0;
    std::uint32_t how = combine;
    if (combine) {
        Operand with = i.operands.at(3);
        if (with.negated)
            how |= kCombineNegated;
        with.negated = false;
        c = predicateSource(i, with);
    }
    Inst& inst = emit(i, key);
    inst.d = destination(i, i.operands.at(0), form->shape[0]);
    inst.a = a;
    inst.b = b;
    inst.c = c;
    inst.aux = (ftz ? kFlush : 0) | how << 16;
    inst.imm = yes;
    if (i.operands.at(0).predicateOut >= 0)
        inst.aux2 = m_state->rows.row[static_cast<std::size_t>(i.operands.at(0).predicateOut)];
    if (i.guard < 0 && i.op == ptx::Opcode::setp && key.back() != '!') {
        m_comparison = key.substr(4);
        m_comparisonRecord = m_code.insts.size() - 1;
    }
}

} // namespace warpbench::simgpu::engine
