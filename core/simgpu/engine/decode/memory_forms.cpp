// SPDX-License-Identifier: GPL-3.0-or-later
// Loads, stores, atomics and address conversions.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

/// On x86, loads are not reordered with earlier loads, nor stores with earlier accesses, so acquire
/// loads and release stores are plain ones. Other architectures add a fence after or before them.
#if defined(__x86_64__) || defined(_M_X64)
constexpr bool kHostOrdersAccesses = true;
#else
constexpr bool kHostOrdersAccesses = false;
#endif

/// How memory of a type is read into a row: a key's part.
std::string_view memoryType(ptx::Type type, bool signExtends) {
    using T = ptx::Type;
    if (type == T::s8)
        return "s8";
    if (type == T::s16)
        return "s16";
    if (type == T::s32 && signExtends)
        return "s32";
    switch (ptx::sizeOf(type)) {
    case 1:
        return "u8";
    case 2:
        return "u16";
    case 4:
        return "u32";
    case 8:
        return "u64";
    default:
        return {};
    }
}

ptx::Type lastType(const ptx::Instruction& i) {
    return i.modifiers.empty() ? ptx::Type::none : ptx::typeNamed(i.modifiers.back());
}

std::string_view nameOf(MemorySpace space) {
    switch (space) {
    case MemorySpace::global:
        return "global";
    case MemorySpace::shared:
        return "shared";
    case MemorySpace::local:
        return "local";
    case MemorySpace::param:
        return "param";
    default:
        return "generic";
    }
}

} // namespace

MemorySpace KernelDecoder::spaceOf(const Instruction& i) const {
    for (const std::string_view modifier : i.modifiers) {
        if (modifier == "global" || modifier == "const")
            return MemorySpace::global;
        if (modifier == "shared" || modifier == "shared::cta" || modifier == "shared::cluster")
            return MemorySpace::shared;
        if (modifier == "local")
            return MemorySpace::local;
        if (modifier.substr(0, 5) == "param")
            return MemorySpace::param;
    }
    return MemorySpace::generic;
}

/// Properties of an instruction for the race checks: whether it is strong, or a fence.
void KernelDecoder::noteOrder(const Instruction& i, InstInfo& info) {
    info.fence =
        i.op == ptx::Opcode::membar || (i.op == ptx::Opcode::fence && !i.modifiers.has("proxy"));
    info.collective = (info.kind == InstClass::warpwide && i.op != ptx::Opcode::activemask) ||
                      info.kind == InstClass::matrix;
    info.syncsWarp = i.op == ptx::Opcode::bar && i.modifiers.has("warp");
    for (const std::string_view modifier : i.modifiers) {
        if (modifier == "volatile" || modifier == "relaxed" || modifier == "mmio")
            info.strong = true;
        if (modifier == "acquire" || modifier == "release" || modifier == "acq_rel")
            info.strong = info.fence = true;
    }
}

void KernelDecoder::noteAccess(MemorySpace space, std::uint32_t bytes, bool store) {
    InstInfo& info = m_code.infos.back();
    info.space = space;
    info.accessBytes = static_cast<std::uint8_t>(bytes);
    info.store = store;
}

/// ptxas's code for st.f32 with a 64-bit register: the float nearest to its integer value.
std::uint16_t KernelDecoder::roundedInteger(const Instruction& i, const Operand& from) {
    const std::uint16_t row = temporary(false);
    emitRow(i, "cvt.f32.u64", row, source(i, from, 'q'));
    m_code.infos.back().counted = false;
    return row;
}

