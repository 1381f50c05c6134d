// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/debug/debug_index.h"

namespace warpbench::simgpu::engine {

namespace {

/// Things of a name, by their places in a list.
template <class Names, class List>
void collect(Names& names, const List& list) {
    for (std::size_t n = 0; n < list.size(); ++n)
        names[list[n].name].push_back(n);
}

template <class Names>
const DebugIndex::Indices& found(const Names& names, std::string_view name) {
    static const DebugIndex::Indices kNone;
    const auto at = names.find(name);
    return at == names.end() ? kNone : at->second;
}

/// Compilers give a function's prologue its line and column 0.
std::uint32_t firstOfBody(const ptx::Module& module, const ptx::Function& function) {
    const auto locationAt = [&](std::size_t instruction) -> const ptx::SourceLocation* {
        const std::int32_t at = function.code[instruction].location;
        return at < 0 ? nullptr : &module.locations[static_cast<std::size_t>(at)];
    };
    std::size_t body = 0;
    const ptx::SourceLocation* const first = function.code.empty() ? nullptr : locationAt(0);
    if (!first || first->column != 0)
        return 0;
    for (; body < function.code.size(); ++body) {
        const ptx::SourceLocation* const at = locationAt(body);
        if (!at || at->line != first->line || at->column != 0)
            break;
    }
    // If no instruction has a column, the end of the prologue is unknown.
    return body == function.code.size() ? 0 : static_cast<std::uint32_t>(body);
}

/// "Tile<float, 4>" for "Tile< float,(int)4 >" and "ns::Tile<float, 4>": as one would look for it.
std::string plainName(std::string_view name) {
    std::string plain;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t close = name[i] == '(' ? name.find(')', i) : std::string_view::npos;
        if (close != std::string_view::npos) {
            i = close;
            continue;
        }
        if (name[i] == ':' && i + 1 < name.size() && name[i + 1] == ':') {
            const std::size_t begin = plain.find_last_of("<,");
            plain.erase(begin == std::string::npos ? 0 : begin + 1);
            ++i;
            continue;
        }
        if (name[i] != ' ')
            plain += name[i];
    }
    return plain;
}

} // namespace

DebugIndex::DebugIndex(const ptx::Module& module, const ptx::DebugInfo& info)
    : m_module(module)
    , m_info(info) {
    collect(m_variables, module.variables);
    for (std::size_t n = 0; n < info.globals.size(); ++n) {
        if (!info.globals[n].locations.empty())
            m_globals[info.globals[n].locations[0].symbol].push_back(n);
    }
}

const DebugIndex::InFunction& DebugIndex::in(std::uint32_t function) const {
    const auto [at, isNew] = m_functions.try_emplace(function);
    InFunction& names = at->second;
    if (!isNew)
        return names;
    const ptx::Function& f = m_module.functions[function];
    collect(names.labels, f.labels);
    collect(names.registers, f.registers);
    collect(names.variables, f.variables);
    names.body = firstOfBody(m_module, f);
    for (const ptx::DebugFunction& each : m_info.functions) {
        if (each.part == m_module.parts.ofFunction(function) && names.labels.contains(each.begin))
            names.functions.push_back(&each);
    }
    return names;
}

const std::vector<const ptx::DebugFunction*>&
DebugIndex::functionsIn(std::uint32_t function) const {
    return in(function).functions;
}

std::int64_t DebugIndex::labelIn(std::uint32_t function, std::string_view name) const {
    const Indices& labels = found(in(function).labels, name);
    return labels.empty() ? -1 : m_module.functions[function].labels[labels.front()].instruction;
}

std::uint32_t DebugIndex::bodyOf(std::uint32_t function) const {
    return in(function).body;
}

std::ptrdiff_t DebugIndex::registerIn(std::uint32_t function, std::string_view name) const {
    const Indices& registers = found(in(function).registers, name);
    return registers.empty() ? -1 : static_cast<std::ptrdiff_t>(registers.front());
}

const DebugIndex::Indices& DebugIndex::variablesIn(std::uint32_t function,
                                                   std::string_view name) const {
    return found(in(function).variables, name);
}

const DebugIndex::Indices& DebugIndex::variables(std::string_view name) const {
    return found(m_variables, name);
}

std::int32_t DebugIndex::typeNamed(const std::string& name) const {
    for (std::size_t i = m_types.empty() ? 0 : m_info.types.size(); i < m_info.types.size(); ++i) {
        const ptx::DebugType& type = m_info.types[i];
        if (!type.name.empty() && type.size > 0)
            m_types.try_emplace(plainName(type.name), static_cast<std::int32_t>(i));
    }
    const auto found = m_types.find(plainName(name));
    return found == m_types.end() ? -1 : found->second;
}

bool DebugIndex::tellsOf(std::string_view symbol) const {
    return m_globals.contains(symbol);
}

} // namespace warpbench::simgpu::engine
