// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/ptx/print/print.h"

#include "core/simgpu/ptx/debug/debug_strings.h"
#include "core/simgpu/ptx/parse/escapes.h"
#include "core/simgpu/ptx/symbols.h"
#include "tests/simgpu/ptx/print/print_names.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpbench::simgpu::ptx {

namespace {

/// Writes .loc lines so that reading them makes the same list of locations in the same order.
class LocationPrinter {
  public:
    explicit LocationPrinter(const Module& module)
        : m_module(module) {
        for (const auto& [name, text] : module.sections) {
            if (name == ".debug_str")
                m_strings = readDebugStrings(text);
        }
    }

    /// Sets the current location, after all that precede it in the list.
    void set(std::string& text, std::int32_t location) {
        for (; m_next < location; ++m_next)
            add(text, m_next);
        m_next = std::max(m_next, location + 1);
        add(text, location);
    }

    void finish(std::string& text) {
        const auto count = static_cast<std::int32_t>(m_module.locations.size());
        for (; m_next < count; ++m_next)
            add(text, m_next);
    }

  private:
    using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    const SourceLocation& at(std::int32_t index) const {
        return m_module.locations[static_cast<std::size_t>(index)];
    }
    static Place placeOf(const SourceLocation& location) {
        return {location.file, location.line, location.column};
    }

    /// inlined_at refers to the last location at a place: if that would be a different one, the
    /// callers are printed first, from the outermost inwards.
    void add(std::string& text, std::int32_t location) {
        std::vector<std::int32_t> callers;
        for (std::int32_t caller = at(location).inlinedAt; caller >= 0;
             caller = at(caller).inlinedAt) {
            const auto last = m_last.find(placeOf(at(caller)));
            if (last != m_last.end() && last->second == caller)
                break;
            callers.push_back(caller);
        }
        std::for_each(callers.rbegin(), callers.rend(),
                      [&](std::int32_t caller) { addLine(text, caller); });
        addLine(text, location);
    }

    void addLine(std::string& text, std::int32_t index) {
        const SourceLocation& location = at(index);
        const auto place = [](const SourceLocation& where) {
            return std::to_string(where.file) + " " + std::to_string(where.line) + " " +
                   std::to_string(where.column);
        };
        text += ".loc " + place(location);
        if (!location.function.empty())
            text += ", function_name " + labelOf(location.function);
        if (location.inlinedAt >= 0)
            text += ", inlined_at " + place(at(location.inlinedAt));
        text += "\n";
        m_last[placeOf(location)] = index;
    }

    const std::string& labelOf(const std::string& function) {
        const auto [entry, isNew] = m_labels.try_emplace(function);
        if (isNew)
            entry->second = m_strings.labelOf(function);
        return entry->second;
    }

    const Module& m_module;
    DebugStrings m_strings;
    std::map<std::string, std::string> m_labels; ///< by function
    std::map<Place, std::int32_t> m_last;
    std::int32_t m_next = 0; ///< the first location that was not written yet
};

class ModulePrinter {
  public:
    explicit ModulePrinter(const Module& module)
        : m_module(module)
        , m_locations(module)
        , m_named(namedFunctions(module))
        , m_symbolNames(symbolNames(module)) {}

    std::string print() {
        head();
        std::vector<std::size_t> later;
        for (std::size_t symbol = 0; symbol < m_module.symbols.size(); ++symbol) {
            if (m_named[symbol] < 0) {
                variable(symbol);
            } else if (refersToLaterSymbols(symbol)) {
                declaration(functionAt(symbol));
                later.push_back(symbol);
            } else {
                function(functionAt(symbol));
            }
        }
        for (const std::size_t symbol : later)
            function(functionAt(symbol));
        for (const Alias& alias : m_module.aliases)
            m_text += ".alias " + functionName(alias.function) + ", " + functionName(alias.target) +
                      ";\n";
        m_locations.finish(m_text);
        for (const auto& [name, text] : m_module.sections)
            m_text += ".section " + name + " {" + text + "}\n";
        return std::move(m_text);
    }

  private:
    const Function& functionAt(std::size_t symbol) const {
        return m_module.functions[static_cast<std::size_t>(m_named[symbol])];
    }
    const std::string& functionName(std::int32_t function) const {
        return m_module.functions[static_cast<std::size_t>(function)].name;
    }
    const Variable* variableAt(std::size_t symbol) const {
        if (m_named[symbol] >= 0)
            return nullptr;
        return &m_module.variables[static_cast<std::size_t>(m_module.symbols[symbol].index)];
    }

    void head() {
        m_text += ".version " + std::to_string(m_module.versionMajor) + "." +
                  std::to_string(m_module.versionMinor) + "\n.target " + m_module.target;
        if (m_module.targetDebug)
            m_text += ", debug";
        for (const std::string& option : m_module.targetOptions)
            m_text += ", " + option;
        m_text += "\n.address_size " + std::to_string(m_module.addressSize) + "\n";
        for (const auto& [number, name] : m_module.files)
            m_text += ".file " + std::to_string(number) + " \"" + escaped(name) + "\"\n";
    }

    void variable(std::size_t symbol) {
        const Variable& each = *variableAt(symbol);
        if (each.ownerFunction < 0)
            m_text += printVariable(each, each.name, m_symbolNames) + ";\n";
    }

    /// Then its body must follow theirs, as there was a forward declaration.
    bool refersToLaterSymbols(std::size_t symbol) const {
        bool refers = false;
        forEachSymbolOf(functionAt(symbol), [&](std::int32_t other) {
            const Variable* variable = variableAt(static_cast<std::size_t>(other));
            const bool isOwn = variable && variable->ownerFunction >= 0;
            refers = refers || (!isOwn && static_cast<std::size_t>(other) > symbol);
        });
        return refers;
    }