/// Rows of a vector operand's elements, in Code::operands; `first` is the row of a lone one.
/// \return index into Code::operands
std::uint32_t KernelDecoder::vectorRows(const Instruction& i, const Operand& operand, bool wide,
                                        std::uint16_t& first, bool store, ptx::Type type) {
    const char letter = type == ptx::Type::f32   ? 'f'
                        : type == ptx::Type::f64 ? 'g'
                        : wide                   ? 'q'
                                                 : 'r';
    const auto rowOf = [&](const Operand& element) {
        if (isWide(element) == wide && !isQuad(element))
            return store ? source(i, element, letter) : destination(i, element, wide ? 'q' : 'r');
        if (element.kind != Operand::Kind::reg)
            return store ? source(i, element, letter) : temporary(wide);
        // A register that is larger than the type.
        if (store && type == ptx::Type::f32 && isWide(element))
            return roundedInteger(i, element);
        if (store)
            return narrowed(i, m_state->rows.row[static_cast<std::size_t>(element.reg)], wide);
        m_widened.push_back({element, temporary(wide)});
        return m_widened.back().second;
    };
    std::vector<std::uint16_t> rows;
    if (isQuad(operand) && lastType(i) == ptx::Type::b128) {
        const auto halves = quadRows(i, operand);
        rows.assign(halves.begin(), halves.end());
    } else if (operand.kind != Operand::Kind::vector) {
        first = rowOf(operand);
        return 0;
    } else {
        for (const Operand& element : operand.elements)
            rows.push_back(rowOf(element));
    }
    first = rows.front();
    const auto index = static_cast<std::uint32_t>(m_code.operands.size());
    m_code.operands.insert(m_code.operands.end(), rows.begin(), rows.end());
    return index;
}

std::uint16_t KernelDecoder::parameterConstant(const Instruction& i, ptx::Type type, bool wide,
                                               std::uint64_t offset) {
    if (ptx::sizeOf(type) == 0 || ptx::sizeOf(type) > 8)
        unsupported(i);
    ConstantRow wanted;
    wanted.kind = ConstantRow::Kind::parameter;
    wanted.wide = wide;
    wanted.bits = offset;
    wanted.parameterSize = static_cast<std::uint8_t>(ptx::sizeOf(type));
    wanted.parameterSigned =
        type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32;
    return constant(wanted);
}

/// A parameter of the kernel at a constant place is a constant row: the load is a move.
void KernelDecoder::loadKernelParameter(const Instruction& i, ptx::Type type, const Operand& from) {
    const Operand& to = i.operands.at(0);
    const std::vector<Operand> single{to};
    const std::vector<Operand>& elements = to.kind == Operand::Kind::vector ? to.elements : single;
    std::uint64_t offset = symbolAddress(i, from);
    if (lastType(i) == ptx::Type::b128) {
        for (const std::uint16_t half : quadRows(i, to)) {
            emitRow(i, "mov.b64", half, parameterConstant(i, ptx::Type::b64, true, offset));
            offset += 8;
        }
        return;
    }
    for (const Operand& element : elements) {
        const bool wide = isWide(element) || isQuad(element);
        if (isQuad(element)) {
            fillQuad(i, element, type, parameterConstant(i, type, wide, offset));
        } else if (element.kind != Operand::Kind::discard) {
            const std::uint16_t row = parameterConstant(i, type, wide, offset);
            emitRow(i, wide ? "mov.b64" : "mov.b32", destination(i, element, wide ? 'q' : 'r'),
                    row);
        }
        offset += static_cast<std::uint64_t>(ptx::sizeOf(type));
    }
}

/// Null if the instruction's address is not an indexed one.
const IndexedAddress* KernelDecoder::indexedAddress() const {
    const IndexedAddress& address = m_state->fusion.address[m_instruction];
    return address.base >= 0 ? &address : nullptr;
}

/// The address of a record: its row, or the rows of base and index.
void KernelDecoder::setAddress(Inst& inst, const Operand& operand,
                               std::pair<std::uint16_t, std::int64_t> at) {
    inst.a = at.first;
    inst.imm = at.second;
    m_code.infos.back().addressRegister = operand.indexScale ? -1 : operand.reg;
    if (const IndexedAddress* indexed = indexedAddress()) {
        inst.a = m_state->rows.row[static_cast<std::size_t>(indexed->base)];
        inst.b = m_state->rows.row[static_cast<std::size_t>(indexed->index)];
        inst.aux = indexed->isSigned;
        m_code.infos.back().indexed = true;
        m_code.infos.back().addressRegister = indexed->index;
    }
}

