// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/debug/debug_info.h"
#include "core/simgpu/ptx/module.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::engine {

/// Names in a module that its debug information speaks of: each function's are looked through when
/// somebody first asks for one, and then no more. Refers to both, which stay as they are.
class DebugIndex {
  public:
    using Indices = std::vector<std::size_t>;

    DebugIndex(const ptx::Module& module, const ptx::DebugInfo& info);

    /// The source's functions whose code begins in a function of the module, in their order.
    const std::vector<const ptx::DebugFunction*>& functionsIn(std::uint32_t function) const;
    /// The instruction that a label is before; -1: the function has no such label.
    std::int64_t labelIn(std::uint32_t function, std::string_view name) const;
    /// The first instruction behind those that load a function's parameters: until then, they are
    /// not where the debug information says.
    std::uint32_t bodyOf(std::uint32_t function) const;
    /// Index into Function::registers; -1: none.
    std::ptrdiff_t registerIn(std::uint32_t function, std::string_view name) const;
    /// Indices into Function::variables.
    const Indices& variablesIn(std::uint32_t function, std::string_view name) const;
    /// Indices into Module::variables.
    const Indices& variables(std::string_view name) const;
    /// Index into DebugInfo::types, whatever blanks and casts the name has; -1: none.
    std::int32_t typeNamed(const std::string& name) const;
    /// Whether the debug information tells of a global variable of this name in PTX.
    bool tellsOf(std::string_view symbol) const;

  private:
    using Names = std::unordered_map<std::string_view, Indices>;
    struct InFunction {
        std::vector<const ptx::DebugFunction*> functions;
        Names labels, registers, variables;
        std::uint32_t body = 0;
    };
    const InFunction& in(std::uint32_t function) const;

    const ptx::Module& m_module;
    const ptx::DebugInfo& m_info;
    Names m_variables, m_globals;
    mutable std::map<std::uint32_t, InFunction> m_functions;       ///< those asked for
    mutable std::unordered_map<std::string, std::int32_t> m_types; ///< filled when first asked for
};

} // namespace warpbench::simgpu::engine
