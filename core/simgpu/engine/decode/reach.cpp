// SPDX-License-Identifier: GPL-3.0-or-later
// Which functions a kernel can call, which of them may be active twice, and where its shared
// variables are.
#include "core/simgpu/engine/decode/kernel_decoder.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpbench::simgpu::engine {

namespace {

template <class Visit>
void forSymbols(const ptx::Operand& operand, const Visit& f) {
    if (operand.symbol >= 0)
        f(operand);
    for (const ptx::Operand& element : operand.elements)
        forSymbols(element, f);
}

} // namespace

const ptx::Function* KernelDecoder::calleeOf(const Instruction& i, std::uint32_t* index) const {
    if (i.op != ptx::Opcode::call || i.operands.empty() ||
        i.operands.at(0).kind != Operand::Kind::symbol || i.operands.at(0).symbolIsLocal)
        return nullptr;
    const ptx::Symbol& symbol = m_module.symbols[static_cast<std::size_t>(i.operands.at(0).symbol)];
    if (symbol.kind != ptx::Symbol::Kind::function)
        return nullptr;
    auto target = static_cast<std::int32_t>(symbol.index);
    for (const ptx::Alias& alias : m_module.aliases) {
        if (alias.function == target)
            target = alias.target;
    }
    // A declaration represents its definition.
    if (m_module.functions[static_cast<std::size_t>(target)].isDeclaration) {
        for (std::size_t f = 0; f < m_module.functions.size(); ++f) {
            if (!m_module.functions[f].isDeclaration &&
                m_module.functions[f].name ==
                    m_module.functions[static_cast<std::size_t>(target)].name)
                target = static_cast<std::int32_t>(f);
        }
    }
    if (index)
        *index = static_cast<std::uint32_t>(target);
    return &m_module.functions[static_cast<std::size_t>(target)];
}

std::vector<std::uint32_t> KernelDecoder::addressTakenFunctions() const {
    std::vector<bool> taken(m_module.functions.size());
    const auto note = [&](std::int32_t symbolIndex) {
        const ptx::Symbol& symbol = m_module.symbols[static_cast<std::size_t>(symbolIndex)];
        if (symbol.kind == ptx::Symbol::Kind::function &&
            !m_module.functions[static_cast<std::size_t>(symbol.index)].isKernel)
            taken[static_cast<std::size_t>(symbol.index)] = true;
    };
    for (const ptx::Variable& variable : m_module.variables) {
        for (const ptx::Relocation& relocation : variable.relocations)
            note(relocation.symbol);
    }
    for (const ptx::Function& function : m_module.functions) {
        for (const Instruction& i : function.code) {
            if (i.op == ptx::Opcode::call)
                continue;
            for (const Operand& operand : i.operands)
                forSymbols(operand, [&](const Operand& o) {
                    if (!o.symbolIsLocal)
                        note(o.symbol);
                });
        }
    }
    std::vector<std::uint32_t> result;
    for (std::uint32_t f = 0; f < taken.size(); ++f) {
        if (taken[f] && !m_module.functions[f].isDeclaration)
            result.push_back(f);
    }
    return result;
}

std::vector<std::uint32_t> KernelDecoder::reachableFunctions(std::uint32_t kernel) const {
    std::vector<std::uint32_t> result{kernel};
    std::vector<bool> seen(m_module.functions.size());
    seen[kernel] = true;
    bool indirect = false;
    const auto add = [&](std::uint32_t function) {
        if (!seen[function] && !m_module.functions[function].isDeclaration) {
            seen[function] = true;
            result.push_back(function);
        }
    };
    for (std::size_t n = 0; n < result.size(); ++n) {
        for (const Instruction& i : m_module.functions[result[n]].code) {
            if (i.op != ptx::Opcode::call)
                continue;
            std::uint32_t callee = 0;
            if (calleeOf(i, &callee)) {
                add(callee);
            } else if (!indirect) {
                indirect = true;
                for (const std::uint32_t f : addressTakenFunctions())
                    add(f);
            }
        }
    }
    return result;
}

std::uint64_t KernelDecoder::reachedInstructions(const std::vector<std::uint32_t>& kernels,
                                                 std::uint64_t most) const {
    // Functions are many kernels': whom each calls is looked for once.
    struct Callees {
        std::vector<std::uint32_t> named;
        bool indirect = false;
    };
    std::vector<Callees> callees(m_module.functions.size());
    for (std::size_t f = 0; f < callees.size(); ++f) {
        for (const Instruction& i : m_module.functions[f].code) {
            std::uint32_t callee = 0;
            if (i.op != ptx::Opcode::call)
                continue;
            if (calleeOf(i, &callee))
                callees[f].named.push_back(callee);
            else
                callees[f].indirect = true;
        }
        auto& named = callees[f].named;
        std::sort(named.begin(), named.end());
        named.erase(std::unique(named.begin(), named.end()), named.end());
    }
    const std::vector<std::uint32_t> taken = addressTakenFunctions();
    std::vector<std::size_t> seenBy(callees.size()); ///< number of the kernel, from 1
    std::vector<std::uint32_t> reached;
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < kernels.size() && sum < most; ++k) {
        reached.clear();
        const auto add = [&](std::uint32_t function) {
            if (std::exchange(seenBy[function], k + 1) != k + 1)
                reached.push_back(function);
        };
        add(kernels[k]);
        for (std::size_t n = 0; n < reached.size(); ++n) {
            const Callees& of = callees[reached[n]];
            sum += m_module.functions[reached[n]].code.size();
            for (const std::uint32_t callee : of.named)
                add(callee);
            for (std::size_t f = 0; of.indirect && f < taken.size(); ++f)
                add(taken[f]);
        }
    }
    return sum;
}

