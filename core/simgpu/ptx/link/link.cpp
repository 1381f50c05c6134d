// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/link/link.h"

#include "core/simgpu/ptx/interned.h"
#include "core/simgpu/ptx/link/link_symbols.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace warpbench::simgpu::ptx {

namespace {

/// Merges modules. Every public name has one symbol in the result, created on its first occurrence
/// and filled in with the definition that it is bound to.
class Linker {
  public:
    explicit Linker(std::vector<Module> modules)
        : m_modules(std::move(modules)) {}

    LinkResult link() {
        LinkResult result;
        result.error = checkHeads();
        if (!result.error)
            result.error = m_names.collect(m_modules);
        if (result.error)
            return result;
        for (std::size_t index = 0; index < m_modules.size(); ++index)
            m_maps.push_back(enterSymbols(index));
        m_users.resize(m_result.symbols.size());
        for (std::size_t index = 0; index < m_modules.size(); ++index)
            moveContents(index);
        nameApart();
        if (const std::string name = firstUnresolved(m_result); !name.empty()) {
            const auto symbol = static_cast<std::size_t>(m_publicSymbols.at(name));
            result.error = LinkError{LinkError::Kind::unresolved, name,
                                     "Undefined reference to '" + name + "'", m_users[symbol]};
            return result;
        }
        result.module = std::move(m_result);
        return result;
    }

  private:
    /// The new indices of one module's parts; -1: dropped.
    struct Map {
        std::vector<std::int32_t> symbols;
        std::vector<std::int32_t> variables; ///< only those defined in this module
        std::vector<std::int32_t> functions; ///< also only those defined in this module
        std::vector<std::int32_t> named;     ///< by symbol: see namedFunctions
    };

    std::optional<LinkError> checkHeads() {
        if (m_modules.empty())
            return LinkError{LinkError::Kind::unresolved, {}, "no module to link"};
        m_result.addressSize = m_modules.front().addressSize;
        for (const Module& module : m_modules) {
            if (module.addressSize != m_result.addressSize)
                return LinkError{
                    LinkError::Kind::mismatch, {}, "the modules have different sizes of addresses"};
            const std::pair version(module.versionMajor, module.versionMinor);
            if (version > std::pair(m_result.versionMajor, m_result.versionMinor))
                std::tie(m_result.versionMajor, m_result.versionMinor) = version;
            if (module.targetArch > m_result.targetArch) {
                m_result.targetArch = module.targetArch;
                m_result.target = module.target;
            }
            m_result.targetDebug = m_result.targetDebug || module.targetDebug;
            for (const std::string& option : module.targetOptions) {
                auto& options = m_result.targetOptions;
                if (std::find(options.begin(), options.end(), option) == options.end())
                    options.push_back(option);
            }
        }
        return std::nullopt;
    }

    std::int32_t addSymbol(Symbol::Kind kind) {
        const bool isFunction = kind == Symbol::Kind::function;
        m_result.symbols.push_back(
            {kind, static_cast<std::int32_t>(isFunction ? m_result.functions.size()
                                                        : m_result.variables.size())});
        if (isFunction)
            m_result.functions.emplace_back();
        else
            m_result.variables.emplace_back();
        return static_cast<std::int32_t>(m_result.symbols.size()) - 1;
    }

    bool belongsToDroppedFunction(std::size_t index, const Variable& variable,
                                  const std::vector<std::int32_t>& named) const {
        if (variable.ownerFunction < 0)
            return false;
        const auto symbol = static_cast<std::size_t>(
            std::find(named.begin(), named.end(), variable.ownerFunction) - named.begin());
        return !isChosen(index, symbol, named[symbol]);
    }

    /// Private, or the definition that its name is bound to.
    bool isChosen(std::size_t index, std::size_t symbol, std::int32_t namedFunction) const {
        const SymbolPlace* place =
            m_names.find(publicName(m_modules[index], symbol, namedFunction));
        return !place || (place->module == index && place->symbol == symbol);
    }

