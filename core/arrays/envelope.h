// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstdint>
#include <vector>

namespace warpbench::memory {

/// Elements at equal distances: first, first + step, …
struct ElementRow {
    std::int64_t first = 0;
    std::int64_t step = 1; ///< not 0
    std::int64_t count = 0;

    bool operator==(const ElementRow&) const = default;
};

/// A row as a curve shows it that has a limited width: of many neighbours the lowest and the
/// highest.
struct Envelope {
    struct Point {
        std::int64_t position = 0; ///< in the row: 0 is its first element
        double value = 0;

        bool operator==(const Point&) const = default;
    };
    /// One curve for each lane of a vector type, two for complex numbers: real and imaginary
    /// parts. Positions rise.
    std::vector<std::vector<Point>> curves;
    std::int64_t left = 0; ///< values that are NaN or infinite, and in no curve
};

/// Makes an envelope of pieces of a buffer, in any order.
class EnvelopeMaker {
  public:
    /// \param columns  neighbours are combined into at most so many pairs of points, 1 or more
    /// \throws Error (project) for structs, whose fields are of different types
    EnvelopeMaker(DType dtype, const ElementRow& row, int columns);

    /// \param first  the piece's first element in the whole buffer
    /// \throws Error (cancelled) soon after the calling thread's CancellationScope was stopped
    void add(const HostArray& piece, std::int64_t first);
    Envelope envelope() const;

  private:
    /// What is known of a column of a curve.
    struct Column {
        Envelope::Point low, high;
        bool filled = false;

        void add(std::int64_t position, double value);
    };

    std::int64_t startOf(std::int64_t column) const;
    std::int64_t columnOf(std::int64_t position) const;
    std::int64_t addColumn(const HostArray& piece, std::int64_t first, std::int64_t begin,
                           std::int64_t end, std::int64_t column);

    DType m_dtype;
    ElementRow m_row;
    std::int64_t m_columns;
    std::size_t m_curves;
    std::vector<Column> m_filled; ///< the columns of a curve follow each other
    std::int64_t m_left = 0;
};

} // namespace warpbench::memory
