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

/// Index of the names that a module's debug information refers to, built per function on first use.
/// Keeps references to both, which must not change.
class DebugIndex {
  public:
    using Indices = std::vector<std::size_t>;

    DebugIndex(const ptx::Module& module, const ptx::DebugInfo& info);

    /// The source functions whose code starts in a function of the module, in code order.
    const std::vector<const ptx::DebugFunction*>& functionsIn(std::uint32_t function) const;
    /// The instruction that follows a label; -1 if the function does not have the label.
    std::int64_t labelIn(std::uint32_t function, std::string_view name) const;
    /// The first instruction after those that load a function's parameters. Before it, parameters
    /// are not yet where the debug information says.
    std::uint32_t bodyOf(std::uint32_t function) const;
    /// Index into Function::registers; -1: none.
    std::ptrdiff_t registerIn(std::uint32_t function, std::string_view name) const;
    /// Indices into Function::variables.
    const Indices& variablesIn(std::uint32_t function, std::string_view name) const;
    /// Indices into Module::variables.
    const Indices& variables(std::string_view name) const;
    /// Index into DebugInfo::types, ignoring differences in blanks and casts; -1: none.
    std::int32_t typeNamed(const std::string& name) const;
    /// Whether the debug information describes the global variable with this PTX name.
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
    mutable std::map<std::uint32_t, InFunction> m_functions;       ///< built on demand
    mutable std::unordered_map<std::string, std::int32_t> m_types; ///< filled on first use
};

} // namespace warpbench::simgpu::engine
