// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The texts and lists that a module's instructions refer to.
struct Module::Interned {
    std::deque<std::string> texts; ///< "ld.global.f32": stable addresses
    std::deque<std::vector<std::string_view>> modifiers;
    /// From modules that were linked into this one.
    std::vector<std::unique_ptr<Interned>> adopted;
};

/// An opcode with its modifiers, in the form that instructions store.
struct Mnemonic {
    std::string_view opcode;
    Opcode op = Opcode::unknown;
    Modifiers modifiers;
};

/// Stores each distinct mnemonic once while a module is parsed.
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
