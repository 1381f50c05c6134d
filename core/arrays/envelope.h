// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstdint>
#include <vector>

namespace warpbench::arrays {

/// Equally spaced elements: first, first + step, …
struct ElementRow {
    std::int64_t first = 0;
    std::int64_t step = 1; ///< not 0
    std::int64_t count = 0;

    bool operator==(const ElementRow&) const = default;
};

/// A row reduced to the width of a curve: the minimum and maximum of adjacent
/// elements.
struct Envelope {
    struct Point {
        std::int64_t position = 0; ///< in the row, from 0
        double value = 0;

        bool operator==(const Point&) const = default;
    };
    /// One curve per lane of a vector type, two for complex numbers (real and imaginary part).
    /// Positions ascend.
    std::vector<std::vector<Point>> curves;
    std::int64_t left = 0; ///< NaN and infinite values, which are not in any curve
};

/// Builds an envelope from pieces of a buffer, in any order.
class EnvelopeMaker {
  public:
    /// \param columns  adjacent elements are combined into at most this many pairs of points, >= 1
    /// \throws Error (project) for structs, because fields have different types
    EnvelopeMaker(DType dtype, const ElementRow& row, int columns);

    /// \param first  the piece's first element in the whole buffer
    /// \throws Error (cancelled) soon after the calling thread's CancellationScope was stopped
    void add(const HostArray& piece, std::int64_t first);
    Envelope envelope() const;

  private:
    /// The state of one column of a curve.
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
    std::vector<Column> m_filled; ///< the columns of each curve are contiguous
    std::int64_t m_left = 0;
};

} // namespace warpbench::arrays
