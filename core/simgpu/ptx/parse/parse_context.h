// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/debug/debug_lines.h"
#include "core/simgpu/ptx/interned.h"
#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/names.h"
#include "core/simgpu/ptx/parse/token_stream.h"

#include <cstdint>
#include <string_view>

namespace warpbench::simgpu::ptx {

/// State shared by all parts of the parser for one text.
struct ParseContext {
    explicit ParseContext(std::string_view text)
        : tokens(text)
        , mnemonics(module)
        , debug(module)
        , registerBudget(kSpareRegisters + text.size())
        , initialBudget(kSpareInitialBytes + 16 * text.size()) {}

    /// A short text must not produce a huge module: `%r<4000000000>`, or an initializer for the
    /// last element of a huge array. Real modules name each of their registers and values.
    static constexpr std::uint64_t kSpareRegisters = 1u << 16;
    static constexpr std::uint64_t kSpareInitialBytes = 1u << 22;

    TokenStream tokens;
    Module module;
    MnemonicTable mnemonics;
    Names names;
    DebugLines debug;
    Function* function = nullptr; ///< the function being parsed; null at module scope
    std::uint64_t registerBudget; ///< registers that may still be declared
    std::uint64_t initialBudget;  ///< bytes that initializers may still fill

    Variable& variableOf(const Symbol& symbol) {
        return module.variables[static_cast<std::size_t>(symbol.index)];
    }
    Symbol& symbol(std::int32_t index) { return module.symbols[static_cast<std::size_t>(index)]; }
    /// Adds a symbol and returns its index.
    std::int32_t addSymbol(Symbol::Kind kind, std::size_t index) {
        module.symbols.push_back({kind, static_cast<std::int32_t>(index)});
        return static_cast<std::int32_t>(module.symbols.size()) - 1;
    }
};

/// What precedes a name at module scope.
struct Linkage {
    bool isExtern = false;
    bool isVisible = false;
    bool isWeak = false;
    bool isCommon = false;
};

} // namespace warpbench::simgpu::ptx
