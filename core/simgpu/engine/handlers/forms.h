// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/machine/warp.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// One executable form of an opcode. `shape` has a letter per operand, destination first, in the
/// order of Inst::d, a, b, c:
///   r  a register of up to 32 bits (a 32-bit row)     f  the same, immediates are f32
///   q  a 64-bit register (a 64-bit row)               g  the same, immediates are f64
///   h  the same as r, immediates are f16 or bf16 bits
///   p  a predicate                                    i  an integer constant, to Inst::imm
/// `P` after the destination is the second half of d|p, stored in the next field.
struct Form {
    Handler run = nullptr;
    const char* shape = "";
};

/// All forms of one instruction set, by key: opcode and modifiers with dots ("add.s32"), or a name
/// that starts with '$' for records that only the decoder creates.
class FormTable {
  public:
    /// \param keys  one or more keys, separated by spaces
    void add(const char* keys, const char* shape, Handler run);
    /// Key parts to be joined, for tables that are built in loops over types.
    void addJoined(std::initializer_list<const char*> parts, const char* shape, Handler run);
    const Form* find(std::string_view key) const;
    std::size_t size() const { return m_forms.size(); }
    std::vector<std::string> keys() const; ///< unsorted

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    std::unordered_map<std::string, Form, Hash, std::equal_to<>> m_forms;
};

/// The forms for the best instruction set of this machine. WARPBENCH_SIMGPU_ISA=baseline, avx2 or
/// avx512 in the environment overrides it (for tests and benchmarks).
const FormTable& forms();
/// By name; null if this machine or build does not support it.
const FormTable* formsOf(std::string_view isa);

} // namespace warpbench::simgpu::engine