    Map enterSymbols(std::size_t index) {
        const Module& module = m_modules[index];
        Map map{std::vector<std::int32_t>(module.symbols.size(), -1),
                std::vector<std::int32_t>(module.variables.size(), -1),
                std::vector<std::int32_t>(module.functions.size(), -1), namedFunctions(module)};
        for (std::size_t symbol = 0; symbol < module.symbols.size(); ++symbol) {
            const Symbol old = module.symbols[symbol];
            const std::int32_t function = map.named[symbol];
            if (function < 0 &&
                belongsToDroppedFunction(
                    index, module.variables[static_cast<std::size_t>(old.index)], map.named))
                continue;
            const std::string name(publicName(module, symbol, function));
            std::int32_t target = -1;
            if (name.empty())
                target = addSymbol(old.kind);
            else if (const auto [entry, isNew] = m_publicSymbols.try_emplace(name, -1); isNew)
                target = entry->second = addSymbol(old.kind);
            else
                target = entry->second;
            map.symbols[symbol] = target;
            if (!isChosen(index, symbol, function))
                continue;
            const std::int32_t slot = m_result.symbols[static_cast<std::size_t>(target)].index;
            if (function >= 0)
                map.functions[static_cast<std::size_t>(function)] = slot;
            else
                map.variables[static_cast<std::size_t>(old.index)] = slot;
        }
        return map;
    }

    void moveContents(std::size_t index) {
        Module& module = m_modules[index];
        const Map& map = m_maps[index];
        const auto toSymbol = [&](std::int32_t& symbol) {
            symbol = map.symbols[static_cast<std::size_t>(symbol)];
            auto& user = m_users[static_cast<std::size_t>(symbol)];
            user = user.value_or(index);
        };
        const std::int32_t firstLocation = moveLocations(module);
        for (std::size_t old = 0; old < module.functions.size(); ++old) {
            if (map.functions[old] < 0)
                continue;
            Function& function = module.functions[old];
            forEachSymbolOf(function, toSymbol);
            for (Instruction& instruction : function.code) {
                if (instruction.location >= 0)
                    instruction.location += firstLocation;
            }
            const auto slot = static_cast<std::size_t>(map.functions[old]);
            m_result.parts.functions.resize(m_result.functions.size());
            m_result.parts.functions[slot] = index;
            m_result.functions[slot] = std::move(function);
        }
        for (std::size_t old = 0; old < module.variables.size(); ++old) {
            if (map.variables[old] < 0)
                continue;
            Variable& variable = module.variables[old];
            for (Relocation& relocation : variable.relocations)
                toSymbol(relocation.symbol);
            if (variable.ownerFunction >= 0)
                variable.ownerFunction =
                    map.functions[static_cast<std::size_t>(variable.ownerFunction)];
            m_variableParts[map.variables[old]] = index;
            m_result.variables[static_cast<std::size_t>(map.variables[old])] = std::move(variable);
        }
        moveAliases(index);
        m_result.parts.sections.resize(m_result.sections.size() + module.sections.size(), index);
        std::move(module.sections.begin(), module.sections.end(),
                  std::back_inserter(m_result.sections));
        m_result.interned->adopted.push_back(std::move(module.interned));
    }

    /// An alias that resolves to this module keeps its target in the result.
    void moveAliases(std::size_t index) {
        const Map& map = m_maps[index];
        for (const Alias& alias : m_modules[index].aliases) {
            const std::int32_t slot = map.functions[static_cast<std::size_t>(alias.function)];
            const auto symbolNaming = [&](std::int32_t function) {
                const auto at = std::find(map.named.begin(), map.named.end(), function);
                return static_cast<std::size_t>(
                    map.symbols[static_cast<std::size_t>(at - map.named.begin())]);
            };
            if (slot < 0)
                continue;
            const std::int32_t target = m_result.symbols[symbolNaming(alias.target)].index;
            m_result.symbols[symbolNaming(alias.function)].index = target;
            m_result.aliases.push_back({slot, target});
        }
    }

