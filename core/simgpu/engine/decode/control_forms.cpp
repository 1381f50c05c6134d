// SPDX-License-Identifier: GPL-3.0-or-later
// Branches, calls, barriers, warp-wide operations.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/engine/machine/kernel_runtime.h"
#include "core/simgpu/engine/machine/services.h"

#include <algorithm>
#include <iterator>

namespace warpbench::simgpu::engine {

namespace {

/// A function that CUDA defines and modules declare.
struct BuiltIn {
    std::string_view name, key;
    std::string_view results, parameters; ///< bytes of each, a hexadecimal digit
};
constexpr BuiltIn kBuiltIns[] = {
    {"vprintf", "$vprintf", "4", "88"},
    {"__assertfail", "$assertfail", "", "88488"},
    {"malloc", "$malloc", "8", "8"},
    {"free", "$free", "", "8"},
    {"cudaGraphSetConditional", "$cudaGraphSetConditional", "", "84"},
};

bool haveSizes(const std::vector<ptx::Variable>& variables, std::string_view sizes) {
    return std::equal(variables.begin(), variables.end(), sizes.begin(), sizes.end(),
                      [](const ptx::Variable& variable, char digit) {
                          const int bytes = digit >= 'a' ? digit - 'a' + 10 : digit - '0';
                          return variable.size == static_cast<std::uint64_t>(bytes);
                      });
}

} // namespace

std::uint32_t KernelDecoder::blockOfLabel(std::int32_t label) const {
    const std::uint32_t target = m_function->labels[static_cast<std::size_t>(label)].instruction;
    return target < m_function->code.size() ? m_state->graph.blockOf[target] : kEndBlock;
}

/// Inst::a and aux for a guarded transfer of control; aux2 says that there is a guard.
void KernelDecoder::guardOf(const Instruction& i, Inst& inst) const {
    if (i.guard < 0)
        return;
    inst.a = m_state->rows.row[static_cast<std::size_t>(i.guard)];
    inst.aux = i.guardNegated ? ~0u : 0u;
    inst.aux2 = 1;
}

void KernelDecoder::decodeBranch(const Instruction& i) {
    if (i.operands.empty() || i.operands.at(0).kind != Operand::Kind::label)
        unsupported(i);
    const std::uint32_t block = blockOfLabel(i.operands.at(0).label);
    if (m_purpose == DecodeFor::speed && decodeCompareAndBranch(i, block))
        return;
    const bool back = block != kEndBlock && m_blockStart[block] != ~0u;
    std::string key = i.guard >= 0 ? "$bra.if" : "$bra";
    if (back)
        key += ".back";
    m_branches.push_back({static_cast<std::uint32_t>(m_code.insts.size()), block});
    guardOf(i, emit(i, key));
}

/// A comparison right before the branch that uses it becomes one record with it.
bool KernelDecoder::decodeCompareAndBranch(const Instruction& i, std::uint32_t block) {
    const std::size_t last = m_code.insts.size() - 1;
    const std::uint32_t own = m_state->graph.blockOf[m_instruction];
    if (i.guard < 0 || m_code.insts.empty() || m_comparisonRecord != last ||
        last < m_blockStart[own] ||
        m_code.insts[last].d != m_state->rows.row[static_cast<std::size_t>(i.guard)])
        return false;
    const std::string key = "$bra" + m_comparison;
    if (!m_forms.find(key))
        return false;
    const Inst comparison = takeBackLast();
    m_branches.push_back({static_cast<std::uint32_t>(last), block});
    Inst& inst = emit(i, key);
    inst.d = comparison.d;
    inst.a = comparison.a;
    inst.b = comparison.b;
    inst.aux = i.guardNegated ? ~0u : 0u;
    return true;
}

void KernelDecoder::decodeIndexedBranch(const Instruction& i) {
    if (i.operands.size() != 2 || i.operands.at(1).kind != Operand::Kind::targetList)
        unsupported(i);
    const std::uint16_t index = source(i, i.operands.at(0), 'r');
    const ptx::TargetList& list =
        m_function->targetLists[static_cast<std::size_t>(i.operands.at(1).label)];
    Inst& inst = emitRow(i, "$brx", 0, index);
    inst.aux = static_cast<std::uint32_t>(list.targets.size());
    inst.aux2 = static_cast<std::uint32_t>(m_code.jumpTables.size());
    for (const std::int32_t label : list.targets)
        m_code.jumpTables.push_back(blockOfLabel(label)); // becomes a record: patchBranches
}

void KernelDecoder::decodeReturn(const Instruction& i) {
    if (i.op == ptx::Opcode::ret)
        leaveDynamicStack(i);
    guardOf(i, emit(i, i.op == ptx::Opcode::exit || m_function->isKernel ? "$exit" : "$ret"));
}

ParameterRows KernelDecoder::parameterRows(const Instruction& i, const Operand& operand) const {
    if (operand.symbol >= 0 && operand.symbolIsLocal) {
        const auto it = m_state->parameterRows.find(operand.symbol);
        if (it != m_state->parameterRows.end())
            return it->second;
    }
    unsupported(i, "a parameter that is not a .param variable");
}

std::pair<std::uint16_t, std::int64_t> KernelDecoder::parameterAddress(const Instruction& i,
                                                                       const Operand& operand,
                                                                       std::uint64_t bytes) const {
    const ParameterRows rows = parameterRows(i, operand);
    const std::uint64_t size = std::uint64_t{rows.words} * 4;
    if (operand.offset < 0 || bytes > size ||
        static_cast<std::uint64_t>(operand.offset) > size - bytes)
        unsupported(i, "an access past the end of a parameter");
    return {rows.row, operand.offset};
}

std::string KernelDecoder::builtInKey(const Instruction& i, const ptx::Function& function,
                                      CallSite& site) {
    const auto require = [&](std::string_view results, std::string_view parameters) {
        if (!haveSizes(function.prototype.returns, results) ||
            !haveSizes(function.prototype.parameters, parameters))
            unsupported(i, "'" + function.name +
                               "' is declared with other parameters than CUDA's function has");
    };
    site.runtimeFunction = findRuntimeFunction(function.name);
    if (site.runtimeFunction) {
        require(site.runtimeFunction->results, site.runtimeFunction->parameters);
        m_code.callsRuntime = true;
        return "$runtime";
    }
    const auto found = std::find_if(std::begin(kBuiltIns), std::end(kBuiltIns),
                                    [&](const BuiltIn& f) { return f.name == function.name; });
    if (found == std::end(kBuiltIns))
        unsupported(i, "a call of '" + function.name + "', which is defined nowhere");
    require(found->results, found->parameters);
    return std::string(found->key);
}

void KernelDecoder::decodeCall(const Instruction& i) {
    CallSite site;
    for (const Operand& argument : i.callArguments)
        site.arguments.push_back(parameterRows(i, argument));
    for (const Operand& result : i.callReturns)
        site.returns.push_back(parameterRows(i, result));
    std::uint32_t callee = 0;
    const ptx::Function* function = calleeOf(i, &callee);
    std::uint16_t pointer = 0;
    std::string key = "$call";
    if (!function) {
        pointer = source(i, i.operands.at(0), 'q');
        key = "$call.indirect";
    } else if (function->isDeclaration) {
        key = builtInKey(i, *function, site);
    } else {
        site.function = m_code.functionAt[callee];
    }
    Inst& inst = emit(i, key);
    inst.b = pointer;
    inst.imm = static_cast<std::int64_t>(m_code.calls.size());
    m_code.calls.push_back(std::move(site));
}

/// bar{.cta}.sync|arrive|red, barrier{.cta} the same, barrier.cluster, bar.warp.sync.
void KernelDecoder::decodeBarrier(const Instruction& i) {
    if (i.modifiers.has("warp"))
        return decodeWarpwide(i);
    if (i.modifiers.has("cluster")) {
        emit(i, i.modifiers.has("arrive") ? "$cluster.arrive" : "$cluster.wait");
        return;
    }
    BarrierOperands barrier;
    barrier.aligned = i.op == ptx::Opcode::bar || i.modifiers.has("aligned");
    std::size_t next = 0;
    if (i.modifiers.has("red")) {
        const bool popc = i.modifiers.has("popc");
        barrier.action = static_cast<std::uint8_t>(popc                     ? BarrierAction::redPopc
                                                   : i.modifiers.has("and") ? BarrierAction::redAnd
                                                                            : BarrierAction::redOr);
        barrier.destination = destination(i, i.operands.at(next++), popc ? 'r' : 'p');
    } else {
        barrier.action = static_cast<std::uint8_t>(i.modifiers.has("arrive") ? BarrierAction::arrive
                                                                             : BarrierAction::sync);
    }
    if (i.operands.size() <= next)
        unsupported(i, "the barrier is missing");
    barrier.id = source(i, i.operands.at(next++), 'r');
    if (i.modifiers.has("red")) {
        Operand predicate = i.operands.at(i.operands.size() - 1);
        barrier.sourceNegated = predicate.negated;
        predicate.negated = false;
        barrier.source = predicateSource(i, predicate);
        if (next + 1 < i.operands.size())
            barrier.count = source(i, i.operands.at(next), 'r');
    } else if (next < i.operands.size()) {
        barrier.count = source(i, i.operands.at(next), 'r');
    }
    Inst& inst = emit(i, "$barrier");
    inst.aux2 = static_cast<std::uint32_t>(m_code.barriers.size());
    m_code.infos.back().waits = barrier.action != static_cast<std::uint8_t>(BarrierAction::arrive);
    m_code.barriers.push_back(barrier);
    m_code.barrierCount = std::max(m_code.barrierCount, 1u);
}

void KernelDecoder::decodeShuffle(const Instruction& i) {
    std::string key = "$shfl";
    for (const std::string_view mode : {"up", "down", "bfly", "idx"}) {
        if (i.modifiers.has(mode))
            key += "." + std::string(mode);
    }
    const std::uint16_t a = source(i, i.operands.at(1), 'r');
    const std::uint16_t b = source(i, i.operands.at(2), 'r');
    const std::uint16_t c = source(i, i.operands.at(3), 'r');
    const std::uint16_t member = memberRow(i, 4);
    Inst& inst = emitRow(i, key, destination(i, i.operands.at(0), 'r'), a);
    inst.b = b;
    inst.c = c;
    inst.aux2 = member;
    const bool hasFlag = i.operands.at(0).predicateOut >= 0;
    if (hasFlag)
        inst.aux = m_state->rows.row[static_cast<std::size_t>(i.operands.at(0).predicateOut)];
    setExchange(inst, {ExchangedRow::word, ExchangedRow::word, hasFlag});
}

/// The participants of a warp-wide operation: given by the operand, or for older targets in forms
/// without .sync, the active lanes.
std::uint16_t KernelDecoder::memberRow(const Instruction& i, std::size_t operand) {
    if (i.modifiers.has("sync"))
        return source(i, i.operands.at(operand), 'r');
    const std::uint16_t active = temporary(false);
    emitRow(i, "activemask.b32", active, 0);
    m_code.infos.back().counted = false;
    return active;
}

void KernelDecoder::decodeWarpwide(const Instruction& i) {
    const std::string_view op = i.opcode;
    if (op == "shfl")
        return decodeShuffle(i);
    if (op == "bar") {
        const std::uint16_t member = source(i, i.operands.at(0), 'r');
        emit(i, "$warpsync").aux2 = member;
        return;
    }
    std::vector<std::string_view> modifiers = i.modifiers.copy();
    std::erase(modifiers, "sync");
    const std::uint16_t member = memberRow(i, i.operands.size() - 1);
    if (op == "elect") {
        const bool unused = i.operands.at(0).kind == Operand::Kind::discard;
        const std::uint16_t d = unused ? 0 : destination(i, i.operands.at(0), 'r');
        Inst& inst = emitRow(i, "$elect", d, 0);
        inst.aux = i.operands.at(0).predicateOut >= 0
                       ? m_state->rows.row[static_cast<std::size_t>(i.operands.at(0).predicateOut)]
                       : temporaryPredicate();
        inst.aux2 = member;
        setExchange(inst,
                    {ExchangedRow::none, unused ? ExchangedRow::none : ExchangedRow::word, true});
        return;
    }
    if (op == "vote") {
        const bool ballot = modifiers.at(0) == "ballot";
        Operand predicate = i.operands.at(1);
        const bool negated = predicate.negated;
        predicate.negated = false;
        const std::uint16_t a = predicateSource(i, predicate);
        Inst& inst = emitRow(i, "$vote." + std::string(modifiers.at(0)),
                             destination(i, i.operands.at(0), ballot ? 'r' : 'p'), a);
        inst.aux = negated ? ~0u : 0u;
        inst.aux2 = member;
        setExchange(inst, {ExchangedRow::predicate,
                           ballot ? ExchangedRow::word : ExchangedRow::predicate, false});
        return;
    }
    const std::uint32_t flags = takeFlags(modifiers); // of redux.f32
    const std::string key = "$" + joined(op, modifiers);
    const Form* form = m_forms.find(key);
    if (!form)
        unsupported(i);
    const char letter = form->shape[0] ? form->shape[0] : 'r';
    const std::uint16_t a = source(i, i.operands.at(1), letter);
    Inst& inst = emitRow(i, key, destination(i, i.operands.at(0), 'r'), a);
    inst.aux = flags;
    inst.aux2 = member;
    const bool hasFlag = i.operands.at(0).predicateOut >= 0;
    if (hasFlag)
        inst.aux = m_state->rows.row[static_cast<std::size_t>(i.operands.at(0).predicateOut)];
    setExchange(inst, {letter == 'q' ? ExchangedRow::wide : ExchangedRow::word, ExchangedRow::word,
                       hasFlag});
}

} // namespace warpbench::simgpu::engine
