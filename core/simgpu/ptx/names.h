// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Names in nested scopes, where inner ones hide outer ones. Declaring and finding take constant
/// time; closing a scope takes time proportional to its number of declarations.
template <class Value>
class ScopedTable {
  public:
    struct Found {
        const Value* value = nullptr; ///< null: unknown name
        std::uint32_t depth = 0;      ///< of the declaring scope
    };

    /// \param name  must outlive the table
    /// \return false if the innermost scope already has this name
    bool declare(std::string_view name, Value value) {
        std::int32_t& head = m_heads.try_emplace(name, -1).first->second;
        if (head >= 0 && m_entries[static_cast<std::size_t>(head)].depth == m_depth)
            return false;
        m_entries.push_back({std::move(value), head, m_depth, &head});
        head = static_cast<std::int32_t>(m_entries.size()) - 1;
        return true;
    }

    Found find(std::string_view name) const {
        const auto found = m_heads.find(name);
        if (found == m_heads.end() || found->second < 0)
            return {};
        const Entry& entry = m_entries[static_cast<std::size_t>(found->second)];
        return {&entry.value, entry.depth};
    }

    void openScope() { ++m_depth; }

    void closeScope() {
        while (!m_entries.empty() && m_entries.back().depth == m_depth) {
            *m_entries.back().head = m_entries.back().hidden;
            m_entries.pop_back();
        }
        --m_depth;
    }

    std::uint32_t depth() const { return m_depth; }

  private:
    struct Entry {
        Value value;
        std::int32_t hidden; ///< the hidden entry of an outer scope; -1: none
        std::uint32_t depth;
        std::int32_t* head; ///< into m_heads, whose nodes keep their addresses
    };
    std::unordered_map<std::string_view, std::int32_t> m_heads;
    std::vector<Entry> m_entries;
    std::uint32_t m_depth = 0;
};

/// The meaning of a name in an operand.
struct Named {
    enum class Kind : std::uint8_t {
        reg,    ///< index into Function::registers of the first of `width` components
        local,  ///< index into Function::variables
        symbol, ///< index into Module::symbols
    };
    Kind kind = Kind::reg;
    std::uint8_t width = 1; ///< of a vector register
    std::int32_t index = -1;
};

/// Registers declared as `%r<12>`, keyed by "%r".
struct RegisterRange {
    std::uint32_t count = 0;
    Named first;
};

/// The meaning of a name that is not a value.
struct LabelName {
    enum class Kind : std::uint8_t { label, targetList, prototype };
    Kind kind = Kind::label;
    std::int32_t index = -1; ///< into the function's list of that kind
};

/// All names visible at one place of a module.
class Names {
  public:
    ScopedTable<LabelName> labels;

    /// \return false if the innermost scope already has this name
    bool declareValue(std::string_view name, Named value) {
        ++m_version;
        return m_values.declare(name, value);
    }
    bool declareRange(std::string_view prefix, RegisterRange range) {
        ++m_version;
        return m_ranges.declare(prefix, range);
    }
    void openScope() {
        m_values.openScope();
        m_ranges.openScope();
        labels.openScope();
    }
    void closeScope() {
        ++m_version;
        m_values.closeScope();
        m_ranges.closeScope();
        labels.closeScope();
    }
    /// A register, variable or symbol; the index is -1 if it is unknown.
    Named find(std::string_view name) const;

  private:
    Named findAnew(std::string_view name) const;

    ScopedTable<Named> m_values;
    ScopedTable<RegisterRange> m_ranges;
    /// The most recently found names: code uses few registers again and again, and a lookup in the
    /// ranges takes several steps.
    struct Recent {
        std::string_view name;
        std::uint64_t version = 0;
        Named named;
    };
    mutable std::array<Recent, 1024> m_recent;
    std::uint64_t m_version = 1; ///< of the declarations; an older Recent is outdated
};

} // namespace warpbench::simgpu::ptx
