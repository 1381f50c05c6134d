// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/parse/token_stream.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Parses .file, .loc and .section and fills Module::files, locations and sections.
class DebugLines {
  public:
    explicit DebugLines(Module& module)
        : m_module(module) {}

    /// True if the current token was one of these directives, which has been consumed.
    bool parseDirective(TokenStream& tokens);
    /// The location set by the last .loc: an index into Module::locations; -1: none.
    std::int32_t current() const { return m_current; }
    void enterFunction() { m_current = -1; }
    /// Copies the names of inlined functions from .debug_str to the locations.
    void finish();

  private:
    struct Key {
        std::uint32_t file, line, column;
        std::string_view function; ///< "$L__info_string3", as written
        std::uint32_t functionOffset;
        std::int32_t inlinedAt;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };

    void parseFile(TokenStream& tokens);
    void parseLocation(TokenStream& tokens);
    void parseSection(TokenStream& tokens);
    std::int32_t locationOf(const Key& key);

    Module& m_module;
    std::int32_t m_current = -1;
    std::unordered_map<Key, std::int32_t, KeyHash> m_locations;
    /// By file, line and column only: the last location there, which inlined_at refers to.
    std::unordered_map<Key, std::int32_t, KeyHash> m_places;
    struct FunctionName {
        std::int32_t location;
        std::string_view label;
        std::uint32_t offset;
    };
    std::vector<FunctionName> m_functionNames;
};

} // namespace warpbench::simgpu::ptx
