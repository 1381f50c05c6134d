// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/decode/register_writes.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <utility>

namespace warpbench::simgpu::engine {

RegisterWrites::RegisterWrites(const ptx::Function& function)
    : m_first(function.registers.size() + 1) {
    std::vector<std::pair<std::int32_t, std::uint32_t>> all; // register, instruction
    std::vector<std::int32_t> reads, writes;
    for (std::uint32_t i = 0; i < function.code.size(); ++i) {
        reads.clear();
        writes.clear();
        ptx::registersOf(function.code[i], reads, writes);
        for (const std::int32_t reg : writes) {
            all.emplace_back(reg, i);
            ++m_first[static_cast<std::size_t>(reg) + 1];
        }
    }
    for (std::size_t r = 1; r < m_first.size(); ++r)
        m_first[r] += m_first[r - 1];
    m_at.resize(all.size());
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    for (const auto& [reg, instruction] : all)
        m_at[next[static_cast<std::size_t>(reg)]++] = instruction;
}

std::span<const std::uint32_t> RegisterWrites::of(std::int32_t reg) const {
    const auto index = static_cast<std::size_t>(reg);
    return {m_at.begin() + m_first[index], m_at.begin() + m_first[index + 1]};
}

bool RegisterWrites::areBetween(std::int32_t reg, std::uint32_t first, std::uint32_t end) const {
    const std::span<const std::uint32_t> writes = of(reg);
    const auto it = std::lower_bound(writes.begin(), writes.end(), first);
    return it != writes.end() && *it < end;
}

} // namespace warpbench::simgpu::engine
