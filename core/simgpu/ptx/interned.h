// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The texts and lists that the instructions of a module refer to.
struct Module::Interned {
    std::deque<std::string> texts; ///< "ld.global.f32": stable addresses
    std::deque<std::vector<std::string_view>> modifiers;
    /// Those of modules that were linked into this one.
    std::vector<std::unique_ptr<Interned>> adopted;
};

/// An opcode with its modifiers, as instructions keep them.
struct Mnemonic {
    std::string_view opcode;
    Opcode op = Opcode::unknown;
    Modifiers modifiers;
};

/// Keeps each distinct mnemonic once while a module is parsed.
class MnemonicTable {
  public:
    explicit MnemonicTable(Module& module)
        : m_module(module) {}
    /// \param text  "ld.global.f32", without white space
    const Mnemonic& intern(std::string_view text);

  private:
    Module& m_module;
    std::unordered_map<std::string_view, Mnemonic> m_mnemonics;
};

} // namespace warpbench::simgpu::ptx
