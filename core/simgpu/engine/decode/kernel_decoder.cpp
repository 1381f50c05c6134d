// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include "core/simgpu/engine/decode/copies.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::uint32_t kPredicates = 1024; ///< for speed
constexpr std::uint32_t kSeparatePredicates = 16384;
constexpr std::uint32_t kUnit = 128; ///< bytes of a 32-bit row

std::uint64_t alignedTo(std::uint64_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

} // namespace

std::string formOf(const ptx::Instruction& instruction) {
    return joined(instruction.opcode, instruction.modifiers.names());
}

std::string joined(std::string_view opcode, std::span<const std::string_view> modifiers) {
    std::string text(opcode);
    for (const std::string_view modifier : modifiers) {
        text += '.';
        text += modifier;
    }
    return text;
}

KernelDecoder::KernelDecoder(const ptx::Module& module, const Placement& placement,
                             DecodeFor purpose)
    : m_module(module)
    , m_placement(placement)
    , m_forms(forms())
    , m_purpose(purpose)
    , m_predicates(purpose == DecodeFor::speed ? kPredicates : kSeparatePredicates) {}

void KernelDecoder::unsupported(const Instruction& i, const std::string& why) const {
    throw UnsupportedInstruction(*m_function, i, why);
}

void KernelDecoder::invalid(const Instruction& i, const std::string& why) const {
    throw UnsupportedInstruction(*m_function, i, why, true);
}

Code KernelDecoder::decode(std::uint32_t kernel) {
    const std::vector<std::uint32_t> functions = reachableFunctions(kernel);
    m_code.kernelName = m_module.functions[kernel].name;
    m_code.functionAt.assign(m_module.functions.size(), -1);
    for (const std::uint32_t index : functions) {
        m_code.functionAt[index] = static_cast<std::int32_t>(m_code.functions.size());
        FunctionCode function;
        function.name = m_module.functions[index].name;
        function.moduleIndex = index;
        m_code.functions.push_back(std::move(function));
    }
    m_states.resize(functions.size());
    for (const std::uint32_t index : functions)
        if (m_code.stackTop == kNoRow && ptx::usesDynamicStack(m_module.functions[index]))
            m_code.stackTop = 0; // becomes a row below
    placeShared(functions);
    markRecursive(functions);

    // Predicate number 0 would be inside the warp's header and means "none".
    m_nextPredicate = sizeof(Warp) / 4;
    m_nextRow = sizeof(Warp) / kUnit + m_predicates * 4 / kUnit;
    if (m_code.stackTop != kNoRow)
        m_code.stackTop = static_cast<std::uint16_t>(m_nextRow++);
    for (std::uint32_t index = 0; index < functions.size(); ++index)
        layOutFunction(index);
    for (std::uint32_t index = 0; index < functions.size(); ++index)
        decodeFunction(index);
    markPolls();

    if (m_nextRow > 0xfff0 || m_code.slotCount > 0xffff ||
        m_nextPredicate > sizeof(Warp) / 4 + m_predicates) {
        m_function = &m_module.functions[kernel];
        unsupported(m_function->code.front(), "the kernel needs too many registers");
    }
    m_code.warpBytes = m_nextRow * kUnit;
    m_code.usesStack = m_code.functions.size() > 1 || m_code.stackTop != kNoRow;
    m_code.localBytes = m_code.functions.front().localBytes;
    m_code.talksToOthers =
        std::any_of(m_code.infos.begin(), m_code.infos.end(), [](const InstInfo& info) {
            return info.strong || info.fence ||
                   (info.kind == InstClass::atomic && info.space != MemorySpace::shared);
        });
    if (m_purpose == DecodeFor::stepping)
        keepLayout();
    return std::move(m_code);
}

/// Records the layout of registers and variables for debuggers.
void KernelDecoder::keepLayout() {
    for (const FunctionState& state : m_states)
        m_code.layouts.push_back({state.rows.row, state.localOffsets});
    m_code.sharedOffsets = m_sharedOffsets;
}

