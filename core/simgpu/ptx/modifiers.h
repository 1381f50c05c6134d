// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace warpbench::simgpu::ptx {

/// The modifiers of an instruction, in order and without dots: {"global", "nc", "f32"};
/// "shared::cta" is one modifier. A view of a list that all instructions with the same mnemonic
/// share, owned by their module (Module::keep()).
class Modifiers {
  public:
    Modifiers() = default;
    explicit Modifiers(std::span<const std::string_view> names)
        : m_names(names) {}

    auto begin() const { return m_names.begin(); }
    auto end() const { return m_names.end(); }
    std::size_t size() const { return m_names.size(); }
    bool empty() const { return m_names.empty(); }
    /// \throws std::out_of_range
    std::string_view at(std::size_t index) const {
        if (index >= m_names.size())
            throw std::out_of_range("an instruction has fewer modifiers than it must have");
        return m_names[index];
    }
    std::string_view front() const { return at(0); }
    std::string_view back() const { return at(m_names.size() - 1); }
    bool has(std::string_view name) const { return std::ranges::find(m_names, name) != end(); }
    std::span<const std::string_view> names() const { return m_names; }
    std::vector<std::string_view> copy() const { return {begin(), end()}; }

    /// Identifies the list in memory; equal lists can differ in it.
    const std::string_view* identity() const { return m_names.data(); }
    bool operator==(const Modifiers& other) const {
        return std::ranges::equal(m_names, other.m_names);
    }

  private:
    std::span<const std::string_view> m_names;
};

} // namespace warpbench::simgpu::ptx
