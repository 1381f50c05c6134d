// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/link/link_symbols.h"

#include <algorithm>

namespace warpbench::simgpu::ptx {

namespace {

/// Definitions win over declarations, and among them the stronger one.
enum Strength { kDeclaration, kCommon, kWeak, kStrong };

const Variable& variableOf(const Module& module, std::size_t symbol) {
    return module.variables[static_cast<std::size_t>(module.symbols[symbol].index)];
}

bool isAlias(const Module& module, std::int32_t function) {
    return std::any_of(module.aliases.begin(), module.aliases.end(),
                       [&](const Alias& alias) { return alias.function == function; });
}

Strength strengthOf(const Module& module, std::size_t symbol, std::int32_t namedFunction) {
    if (namedFunction < 0) {
        const Variable& variable = variableOf(module, symbol);
        if (variable.isExtern)
            return kDeclaration;
        return variable.isWeak ? kWeak : variable.isCommon ? kCommon : kStrong;
    }
    const Function& function = module.functions[static_cast<std::size_t>(namedFunction)];
    if (function.isDeclaration && !isAlias(module, namedFunction))
        return kDeclaration;
    return function.isWeak ? kWeak : kStrong;
}

/// Parameter lists are compatible if their sizes are equal, as far as a caller can tell.
bool sameSizes(const std::vector<Variable>& left, const std::vector<Variable>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Variable& a, const Variable& b) { return a.size == b.size; });
}

/// The conflict between two declarations of one name; empty: none.
std::string_view disagreement(const Module& left, SymbolPlace leftPlace, std::int32_t leftFunction,
                              const Module& right, SymbolPlace rightPlace,
                              std::int32_t rightFunction) {
    if ((leftFunction < 0) != (rightFunction < 0))
        return "is a function in one module and a variable in another";
    if (leftFunction >= 0) {
        const Prototype& a = left.functions[static_cast<std::size_t>(leftFunction)].prototype;
        const Prototype& b = right.functions[static_cast<std::size_t>(rightFunction)].prototype;
        // nvlink 13.0 also rejects the case that one of them does not return anything.
        return sameSizes(a.returns, b.returns) && sameSizes(a.parameters, b.parameters)
                   ? ""
                   : "has other parameters in another module";
    }
    const Variable& a = variableOf(left, leftPlace.symbol);
    const Variable& b = variableOf(right, rightPlace.symbol);
    if (a.space != b.space)
        return "is in another state space in another module";
    const bool sizeIsOpen = a.size == 0 || b.size == 0 || a.isCommon || b.isCommon;
    return sizeIsOpen || a.size == b.size ? "" : "has another size in another module";
}

} // namespace

std::string_view publicName(const Module& module, std::size_t symbol, std::int32_t namedFunction) {
    if (namedFunction >= 0) {
        const Function& function = module.functions[static_cast<std::size_t>(namedFunction)];
        const bool isPublic = function.isKernel || function.isExtern || function.isVisible ||
                              function.isWeak || function.isDeclaration;
        return isPublic ? std::string_view(function.name) : std::string_view();
    }
    const Variable& variable = variableOf(module, symbol);
    const bool isPublic =
        variable.isExtern || variable.isVisible || variable.isWeak || variable.isCommon;
    return isPublic && variable.ownerFunction < 0 ? std::string_view(variable.name)
                                                  : std::string_view();
}

std::optional<LinkError> PublicNames::collect(const std::vector<Module>& modules) {
    std::vector<std::vector<std::int32_t>> functions;
    functions.reserve(modules.size());
    for (const Module& module : modules)
        functions.push_back(namedFunctions(module));
    for (std::size_t index = 0; index < modules.size(); ++index) {
        for (std::size_t symbol = 0; symbol < modules[index].symbols.size(); ++symbol) {
            const std::int32_t function = functions[index][symbol];
            const std::string_view name = publicName(modules[index], symbol, function);
            if (name.empty())
                continue;
            const SymbolPlace place{index, symbol};
            const int strength = strengthOf(modules[index], symbol, function);
            const auto [entry, isNew] = m_entries.try_emplace(name, Entry{place, strength});
            if (isNew)
                continue;
            Entry& known = entry->second;
            const std::string_view wrong = disagreement(
                modules[known.place.module], known.place,
                functions[known.place.module][known.place.symbol], modules[index], place, function);
            if (!wrong.empty())
                return LinkError{LinkError::Kind::mismatch, std::string(name),
                                 "'" + std::string(name) + "' " + std::string(wrong)};
            if (strength == kStrong && known.strength == kStrong)
                return LinkError{LinkError::Kind::duplicate, std::string(name),
                                 "'" + std::string(name) + "' is defined in two modules"};
            const bool isLargerCommon =
                strength == kCommon && known.strength == kCommon &&
                variableOf(modules[index], symbol).size >
                    variableOf(modules[known.place.module], known.place.symbol).size;
            if (strength > known.strength || isLargerCommon)
                known = {place, strength};
        }
    }
    return std::nullopt;
}

const SymbolPlace* PublicNames::find(std::string_view name) const {
    const auto found = m_entries.find(name);
    return found == m_entries.end() ? nullptr : &found->second.place;
}

} // namespace warpbench::simgpu::ptx