/// Rejects sizes that no GPU supports: the rows and offsets below could not represent them.
void KernelDecoder::checkSizes(const ptx::Function& function) {
    constexpr std::uint64_t kMaxLocal = 512u << 10; ///< bytes per thread, on every GPU
    constexpr std::uint64_t kMaxParameter = 32764;  ///< bytes, from compute capability 7.0 on
    static const Instruction kNone{};
    const Instruction& first = function.code.empty() ? kNone : function.code.front();
    std::uint64_t local = 0; // of variables laid out as below
    for (const ptx::Variable& variable : function.variables) {
        if (variable.space == ptx::Space::param && variable.size > kMaxParameter)
            unsupported(first, "the parameter " + variable.name + " has more than " +
                                   std::to_string(kMaxParameter) + " bytes");
        if (variable.space != ptx::Space::local)
            continue;
        local = alignedTo(local, variable.alignment);
        if (variable.size > kMaxLocal || (local += variable.size) > kMaxLocal)
            unsupported(first, "a thread has " + std::to_string(kMaxLocal) +
                                   " bytes of local memory, and this function needs more");
    }
}

/// Rows of registers, parameters and local variables.
void KernelDecoder::layOutFunction(std::uint32_t codeIndex) {
    FunctionCode& code = m_code.functions[codeIndex];
    m_function = &m_module.functions[code.moduleIndex];
    m_state = &m_states[codeIndex];
    m_codeIndex = codeIndex;
    layOutRegisters(code);
    checkSizes(*m_function);
    layOutVariables(code);
    if (!m_function->isKernel && ptx::usesDynamicStack(*m_function))
        m_state->savedStackTop = static_cast<std::uint16_t>(m_nextRow++);
    code.endRow = static_cast<std::uint16_t>(m_nextRow);
    code.endPredicate = static_cast<std::uint16_t>(m_nextPredicate);
}

void KernelDecoder::layOutRegisters(FunctionCode& code) {
    FunctionState& state = *m_state;
    const ptx::Function& function = *m_function;
    state.graph = ptx::buildControlFlow(m_module, function);
    state.order = blockOrder(state.graph);
    const ptx::Liveness liveness = ptx::computeLiveness(function, state.graph);
    state.copies = findCopies(function);
    if (m_purpose == DecodeFor::speed) {
        findConstantRegisters();
        state.fusion = fuseAddresses(function, state.graph, state.uniformRegister);
    } else {
        state.constantRegister.assign(function.registers.size(), false);
        state.uniformRegister.assign(function.registers.size(), false);
        state.fusion.address.resize(function.code.size());
        state.fusion.elided.resize(function.code.size());
        state.fusion.rowless.resize(function.registers.size());
    }
    for (std::size_t reg = 0; reg < state.constantRegister.size(); ++reg) {
        if (state.constantRegister[reg])
            state.fusion.rowless[reg] = true;
    }
    code.firstRow = static_cast<std::uint16_t>(m_nextRow);
    code.firstPredicate = static_cast<std::uint16_t>(m_nextPredicate);
    state.rows = assignRows(function, state.graph, state.order, liveness, state.fusion,
                            m_purpose == DecodeFor::stepping, m_nextRow, m_nextPredicate);
    m_nextRow = state.rows.endRow;
    code.firstWide = static_cast<std::uint16_t>(state.rows.firstWide);
    code.endWide = static_cast<std::uint16_t>(state.rows.endRow);
    m_nextPredicate = state.rows.endPredicate;
    m_code.registerEstimate = std::max(m_code.registerEstimate, liveness.maxLive32);
}