/// A load or, if the values come second, a store, with its own range slot.
void KernelDecoder::emitAccess(const Instruction& i, const std::string& key,
                               const AccessedValues& values, const Operand& where,
                               std::pair<std::uint16_t, std::int64_t> at, MemorySpace space) {
    const bool store = &values.operand == &i.operands.at(1);
    std::uint16_t first = 0;
    const std::uint32_t rows =
        vectorRows(i, values.operand, values.wide, first, store, values.type);
    Inst& inst = emit(i, key);
    inst.d = first;
    setAddress(inst, where, at);
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    inst.aux2 = rows;
    noteAccess(space,
               static_cast<std::uint32_t>(values.count) *
                   static_cast<std::uint32_t>(ptx::sizeOf(values.type)),
               store);
}

/// The type of a load's or store's elements: 128 bits are two of 64.
ptx::Type KernelDecoder::elementType(const Instruction& i) const {
    const ptx::Type type = lastType(i);
    return type == ptx::Type::b128 ? ptx::Type::b64 : type;
}

/// Whether a load's or store's elements pass through 64-bit rows. A single register that is larger
/// than the type has its own forms; elements of vectors, and floats, are widened and narrowed
/// separately.
bool KernelDecoder::passesWide(const Operand& data, ptx::Type type) const {
    return ptx::sizeOf(type) == 8 || (type != ptx::Type::f32 && (isWide(data) || isQuad(data)));
}

/// The elements of a load whose registers are larger than its type.
void KernelDecoder::widenLoaded(const Instruction& i, ptx::Type type) {
    for (const auto& [to, row] : m_widened) {
        if (isQuad(to))
            fillQuad(i, to, type, row);
        else
            emitRow(i, ptx::isSignedInteger(type) ? "cvt.s64.s32" : "cvt.u64.u32",
                    m_state->rows.row[static_cast<std::size_t>(to.reg)], row);
    }
    m_widened.clear();
}

/// Extends the lower 64 bits to 128, with the sign if the type is signed.
void KernelDecoder::fillQuad(const Instruction& i, const Operand& to, ptx::Type type,
                             std::uint16_t low) {
    const auto [first, second] = quadRows(i, to);
    const std::uint16_t shift = constant(63, false), zero = constant(0, true);
    emitRow(i, "mov.b64", first, low);
    emitRow(i, ptx::isSignedInteger(type) ? "shr.s64" : "mov.b64", second,
            ptx::isSignedInteger(type) ? low : zero)
        .b = shift;
}

void KernelDecoder::decodeLoad(const Instruction& i) {
    const Operand& to = i.operands.at(0);
    const Operand& from = i.operands.at(1);
    const ptx::Type type = elementType(i);
    const bool quad = lastType(i) == ptx::Type::b128;
    MemorySpace space = spaceOf(i);
    const bool wide = passesWide(to, type);
    bool inRows = false;
    if (space == MemorySpace::param && from.indexScale)
        unsupported(i, "a parameter indexed by a register");
    if (space == MemorySpace::param && from.symbol >= 0) {
        const bool ofKernel =
            m_function->isKernel && from.symbolIsLocal &&
            static_cast<std::size_t>(from.symbol) < m_function->parameterOffsets.size();
        if (ofKernel)
            return loadKernelParameter(i, type, from);
        inRows = true;
    } else if (space == MemorySpace::param) {
        space = MemorySpace::generic; // a pointer into the kernel's parameters
    }
    const std::size_t count = quad ? 2 : to.kind == Operand::Kind::vector ? to.elements.size() : 1;
    std::string key = (indexedAddress() ? "$ldx." : "$ld.") + std::string(nameOf(space)) + "." +
                      std::string(memoryType(type, wide)) + (wide ? ".q" : ".r");
    if (count > 1)
        key += ".v" + std::to_string(count);
    std::pair<std::uint16_t, std::int64_t> at;
    if (inRows)
        at = parameterAddress(i, from, count * static_cast<std::uint64_t>(ptx::sizeOf(type)));
    else if (!i.modifiers.empty() && spaceOf(i) == MemorySpace::param && from.reg >= 0) {
        at = address(i, from);
        at.second += static_cast<std::int64_t>(kParamWindow);
    } else if (indexedAddress())
        at = {0, from.offset};
    else
        at = address(i, from);
    emitAccess(i, key, {to, wide, count, type}, from, at, space);
    m_code.infos.back().copied = m_state->copies[m_instruction];
    widenLoaded(i, type);
    if (!kHostOrdersAccesses && i.modifiers.has("acquire"))
        emit(i, "$fence");
}

