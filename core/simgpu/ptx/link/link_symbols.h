// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/link/link.h"
#include "core/simgpu/ptx/symbols.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::ptx {

/// A symbol of one of the linked modules.
struct SymbolPlace {
    std::size_t module = 0;
    std::size_t symbol = 0;
};

/// The definition of each public name, over all modules.
class PublicNames {
  public:
    /// Returns an error if a name has two strong definitions or incompatible declarations.
    std::optional<LinkError> collect(const std::vector<Module>& modules);

    /// The definition that `name` is bound to, or its first declaration; null: not a public name.
    const SymbolPlace* find(std::string_view name) const;

  private:
    struct Entry {
        SymbolPlace place;
        int strength = 0;
    };
    std::unordered_map<std::string_view, Entry> m_entries;
};

/// The name visible to other modules; empty for a private symbol.
std::string_view publicName(const Module& module, std::size_t symbol, std::int32_t namedFunction);

} // namespace warpbench::simgpu::ptx