    std::string parameters(const std::vector<Variable>& list, const std::vector<std::string>& names,
                           std::size_t first) const {
        std::string text = "(";
        for (std::size_t index = 0; index < list.size(); ++index)
            text += (index > 0 ? ", " : "") +
                    printVariable(list[index], names[first + index], m_symbolNames);
        return text + ")";
    }

    void functionHead(const Function& each, const PrintNames& names) {
        if (each.isExtern)
            m_text += ".extern ";
        if (each.isVisible)
            m_text += ".visible ";
        if (each.isWeak)
            m_text += ".weak ";
        m_text += each.isKernel ? ".entry " : ".func ";
        const Prototype& prototype = each.prototype;
        if (!prototype.returns.empty())
            m_text += parameters(prototype.returns, names.variables, 0) + " ";
        m_text += each.name;
        m_text += parameters(prototype.parameters, names.variables, prototype.returns.size());
        directives(each);
    }

    void directives(const Function& each) {
        const auto number = [&](std::string_view name, std::uint32_t value) {
            if (value != 0)
                m_text += std::string(name) + std::to_string(value);
        };
        const auto extent = [&](std::string_view name, const std::array<std::uint32_t, 3>& sizes) {
            if (sizes[0] != 0)
                m_text += std::string(name) + std::to_string(sizes[0]) + ", " +
                          std::to_string(sizes[1]) + ", " + std::to_string(sizes[2]);
        };
        if (each.prototype.noReturn)
            m_text += " .noreturn";
        extent(" .maxntid ", each.maxThreads);
        extent(" .reqntid ", each.requiredThreads);
        number(" .minnctapersm ", each.minBlocksPerSm);
        number(" .maxnreg ", each.maxRegisters);
        if (each.explicitCluster)
            m_text += " .explicitcluster";
        extent(" .reqnctapercluster ", each.requiredCluster);
        number(" .maxclusterrank ", each.maxClusterRank);
        if (each.blocksAreClusters)
            m_text += " .blocksareclusters";
    }

    void declaration(const Function& each) {
        functionHead(each, makeNames(m_module, each));
        m_text += ";\n";
    }

    void function(const Function& each) {
        if (each.isDeclaration) {
            declaration(each);
            return;
        }
        const PrintNames names = makeNames(m_module, each);
        functionHead(each, names);
        m_text += "\n{\n";
        declarations(each, names);
        code(each, names);
        m_text += "}\n";
    }

    void declarations(const Function& each, const PrintNames& names) {
        std::vector<bool> isParameter(each.registers.size(), false);
        for (const Variable& variable : each.variables) {
            for (std::size_t part = 0; variable.reg >= 0 && part < variable.vectorWidth; ++part)
                isParameter[static_cast<std::size_t>(variable.reg) + part] = true;
        }
        for (std::size_t index = 0; index < each.registers.size(); ++index) {
            if (!isParameter[index])
                m_text += ".reg ." + std::string(nameOf(each.registers[index].type)) + " " +
                          names.registers[index] + ";\n";
        }
        const std::size_t first = each.prototype.returns.size() + each.prototype.parameters.size();
        for (std::size_t index = first; index < each.variables.size(); ++index)
            m_text +=
                printVariable(each.variables[index], names.variables[index], m_symbolNames) + ";\n";
        const auto number = static_cast<std::int32_t>(&each - m_module.functions.data());
        for (const Variable& variable : m_module.variables) {
            if (variable.ownerFunction == number)
                m_text += printVariable(variable, variable.name, m_symbolNames) + ";\n";
        }
        for (std::size_t index = 0; index < each.prototypes.size(); ++index)
            callPrototype(each.prototypes[index], names.prototypes[index]);
        for (std::size_t index = 0; index < each.targetLists.size(); ++index)
            targetList(each.targetLists[index], names, index);
    }

    void callPrototype(const Prototype& prototype, const std::string& name) {
        const std::vector<std::string> blanks(
            std::max(prototype.returns.size(), prototype.parameters.size()), "_");
        m_text += name + ": .callprototype " + parameters(prototype.returns, blanks, 0) + " _ " +
                  parameters(prototype.parameters, blanks, 0) +
                  (prototype.noReturn ? " .noreturn;\n" : ";\n");
    }

    void targetList(const TargetList& list, const PrintNames& names, std::size_t index) {
        m_text += names.targetLists[index] + (list.calls ? ": .calltargets" : ": .branchtargets");
        std::string_view separator = " ";
        for (const std::int32_t target : list.targets) {
            m_text += separator;
            m_text += (list.calls ? names.symbols : names.labels)[static_cast<std::size_t>(target)];
            separator = ", ";
        }
        m_text += ";\n";
    }

    void code(const Function& each, const PrintNames& names) {
        std::size_t nextLabel = 0;
        std::int32_t location = -1;
        for (std::size_t index = 0; index <= each.code.size(); ++index) {
            for (; nextLabel < each.labels.size() && each.labels[nextLabel].instruction == index;
                 ++nextLabel)
                m_text += names.labels[nextLabel] + ":\n";
            if (index == each.code.size())
                break;
            const Instruction& instruction = each.code[index];
            if (instruction.location >= 0 && instruction.location != location)
                m_locations.set(m_text, instruction.location);
            location = instruction.location;
            m_text += "\t" + printInstruction(each, names, instruction) + ";\n";
        }
    }

    const Module& m_module;
    LocationPrinter m_locations;
    std::vector<std::int32_t> m_named;
    std::vector<std::string> m_symbolNames;
    std::string m_text;
};

} // namespace

std::string print(const Module& module) {
    return ModulePrinter(module).print();
}

} // namespace warpbench::simgpu::ptx