/// st.bulk [p], size, 0
void KernelDecoder::decodeFill(const Instruction& i) {
    const auto at = address(i, i.operands.at(0));
    const std::uint16_t size = source(i, i.operands.at(1), 'q');
    Inst& inst = emitRow(i, "$fill", kNoRow, at.first);
    inst.b = size;
    inst.imm = at.second;
    inst.aux = static_cast<std::uint32_t>(spaceOf(i));
}

void KernelDecoder::decodeStore(const Instruction& i) {
    if (i.modifiers.has("bulk"))
        return decodeFill(i);
    const Operand& to = i.operands.at(0);
    const Operand& from = i.operands.at(1);
    const ptx::Type type = elementType(i);
    const bool quad = lastType(i) == ptx::Type::b128;
    const MemorySpace space = spaceOf(i);
    const bool wide = passesWide(from, type);
    const std::size_t count = quad                                 ? 2
                              : from.kind == Operand::Kind::vector ? from.elements.size()
                                                                   : 1;
    std::string key = (indexedAddress() ? "$stx." : "$st.") + std::string(nameOf(space)) + "." +
                      std::string(memoryType(type == ptx::Type::s8    ? ptx::Type::u8
                                             : type == ptx::Type::s16 ? ptx::Type::u16
                                                                      : type,
                                             false)) +
                      (wide ? ".q" : ".r");
    if (count > 1)
        key += ".v" + std::to_string(count);
    std::pair<std::uint16_t, std::int64_t> at;
    if (space == MemorySpace::param) {
        if (to.symbol < 0 || to.indexScale)
            unsupported(i, "a store to a parameter through a pointer");
        at = parameterAddress(i, to, count * static_cast<std::uint64_t>(ptx::sizeOf(type)));
    } else if (indexedAddress()) {
        at = {0, to.offset};
    } else {
        at = address(i, to);
    }
    if (!kHostOrdersAccesses && i.modifiers.has("release"))
        emit(i, "$fence");
    emitAccess(i, key, {from, wide, count, type}, to, at, space);
    m_code.infos.back().plainSource = true;
    m_code.infos.back().elements = static_cast<std::uint8_t>(count);
    m_code.infos.back().wideSource = wide;
    completeOnBarrier(i, m_code.infos.back().accessBytes);
}

/// An atomic operation or a reduction, with its own range slot.
void KernelDecoder::emitAtomic(const Instruction& i, std::string_view key, const AtomicRows& rows,
                               std::pair<std::uint16_t, std::int64_t> at, std::uint32_t bytes) {
    const MemorySpace space = spaceOf(i);
    Inst& inst = emit(i, key);
    inst.d = rows.result;
    inst.a = at.first;
    inst.imm = at.second;
    inst.b = rows.operand;
    inst.c = static_cast<std::uint16_t>(m_code.slotCount++ & 0xffff);
    inst.aux = static_cast<std::uint32_t>(space);
    inst.aux2 = rows.second;
    noteAccess(space, bytes, true);
}

