// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/types_last.h"

#include <algorithm>

namespace warpbench::simgpu::ptx {

void putTypesLast(Module& module) {
    const auto isNoType = [](std::string_view name) { return typeNamed(name) == Type::none; };
    for (Function& function : module.functions) {
        for (Instruction& i : function.code) {
            if (i.modifiers.size() > 1 && !std::ranges::is_partitioned(i.modifiers, isNoType))
                std::stable_partition(i.modifiers.begin(), i.modifiers.end(), isNoType);
        }
    }
}

} // namespace warpbench::simgpu::ptx