/// Local variables get offsets in the frame, parameters of functions and calls rows.
void KernelDecoder::layOutVariables(FunctionCode& code) {
    const ptx::Function& function = *m_function;
    const std::size_t returns = function.prototype.returns.size();
    const std::size_t passed = returns + function.prototype.parameters.size();
    std::uint64_t local = 0;
    for (std::size_t v = 0; v < function.variables.size(); ++v) {
        const ptx::Variable& variable = function.variables[v];
        const auto key = static_cast<std::int32_t>(v);
        ParameterRows rows;
        if (variable.space == ptx::Space::local) {
            local = alignedTo(local, variable.alignment);
            code.localAlignment = std::max(code.localAlignment, variable.alignment);
            m_state->localOffsets[key] = local;
            local += variable.size;
        } else if (variable.space == ptx::Space::param && (!function.isKernel || v >= passed)) {
            const auto words = static_cast<std::uint16_t>((variable.size + 3) / 4);
            rows = {static_cast<std::uint16_t>(m_nextRow), words};
            m_state->parameterRows[key] = rows;
            m_nextRow += words;
        }
        if (!function.isKernel && v < passed)
            (v < returns ? code.returns : code.parameters).push_back(rows);
    }
    code.localBytes = static_cast<std::uint32_t>(alignedTo(local, 16)); // checkSizes: 512 KiB
    if (m_codeIndex == 0)
        m_code.localUsed = local;
}

void KernelDecoder::decodeFunction(std::uint32_t codeIndex) {
    m_codeIndex = codeIndex;
    FunctionCode& code = m_code.functions[codeIndex];
    m_function = &m_module.functions[code.moduleIndex];
    m_state = &m_states[codeIndex];
    m_waitingElided.clear();
    m_blockStart.assign(m_state->graph.blocks.size(), ~0u);
    m_branches.clear();
    placeConstantRegisters();
    code.entry = static_cast<std::uint32_t>(m_code.insts.size());
    enterDynamicStack();
    std::uint32_t position = 0;
    for (std::uint32_t o = 0; o < m_state->order.size(); ++o) {
        const std::uint32_t b = m_state->order[o];
        const ptx::BasicBlock& block = m_state->graph.blocks[b];
        m_blockStart[b] = static_cast<std::uint32_t>(m_code.insts.size());
        forgetWideAddresses();
        for (std::uint32_t i = block.first; i < block.end; ++i, ++position) {
            m_instruction = i;
            decodeWhole(m_function->code[i]);
            giveBackTemporaries();
            forgetWideAddressesAfter(m_function->code[i]);
            giveBackWideAddresses(position);
        }
        endBlock(b, o);
    }
    giveBackWideAddresses(~0u);
    // A jump or fall-through past the last instruction leaves the function.
    const auto end = static_cast<std::uint32_t>(m_code.insts.size());
    static const Instruction kNone{};
    emit(m_function->code.empty() ? kNone : m_function->code.back(),
         m_function->isKernel ? "$exit" : "$ret");
    m_code.infos.back().counted = false;
    for (Branch& branch : m_branches) {
        if (branch.block == kEndBlock) {
            m_code.insts[branch.inst].imm = std::int64_t{end} - std::int64_t{branch.inst};
        }
    }
    patchBranches();
    noteLoops();
    if (m_purpose == DecodeFor::speed) {
        shareShapes();
        findShortcuts();
    }
}

/// Emits the end of a block: nothing, a jump, or a join.
void KernelDecoder::endBlock(std::uint32_t b, std::uint32_t orderIndex) {
    const ptx::BasicBlock& block = m_state->graph.blocks[b];
    const Instruction& last = m_function->code[block.end - 1];
    const bool conditional = last.guard >= 0;
    const bool ends = ptx::has(last.op, ptx::kJumps) || ptx::has(last.op, ptx::kLeaves) ||
                      ptx::neverReturns(m_module, *m_function, last);
    if (ends && !conditional)
        return;
    const std::uint32_t next = b + 1;
    if (next >= m_state->graph.blocks.size()) {
        m_branches.push_back({static_cast<std::uint32_t>(m_code.insts.size()), kEndBlock});
        emit(last, "$bra");
    } else if (orderIndex + 1 < m_state->order.size() && m_state->order[orderIndex + 1] == next) {
        if (m_state->graph.blocks[next].predecessors.size() < 2)
            return;
        emit(last, "$join");
    } else {
        const bool back = m_blockStart[next] != ~0u;
        m_branches.push_back({static_cast<std::uint32_t>(m_code.insts.size()), next});
        emit(last, back ? "$bra.back" : "$bra");
    }
    m_code.infos.back().counted = false;
}