void KernelDecoder::decodeAtomic(const Instruction& i) {
    static constexpr std::string_view kReductions[] = {"add", "min",  "max", "and", "or",
                                                       "xor", "exch", "cas", "inc", "dec"};
    std::string_view operation;
    for (const std::string_view modifier : i.modifiers) {
        if (std::find(std::begin(kReductions), std::end(kReductions), modifier) !=
            std::end(kReductions))
            operation = modifier;
    }
    std::string_view type = i.modifiers.back();
    if (type == "b128")
        return decodeQuadAtomic(i);
    if (i.modifiers.has("v2") || i.modifiers.has("v4") || i.modifiers.has("v8"))
        return decodeVectorAtomic(i);
    const std::string key = "$atom." + std::string(operation) + "." + std::string(type);
    const Form* form = m_forms.find(key);
    const bool halves = type.find("f16") != std::string_view::npos; // have min and max as vectors
    if (operation.empty() || !form || (halves && operation != "add"))
        unsupported(i);
    const bool reduction = i.op == ptx::Opcode::red;
    const std::size_t firstSource = reduction ? 1 : 2;
    const auto at = address(i, i.operands.at(firstSource - 1));
    const char letter = form->shape[1];
    if (i.operands.size() < firstSource + (operation == "cas" ? 2 : 1) ||
        i.operands.at(firstSource).kind == Operand::Kind::vector)
        unsupported(i);
    const std::uint16_t b = source(i, i.operands.at(firstSource), letter);
    const std::uint16_t c =
        operation == "cas" ? source(i, i.operands.at(firstSource + 1), letter) : b;
    std::uint16_t d = kNoRow;
    if (!reduction && i.operands.at(0).kind != Operand::Kind::discard)
        d = destination(i, i.operands.at(0), letter);
    emitAtomic(i, key, {d, b, c}, at,
               static_cast<std::uint32_t>(ptx::sizeOf(ptx::typeNamed(type))));
    m_code.infos.back().comparesFirst = operation == "cas";
    completeOnBarrier(i, m_code.infos.back().accessBytes);
}

/// cvta.SPACE makes a generic address, cvta.to.SPACE takes the window's base away.
void KernelDecoder::decodeAddressConversion(const Instruction& i) {
    const bool back = i.modifiers.has("to");
    const MemorySpace space = spaceOf(i);
    std::uint64_t window = 0;
    if (space == MemorySpace::shared)
        window = kSharedWindow;
    else if (space == MemorySpace::local)
        window = kLocalWindow;
    else if (space == MemorySpace::param)
        window = kParamWindow;
    if (i.modifiers.empty() || (i.modifiers.back() != "u64"))
        unsupported(i);
    const std::uint16_t a = source(i, i.operands.at(1), 'q');
    Inst& inst =
        emitRow(i, window ? "$addConstant" : "mov.b64", destination(i, i.operands.at(0), 'q'), a);
    inst.imm = static_cast<std::int64_t>(back ? 0 - window : window);
}

void KernelDecoder::decodeIsSpace(const Instruction& i) {
    const Operand& address = i.operands.at(1);
    std::uint16_t a = 0;
    if (address.kind == Operand::Kind::reg && !isWide(address)) { // zeros are above its 32 bits
        const std::uint16_t narrow = source(i, address, 'r');
        a = temporary(true);
        emitRow(i, "cvt.u64.u32", a, narrow);
        m_code.infos.back().counted = false;
    } else {
        a = source(i, address, 'q');
    }
    const bool ofConstants = i.modifiers.has("const");
    const MemorySpace space = spaceOf(i);
    Inst& inst = emitRow(i, ofConstants ? "isspacep.const" : "$inWindow",
                         destination(i, i.operands.at(0), 'p'), a);
    if (ofConstants)
        return;
    inst.imm = static_cast<std::int64_t>(space == MemorySpace::shared  ? kSharedWindow
                                         : space == MemorySpace::local ? kLocalWindow
                                         : space == MemorySpace::param ? kParamWindow
                                                                       : 0);
}

} // namespace warpbench::simgpu::engine
