// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layout.h"
#include "core/plan/element_set.h"
#include "ui/elements/slice.h"

#include <cstdint>
#include <memory>

namespace warpbench::ui {

/// Maps elements to cells of the inspector's table, and labels rows and columns. A plain
/// value.
class ElementGrid {
  public:
    ElementGrid() = default; ///< empty
    /// The last dimension of the slice runs along a row.
    static ElementGrid ofSlice(Slice slice);
    /// A one-dimensional slice, with `wrap` elements per row.
    static ElementGrid wrapped(Slice slice, std::int64_t wrap);
    /// One element per row.
    static ElementGrid listed(Slice slice);
    /// The same for a set of elements.
    static ElementGrid ofSet(std::shared_ptr<const project::ElementSet> set,
                             const std::vector<std::int64_t>& shape);
    /// One byte of memory per cell, `wrap` bytes per row.
    static ElementGrid ofBytes(std::int64_t elements, std::int64_t elementBytes, std::int64_t wrap);

    /// A record of memory per row, one of its members per cell.
    static ElementGrid ofRecords(std::int64_t elements, std::int64_t elementBytes,
                                 std::shared_ptr<const layouts::Layout> layout);

    std::int64_t rows() const { return m_rows; }
    std::int64_t columns() const { return m_columns; }
    std::int64_t wrap() const { return m_wrap; } ///< 0: not wrapped
    /// The element (C order in the whole buffer) in a cell; -1 after the end of the last row.
    std::int64_t elementAt(std::int64_t row, std::int64_t column) const;
    /// The cell of an element, or of its first byte; -1, -1: none.
    std::pair<std::int64_t, std::int64_t> cellOf(std::int64_t element) const;

    /// The offset of a cell's first byte; of a grid of records.
    std::int64_t byteAt(std::int64_t row, std::int64_t column) const;

    QString rowLabel(std::int64_t row) const;
    QString columnLabel(std::int64_t column) const;
    int labelCharacters() const { return m_labelCharacters; } ///< of the longest row label

  private:
    enum class Kind { nothing, slice, wrapped, listed, set, bytes, records };

    QString indexText(std::int64_t element) const;
    std::pair<std::int64_t, std::int64_t> recordOf(std::int64_t element) const;

    Kind m_kind = Kind::nothing;
    Slice m_slice;
    std::shared_ptr<const project::ElementSet> m_set;
    std::shared_ptr<const layouts::Layout> m_layout; ///< null: no grid of records
    std::int64_t m_elementBytes = 1; ///< size of an element; of a grid of bytes or records
    std::int64_t m_bytes = 0;        ///< of a grid of bytes or records
    std::int64_t m_wrap = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_columns = 0;
    int m_labelCharacters = 0;
};

} // namespace warpbench::ui
