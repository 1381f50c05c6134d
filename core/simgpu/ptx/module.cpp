// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"

#include "core/simgpu/ptx/interned.h"
#include "core/simgpu/ptx/symbols.h"

#include <algorithm>
#include <utility>

namespace warpbench::simgpu::ptx {

Module::Module()
    : interned(std::make_unique<Interned>()) {}
Module::~Module() = default;
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;

const std::string* Module::fileName(std::uint32_t number) const {
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const auto& file) { return file.first == number; });
    return found == files.end() ? nullptr : &found->second;
}

const Function* Module::function(std::string_view name) const {
    const auto found = std::find_if(functions.begin(), functions.end(),
                                    [&](const Function& each) { return each.name == name; });
    return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::variable(std::string_view name) const {
    const auto found = std::find_if(variables.begin(), variables.end(), [&](const Variable& each) {
        return each.name == name && each.ownerFunction < 0;
    });
    return found == variables.end() ? nullptr : &*found;
}

Modifiers Module::keep(std::vector<std::string_view> names) {
    return Modifiers(interned->modifiers.emplace_back(std::move(names)));
}

std::vector<std::int32_t> namedFunctions(const Module& module) {
    std::vector<std::int32_t> named;
    std::int32_t next = 0;
    for (const Symbol& symbol : module.symbols)
        named.push_back(symbol.kind == Symbol::Kind::function ? next++ : -1);
    return named;
}

const Mnemonic& MnemonicTable::intern(std::string_view text) {
    if (const auto found = m_mnemonics.find(text); found != m_mnemonics.end())
        return found->second;
    const std::string_view kept = m_module.interned->texts.emplace_back(text);
    std::string_view opcode;
    std::vector<std::string_view> modifiers;
    std::size_t begin = 0;
    while (begin <= kept.size()) {
        const std::size_t end = std::min(kept.find('.', begin), kept.size());
        const std::string_view part = kept.substr(begin, end - begin);
        if (begin == 0)
            opcode = part;
        else
            modifiers.push_back(part);
        begin = end + 1;
    }
    // ptxas takes the two either way round, and cuRAND's headers have them the wrong way.
    if (modifiers.size() >= 2 && modifiers.back() == "ftz" && *(modifiers.end() - 2) == "f32")
        std::swap(modifiers.back(), *(modifiers.end() - 2));
    return m_mnemonics
        .emplace(kept, Mnemonic{opcode, opcodeNamed(opcode), m_module.keep(std::move(modifiers))})
        .first->second;
}

} // namespace warpbench::simgpu::ptx
