// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/types_last.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace warpbench::simgpu::ptx {

void putTypesLast(Module& module) {
    const auto isNoType = [](std::string_view name) { return typeNamed(name) == Type::none; };
    const auto reordered = [&](const Modifiers& modifiers) {
        if (std::ranges::is_partitioned(modifiers, isNoType))
            return modifiers;
        std::vector<std::string_view> names = modifiers.copy();
        std::stable_partition(names.begin(), names.end(), isNoType);
        return module.keep(std::move(names));
    };
    std::unordered_map<const std::string_view*, Modifiers> known;
    for (Function& function : module.functions) {
        for (Instruction& i : function.code) {
            if (i.modifiers.size() < 2)
                continue;
            const auto [found, isNew] = known.try_emplace(i.modifiers.identity(), i.modifiers);
            if (isNew)
                found->second = reordered(i.modifiers);
            i.modifiers = found->second;
        }
    }
}

} // namespace warpbench::simgpu::ptx
