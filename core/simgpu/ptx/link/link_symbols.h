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

/// A symbol of one of the modules that are linked.
struct SymbolPlace {
    std::size_t module = 0;
    std::size_t symbol = 0;
};

/// Which definition each public name has, over all modules.
class PublicNames {
  public:
    /// Error where a name has two strong definitions, or its declarations do not fit together.
    std::optional<LinkError> collect(const std::vector<Module>& modules);

    /// The definition that `name` is bound to, or its first declaration; null: no public name.
    const SymbolPlace* find(std::string_view name) const;

  private:
    struct Entry {
        SymbolPlace place;
        int strength = 0;
    };
    std::unordered_map<std::string_view, Entry> m_entries;
};

/// The name that other modules see, or empty: a private symbol.
std::string_view publicName(const Module& module, std::size_t symbol, std::int32_t namedFunction);

} // namespace warpbench::simgpu::ptx
