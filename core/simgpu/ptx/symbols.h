// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// By symbol: the function that it names; for an alias, its own declaration and not its target; -1
/// for variables. The n-th function symbol names the n-th function.
std::vector<std::int32_t> namedFunctions(const Module& module);

/// Calls `action` with each index of a module symbol in the operands, which may be const.
void forEachSymbol(auto& operands, auto&& action) {
    for (auto& operand : operands) {
        if (operand.symbol >= 0 && !operand.symbolIsLocal)
            action(operand.symbol);
        forEachSymbol(operand.elements, action);
    }
}

/// The same for a whole function, const or not.
void forEachSymbolOf(auto& function, auto&& action) {
    for (auto& instruction : function.code) {
        forEachSymbol(instruction.operands, action);
        forEachSymbol(instruction.callReturns, action);
        forEachSymbol(instruction.callArguments, action);
    }
    for (auto& list : function.targetLists) {
        if (!list.calls)
            continue;
        for (auto& target : list.targets)
            action(target);
    }
}

} // namespace warpbench::simgpu::ptx
