// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// Temporary rows of one kind (32-bit, 64-bit, predicates), reserved until the instruction ends or
/// until they are returned, so that a kernel's rows do not grow with its length. A lane only reads
/// what it has just written there, so lanes at other places of the code, and functions that call
/// each other, can share them.
class BorrowedRows {
  public:
    /// \param next   the first row that was never used; advanced if none is free
    /// \param units  per row
    std::uint16_t take(std::uint32_t& next, std::uint32_t units) {
        if (m_free.empty()) {
            next += units;
            return static_cast<std::uint16_t>(next - units);
        }
        const std::uint16_t row = m_free.back(); // the last one used, so it is still in the cache
        m_free.pop_back();
        return row;
    }
    std::uint16_t takeForInstruction(std::uint32_t& next, std::uint32_t units) {
        m_ofInstruction.push_back(take(next, units));
        return m_ofInstruction.back();
    }
    void give(std::uint16_t row) { m_free.push_back(row); }
    /// Call after the last record of an instruction has been emitted.
    void endInstruction() {
        m_free.insert(m_free.end(), m_ofInstruction.rbegin(), m_ofInstruction.rend());
        m_ofInstruction.clear();
    }

  private:
    std::vector<std::uint16_t> m_free, m_ofInstruction;
};

} // namespace warpbench::simgpu::engine
