// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace warpbench::ui {

/// A part of an n-dimensional array in NumPy's notation: "3, 10:20, ::2". Each dimension is
/// either a fixed index or a range; omitted dimensions are complete. Negative numbers count from
/// the end. A ".T" at the end swaps the last two dimensions that remain.
class Slice {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::Slice)

  public:
    struct Dimension {
        std::int64_t start = 0;
        std::int64_t count = 0; ///< number of elements; 1 if fixed
        std::int64_t step = 1;  ///< never 0; negative: in reverse
        bool fixed = false;     ///< an index, not a range: removes the dimension
    };

    /// The complete array.
    static Slice whole(const std::vector<std::int64_t>& shape);
    /// \returns the slice, or the error in the text
    static std::variant<Slice, QString> parse(const QString& text,
                                              const std::vector<std::int64_t>& shape);

    const std::vector<Dimension>& dimensions() const { return m_dimensions; }
    const std::vector<std::int64_t>& bufferShape() const { return m_shape; }
    /// The dimensions that remain, in the order in which they are shown.
    std::vector<std::size_t> axes() const;
    bool isTransposed() const { return m_transposed; }
    /// The difference between adjacent indices along the last remaining dimension.
    std::int64_t lastStep() const;
    /// Whether adjacent elements are so far apart that few of them share a page.
    bool isSparse() const;
    /// The remaining dimensions, outermost first; empty for a single element.
    std::vector<std::int64_t> shape() const;
    /// The table for the slice: the last remaining dimension runs along a row.
    std::int64_t rows() const;
    std::int64_t columns() const;
    /// The element (C order in the whole array) in a cell of that table.
    std::int64_t element(std::int64_t row, std::int64_t column) const;
    /// The element at an index of shape() is `origin` plus the dot product of index and `steps`.
    struct Walk {
        std::int64_t origin = 0;
        std::vector<std::int64_t> steps; ///< in elements, one per remaining dimension
    };
    Walk walk() const;
    /// The first and the last element (C order in the whole array); last -1: empty.
    std::pair<std::int64_t, std::int64_t> span() const;
    /// The row's index in all remaining dimensions except the last: "3, 17".
    QString rowLabel(std::int64_t row) const;
    QString columnLabel(std::int64_t column) const;
    /// The cell of an element, or -1, -1 if the slice does not contain it.
    std::pair<std::int64_t, std::int64_t> cellOf(std::int64_t element) const;

  private:
    std::int64_t indexAt(std::size_t dimension, std::int64_t position) const;

    std::vector<std::int64_t> m_shape;
    std::vector<Dimension> m_dimensions;
    bool m_transposed = false; ///< the last two remaining dimensions are swapped
};

} // namespace warpbench::ui