void KernelDecoder::markRecursive(const std::vector<std::uint32_t>& functions) {
    // Caller and callees by index in the code; a call through a pointer may reach any function
    // whose address is taken.
    const std::size_t count = functions.size();
    std::vector<std::vector<std::size_t>> callees(count);
    // Scans the whole module, so only if the kernel has such a call.
    std::optional<std::vector<std::uint32_t>> taken;
    for (std::size_t n = 0; n < count; ++n) {
        for (const Instruction& i : m_module.functions[functions[n]].code) {
            if (i.op != ptx::Opcode::call)
                continue;
            std::uint32_t callee = 0;
            const auto add = [&](std::uint32_t f) {
                if (m_code.functionAt[f] >= 0)
                    callees[n].push_back(static_cast<std::size_t>(m_code.functionAt[f]));
            };
            if (calleeOf(i, &callee)) {
                add(callee);
            } else {
                if (!taken)
                    taken = addressTakenFunctions();
                for (const std::uint32_t f : *taken)
                    add(f);
            }
        }
    }
    for (std::size_t n = 0; n < count; ++n) {
        std::vector<bool> seen(count);
        std::vector<std::size_t> open = callees[n];
        while (!open.empty()) {
            const std::size_t f = open.back();
            open.pop_back();
            if (seen[f])
                continue;
            seen[f] = true;
            open.insert(open.end(), callees[f].begin(), callees[f].end());
        }
        m_code.functions[n].recursive = seen[n];
    }
}

void KernelDecoder::placeShared(const std::vector<std::uint32_t>& functions) {
    std::uint64_t offset = 0;
    std::vector<std::pair<std::int32_t, std::int32_t>> dynamic;
    const auto place = [&](std::pair<std::int32_t, std::int32_t> key,
                           const ptx::Variable& variable) {
        if (variable.space != ptx::Space::shared || m_sharedOffsets.count(key))
            return;
        if (variable.size == 0) {
            if (std::find(dynamic.begin(), dynamic.end(), key) == dynamic.end())
                dynamic.push_back(key);
            return;
        }
        const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 4);
        offset = (offset + alignment - 1) / alignment * alignment;
        m_sharedOffsets[key] = offset;
        m_code.sharedVariables.push_back({variable.name, {}, offset, variable.size});
        offset += variable.size;
    };
    for (const std::uint32_t f : functions) {
        const ptx::Function& function = m_module.functions[f];
        for (const Instruction& i : function.code) {
            for (const Operand& operand : i.operands) {
                forSymbols(operand, [&](const Operand& o) {
                    if (o.symbolIsLocal) {
                        place({static_cast<std::int32_t>(f), o.symbol},
                              function.variables[static_cast<std::size_t>(o.symbol)]);
                        return;
                    }
                    const ptx::Symbol& symbol =
                        m_module.symbols[static_cast<std::size_t>(o.symbol)];
                    if (symbol.kind == ptx::Symbol::Kind::variable)
                        place({-1, symbol.index},
                              m_module.variables[static_cast<std::size_t>(symbol.index)]);
                });
            }
        }
    }
    m_code.staticShared = offset;
    placeDynamicShared(dynamic);
}

/// Dynamic shared memory follows the static variables; all `extern` arrays are the same.
void KernelDecoder::placeDynamicShared(
    const std::vector<std::pair<std::int32_t, std::int32_t>>& variables) {
    if (variables.empty())
        return;
    std::uint64_t alignment = 16;
    SharedVariable arrays;
    for (const auto& [function, index] : variables) {
        const auto at = static_cast<std::size_t>(index);
        const ptx::Variable& variable =
            function < 0 ? m_module.variables[at]
                         : m_module.functions[static_cast<std::size_t>(function)].variables[at];
        alignment = std::max<std::uint64_t>(alignment, variable.alignment);
        if (arrays.name.empty())
            arrays.name = variable.name;
        else
            arrays.others.push_back(variable.name);
    }
    m_code.staticShared = (m_code.staticShared + alignment - 1) / alignment * alignment;
    for (const auto& key : variables)
        m_sharedOffsets[key] = m_code.staticShared;
    arrays.offset = m_code.staticShared;
    m_code.sharedVariables.push_back(std::move(arrays));
}

} // namespace warpbench::simgpu::engine
