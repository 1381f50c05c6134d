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
constexpr std::array<NamedFlag, 17> kFlags{{
    {"rn", kRoundNearest},
    {"rz", kRoundZero},
    {"rm", kRoundDown},
    {"rp", kRoundUp},
    {"rna", kRoundNearestAway},
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
    {"noftz", 0},
}};

bool isFloat(std::string_view type) {
    return type == "f32" || type == "f64" || type == "f16" || type == "f16x2" || type == "bf16" ||
           type == "bf16x2" || type == "tf32" || type.find("m3") != std::string_view::npos ||
           type.find("m2") != std::string_view::npos;
}

bool has(const ptx::Instruction& i, std::string_view modifier) {
    return std::find(i.modifiers.begin(), i.modifiers.end(), modifier) != i.modifiers.end();
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
    if (op == "addc" || op == "subc" || op == "madc" || has(i, "cc"))
        return decodeCarry(i);
    if (op == "bfi")
        return decodeBitFieldInsert(i);
    std::vector<std::string_view> modifiers = i.modifiers;
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
    std::string key = joined(op, modifiers);
    if ((op == "min" || op == "max") && i.operands.size() == 4)
        key = std::string(op) + "3" + key.substr(3);
    if (flags)
        key += '!';
    emitShaped(i, key, flags);
}

/// add.cc, addc, addc.cc and so on: Inst::aux bit 0 reads the carry, bit 1 writes it.
void KernelDecoder::decodeCarry(const Instruction& i) {
    std::vector<std::string_view> modifiers = i.modifiers;
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
    static constexpr std::array<std::string_view, 7> kModes{"b32", "f4e", "b4e", "rc8",
                                                            "ecl", "ecr", "rc16"};
    const auto mode =
        std::find(kModes.begin(), kModes.end(), i.modifiers.at(i.modifiers.size() - 1));
    if (mode == kModes.end())
        unsupported(i);
    emitShaped(i, "$prmt", static_cast<std::uint32_t>(mode - kModes.begin()));
}

/// setp.CMP{.BOOL}{.ftz}.TYPE p{|q}, a, b{, {!}c}; set.CMP{.BOOL}{.ftz}.DTYPE.STYPE d, a, b{, c}
void KernelDecoder::decodeSet(const Instruction& i) {
    std::vector<std::string_view> modifiers = i.modifiers;
    std::uint32_t combine = kCombineNone;
    for (const auto& [name, value] :
         {std::pair<std::string_view, std::uint32_t>{"and", kCombineAnd},
          {"or", kCombineOr},
          {"xor", kCombineXor}}) {
        if (modifiers.size() > 2 && modifiers.at(1) == name) {
            combine = value;
            modifiers.erase(modifiers.begin() + 1);
            break;
        }
    }
    const bool ftz = std::erase(modifiers, "ftz") != 0;
    if (i.operands.size() != (combine ? 4u : 3u))
        unsupported(i, "it has a wrong number of operands");
    std::string key = "setp." + std::string(modifiers.at(0)) + "." +
                      std::string(modifiers.at(modifiers.size() - 1));
    std::uint32_t yes = 0;
    if (i.opcode == "set") {
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
    if (i.guard < 0 && i.opcode == "setp" && key.back() != '!') {
        m_comparison = key.substr(4);
        m_comparisonRecord = m_code.insts.size() - 1;
    }
}

void KernelDecoder::decodeMove(const Instruction& i) {
    const Operand& to = i.operands.at(0);
    const Operand& from = i.operands.at(i.operands.size() - 1);
    if (!i.modifiers.empty() && i.modifiers.at(i.modifiers.size() - 1) == "b128")
        return decodeQuadMove(i);
    if (to.kind == Operand::Kind::vector || from.kind == Operand::Kind::vector)
        return decodeVectorMove(i);
    if (isPredicate(to)) {
        if (i.modifiers.empty() || i.modifiers.at(i.modifiers.size() - 1) != "pred")
            invalid(i, "a predicate is moved as .pred alone");
        emitShaped(i, "mov.pred", 0);
        return;
    }
    // Types and registers may differ in kind but not in size.
    const bool wide = isWide(to);
    const std::string_view type =
        i.modifiers.empty() ? "b32" : i.modifiers.at(i.modifiers.size() - 1);
    const char letter = type == "f32" ? 'f' : type == "f64" ? 'g' : wide ? 'q' : 'r';
    const std::uint16_t row = source(i, from, letter);
    emitRow(i, wide ? "mov.b64" : "mov.b32", destination(i, to, wide ? 'q' : 'r'), row);
}

/// Packing and unpacking: mov.b32 d, {a, b} and mov.b64 {a, b}, s.
void KernelDecoder::decodeVectorMove(const Instruction& i) {
    const Operand& to = i.operands.at(0);
    const Operand& from = i.operands.at(i.operands.size() - 1);
    const bool unpack = to.kind == Operand::Kind::vector;
    const Operand& whole = unpack ? from : to;
    const std::vector<Operand>& parts = unpack ? to.elements : from.elements;
    const bool wide = i.modifiers.at(i.modifiers.size() - 1) == "b64" ||
                      i.modifiers.at(i.modifiers.size() - 1) == "u64" ||
                      i.modifiers.at(i.modifiers.size() - 1) == "f64";
    if (parts.size() == 2) {
        if (!unpack) {
            const std::uint16_t low = source(i, parts[0], 'r');
            const std::uint16_t high = source(i, parts[1], 'r');
            Inst& inst = emitRow(i, wide ? "$pack32" : "$pack16",
                                 destination(i, whole, wide ? 'q' : 'r'), low);
            inst.b = high;
            return;
        }
        const std::uint16_t row = source(i, whole, wide ? 'q' : 'r');
        for (std::size_t part = 0; part < 2; ++part) {
            if (parts[part].kind == Operand::Kind::discard)
                continue;
            emitRow(i, std::string(wide ? "$part32." : "$part16.") + (part ? "1" : "0"),
                    destination(i, parts[part], 'r'), row);
        }
        return;
    }
    if (parts.size() == 4 && wide) {
        if (unpack) {
            const std::uint16_t row = source(i, whole, 'q');
            static constexpr const char* kParts[] = {"$part32.0", "$part48.1", "$part32.1",
                                                     "$part48.3"};
            for (std::size_t part = 0; part < 4; ++part) {
                if (parts[part].kind != Operand::Kind::discard)
                    emitRow(i, kParts[part], destination(i, parts[part], 'r'), row);
            }
            return;
        }
        std::uint16_t halves[2];
        for (std::size_t half = 0; half < 2; ++half) {
            const std::uint16_t low = source(i, parts[2 * half], 'r');
            const std::uint16_t high = source(i, parts[2 * half + 1], 'r');
            halves[half] = temporary(false);
            Inst& inst = emitRow(i, "$pack16", halves[half], low);
            inst.b = high;
        }
        Inst& inst = emitRow(i, "$pack32", destination(i, whole, 'q'), halves[0]);
        inst.b = halves[1];
        return;
    }
    unsupported(i);
}

} // namespace warpbench::simgpu::engine
