// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// Rows of one kind (of 32 bits, of 64 bits, predicates) that hold something for a while: until the
/// instruction ends, or until who took them gives them back. So a kernel's rows do not grow with
/// its length. What a lane finds in such a row, it has put there itself and a moment before, so
/// lanes in other places of the code, and functions that call each other, may share them.
class BorrowedRows {
  public:
    /// \param next   the first row that nobody has had yet; it is moved on
    /// \param units  of a row
    std::uint16_t take(std::uint32_t& next, std::uint32_t units) {
        if (m_free.empty()) {
            next += units;
            return static_cast<std::uint16_t>(next - units);
        }
        const std::uint16_t row = m_free.back(); // used last, so it is warm in the cache
        m_free.pop_back();
        return row;
    }
    std::uint16_t takeForInstruction(std::uint32_t& next, std::uint32_t units) {
        m_ofInstruction.push_back(take(next, units));
        return m_ofInstruction.back();
    }
    void give(std::uint16_t row) { m_free.push_back(row); }
    /// The instruction has all its records.
    void endInstruction() {
        m_free.insert(m_free.end(), m_ofInstruction.rbegin(), m_ofInstruction.rend());
        m_ofInstruction.clear();
    }

  private:
    std::vector<std::uint16_t> m_free, m_ofInstruction;
};

} // namespace warpbench::simgpu::engine