void KernelDecoder::patchBranches() {
    for (const Branch& branch : m_branches) {
        if (branch.block == kEndBlock)
            continue;
        m_code.insts[branch.inst].imm =
            std::int64_t{m_blockStart[branch.block]} - std::int64_t{branch.inst};
    }
    // Jump tables were filled with blocks.
    for (std::size_t n = m_code.functions[m_codeIndex].entry; n < m_code.infos.size(); ++n) {
        Inst& inst = m_code.insts[n];
        if (m_function->code.empty() ||
            m_function->code[m_code.infos[n].instruction].op != ptx::Opcode::brx || inst.aux == 0 ||
            !m_code.infos[n].counted)
            continue;
        for (std::uint32_t t = 0; t < inst.aux; ++t) {
            std::uint32_t& target = m_code.jumpTables[inst.aux2 + t];
            target = target == kEndBlock ? static_cast<std::uint32_t>(m_code.insts.size() - 1)
                                         : m_blockStart[target];
        }
    }
}

Inst& KernelDecoder::emit(const Instruction& i, std::string_view key) {
    const Form* form = m_forms.find(key);
    if (!form)
        unsupported(i);
    Inst inst;
    inst.run = form->run;
    m_code.insts.push_back(inst);
    InstInfo info;
    info.function = m_code.functions[m_codeIndex].moduleIndex;
    info.instruction = m_instruction;
    info.kind = classOf(i);
    info.counted = !i.isAdded;
    info.retried = info.kind == InstClass::warpwide ||
                   isOneOf(key, {"$cluster.wait", "$brx", "$call", "$call.indirect"});
    info.waits = key == "$cluster.wait";
    noteOrder(i, info);
    info.firstElided = static_cast<std::uint32_t>(m_code.elided.size());
    info.elidedCount = static_cast<std::uint16_t>(m_waitingElided.size());
    m_code.elided.insert(m_code.elided.end(), m_waitingElided.begin(), m_waitingElided.end());
    m_waitingElided.clear();
    m_code.infos.push_back(info);
    return m_code.insts.back();
}

/// Takes the last record away again: another one will represent its instruction.
Inst KernelDecoder::takeBackLast() {
    const Inst inst = m_code.insts.back();
    const InstInfo info = m_code.infos.back();
    std::vector<InstInfo> before(m_code.elided.begin() + info.firstElided, m_code.elided.end());
    before.push_back(info);
    m_waitingElided.insert(m_waitingElided.begin(), before.begin(), before.end());
    m_code.elided.resize(info.firstElided);
    m_code.insts.pop_back();
    m_code.infos.pop_back();
    return inst;
}

Inst& KernelDecoder::emitRow(const Instruction& i, std::string_view key, std::uint16_t d,
                             std::uint16_t a) {
    Inst& inst = emit(i, key);
    inst.d = d;
    inst.a = a;
    return inst;
}

void KernelDecoder::emitShaped(const Instruction& i, std::string_view key, std::uint32_t flags) {
    const Form* form = m_forms.find(key);
    if (!form)
        unsupported(i);
    const std::string_view shape = form->shape;
    if (i.operands.size() != shape.size())
        unsupported(i, "it has " + std::to_string(i.operands.size()) + " operands where " +
                           std::to_string(shape.size()) + " were expected");
    std::uint16_t fields[5] = {0, 0, 0, 0, 0};
    std::int64_t imm = 0;
    std::size_t field = 0;
    for (std::size_t n = 0; n < shape.size(); ++n) {
        const Operand& operand = i.operands.at(n);
        if (shape[n] == 'i') {
            if (operand.kind != Operand::Kind::immediate)
                unsupported(i, "an operand must be a constant");
            imm = static_cast<std::int64_t>(operand.bits);
            continue;
        }
        fields[field++] = n == 0            ? destination(i, operand, shape[n])
                          : shape[n] == 'p' ? predicateSource(i, operand)
                                            : source(i, operand, shape[n]);
    }
    Inst& inst = emit(i, key);
    inst.d = fields[0];
    inst.a = fields[1];
    inst.b = fields[2];
    inst.c = fields[3];
    inst.aux2 = fields[4];
    inst.aux = flags;
    inst.imm = imm;
}