    /// Adds the module's files, under numbers that are free, and its locations.
    std::int32_t moveLocations(Module& module) {
        std::unordered_map<std::uint32_t, std::uint32_t> numbers;
        for (auto& [number, name] : module.files) {
            const auto known =
                std::find_if(m_result.files.begin(), m_result.files.end(),
                             [&name = name](const auto& file) { return file.second == name; });
            if (known != m_result.files.end()) {
                numbers[number] = known->first;
                continue;
            }
            std::uint32_t free = number;
            while (m_usedFiles.contains(free))
                free = *m_usedFiles.rbegin() + 1;
            m_usedFiles.insert(free);
            numbers[number] = free;
            m_result.files.emplace_back(free, std::move(name));
        }
        const auto first = static_cast<std::int32_t>(m_result.locations.size());
        for (SourceLocation& location : module.locations) {
            if (const auto found = numbers.find(location.file); found != numbers.end())
                location.file = found->second;
            if (location.inlinedAt >= 0)
                location.inlinedAt += first;
            m_result.locations.push_back(std::move(location));
        }
        return first;
    }

    /// Private names of two modules may be equal; in the result each name is unique. Public names
    /// do not change.
    void nameApart() {
        std::unordered_set<std::string> taken;
        for (const auto& [name, symbol] : m_publicSymbols)
            taken.insert(name);
        const auto claim = [&](std::string& name) {
            const std::string plain = name;
            for (int number = 2; !taken.insert(name).second; ++number)
                name = plain + "$" + std::to_string(number);
        };
        const std::vector<std::int32_t> named = namedFunctions(m_result);
        for (std::size_t symbol = 0; symbol < m_result.symbols.size(); ++symbol) {
            if (!publicName(m_result, symbol, named[symbol]).empty())
                continue;
            if (named[symbol] >= 0) {
                claim(m_result.functions[static_cast<std::size_t>(named[symbol])].name);
                continue;
            }
            const auto index = static_cast<std::size_t>(m_result.symbols[symbol].index);
            if (m_result.variables[index].ownerFunction >= 0)
                continue;
            std::string& name = m_result.variables[index].name;
            const std::string before = name;
            claim(name);
            const auto part = m_variableParts.find(m_result.symbols[symbol].index);
            if (name != before && part != m_variableParts.end())
                m_result.parts.variables.push_back({part->second, before, name});
        }
    }

    std::vector<Module> m_modules;
    PublicNames m_names;
    Module m_result;
    std::vector<Map> m_maps;                         ///< by module
    std::vector<std::optional<std::size_t>> m_users; ///< by symbol: the first module that uses it
    std::unordered_map<std::string, std::int32_t> m_publicSymbols;
    std::set<std::uint32_t> m_usedFiles;
    std::unordered_map<std::int32_t, std::size_t> m_variableParts; ///< module, by variable
};

} // namespace

bool isRuntimeFunction(std::string_view name) noexcept {
    static constexpr std::array<std::string_view, 5> kNames = {"vprintf", "__assertfail", "malloc",
                                                               "free", "cudaGraphSetConditional"};
    return name.starts_with("__cudaCDP2") || // launches from kernels
           std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::string firstUnresolved(const Module& module) {
    std::string name;
    const auto check = [&](std::int32_t index) {
        if (!name.empty())
            return;
        const Symbol& symbol = module.symbols[static_cast<std::size_t>(index)];
        if (symbol.kind == Symbol::Kind::function) {
            const Function& function = module.functions[static_cast<std::size_t>(symbol.index)];
            if (function.isDeclaration && !isRuntimeFunction(function.name))
                name = function.name;
            return;
        }
        const Variable& variable = module.variables[static_cast<std::size_t>(symbol.index)];
        if (variable.isExtern && variable.space != Space::shared)
            name = variable.name;
    };
    for (const Function& function : module.functions)
        forEachSymbolOf(function, check);
    for (const Variable& variable : module.variables) {
        for (const Relocation& relocation : variable.relocations)
            check(relocation.symbol);
    }
    return name;
}

LinkResult link(std::vector<Module> modules) {
    return Linker(std::move(modules)).link();
}

} // namespace warpbench::simgpu::ptx
