// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpbench::simgpu::engine {

/// Finds the instructions that write each register of a function.
class RegisterWrites {
  public:
    explicit RegisterWrites(const ptx::Function& function);

    /// The instructions that write the register, in ascending order.
    std::span<const std::uint32_t> of(std::int32_t reg) const;
    /// Whether an instruction of [first, end) writes the register.
    bool areBetween(std::int32_t reg, std::uint32_t first, std::uint32_t end) const;

  private:
    std::vector<std::uint32_t> m_first; ///< by register: into m_at, with a sentinel at the end
    std::vector<std::uint32_t> m_at;    ///< instructions, ascending for each register
};

} // namespace warpbench::simgpu::engine