/// Operands and modifiers are accessed with at(): an instruction that lacks one is not PTX.
void KernelDecoder::decodeWhole(const Instruction& i) {
    try {
        decodeInstruction(i);
    } catch (const std::out_of_range&) {
        invalid(i, "it lacks an operand or a modifier");
    }
}

/// A guard of anything other than a control transfer becomes a pair of records. Instructions in
/// which lanes wait do not have guards: see ptx/passes/guarded_waits.h.
void KernelDecoder::decodeInstruction(const Instruction& i) {
    if (isElided(i)) {
        InstInfo info;
        info.function = m_code.functions[m_codeIndex].moduleIndex;
        info.instruction = m_instruction;
        info.kind = classOf(i);
        m_waitingElided.push_back(info);
        return;
    }
    Operand guard;
    guard.kind = Operand::Kind::reg;
    guard.reg = i.guard;
    if (i.guard >= 0 && !isPredicate(guard))
        invalid(i, "its guard is not a predicate");
    if (i.guard < 0 || ptx::has(i.op, ptx::kOwnGuard)) {
        decodeAndCountOnce(i);
        return;
    }
    const auto at = m_code.insts.size();
    Inst& inst = emit(i, "$guard");
    inst.a = predicateSource(i, guard);
    m_code.insts[at].aux = i.guardNegated ? ~0u : 0u;
    m_code.infos[at].counted = false;
    decodeAndCountOnce(i);
    emit(i, "$unguard");
    m_code.infos.back().counted = false;
    m_code.insts[at].imm = static_cast<std::int64_t>(m_code.insts.size() - at);
}

/// The metrics count an instruction once, however many records it becomes: at the record with the
/// memory access, if any.
void KernelDecoder::decodeAndCountOnce(const Instruction& i) {
    const auto first = m_code.infos.size();
    decodeBody(i);
    auto counted = m_code.infos.size();
    for (auto n = first; n < m_code.infos.size(); ++n) {
        const InstInfo& info = m_code.infos[n];
        if (info.counted && (counted == m_code.infos.size() ||
                             (info.accessBytes && !m_code.infos[counted].accessBytes)))
            counted = n;
    }
    for (auto n = first; n < m_code.infos.size(); ++n)
        m_code.infos[n].counted = n == counted;
}

InstClass KernelDecoder::classOf(const Instruction& i) const {
    using Kind = ptx::OpcodeKind;
    switch (ptx::traitsOf(i.op).kind) {
    case Kind::memory:
        return InstClass::memory;
    case Kind::atomic:
        return InstClass::atomic;
    case Kind::branch:
        return InstClass::branch;
    case Kind::barrier:
        if (i.modifiers.empty())
            return InstClass::barrier;
        return i.modifiers.at(0) == "warp"        ? InstClass::warpwide
               : i.modifiers.at(0) == "mma_async" ? InstClass::matrix
                                                  : InstClass::barrier;
    case Kind::warpwide:
        return InstClass::warpwide;
    case Kind::matrix:
        return InstClass::matrix;
    case Kind::conversion:
        return InstClass::conversion;
    case Kind::byType:
        break;
    }
    if (i.modifiers.empty())
        return InstClass::other;
    const std::string_view type = i.modifiers.back();
    if (type == "f32" || type == "f32x2")
        return InstClass::float32;
    if (type == "f64")
        return InstClass::float64;
    if (isOneOf(type, {"f16", "f16x2", "bf16", "bf16x2"}))
        return InstClass::half;
    return InstClass::integer;
}

} // namespace warpbench::simgpu::engine
