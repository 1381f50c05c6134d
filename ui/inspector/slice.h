// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace warpbench::ui {

/// A part of an n-dimensional array as NumPy would write it: "3, 10:20, ::2". Each dimension is
/// either fixed to an index or a range; missing ones are whole. Negative numbers count from the
/// end.
class Slice {
    Q_DECLARE_TR_FUNCTIONS(warpbench::ui::Slice)

  public:
    struct Dimension {
        std::int64_t start = 0;
        std::int64_t count = 0; ///< elements taken; 1 where fixed
        std::int64_t step = 1;  ///< never 0; negative walks backwards
        bool fixed = false;     ///< an index rather than a range: the dimension is dropped
    };

    /// Everything.
    static Slice whole(const std::vector<std::int64_t>& shape);
    /// \returns the slice, or what is wrong with the text
    static std::variant<Slice, QString> parse(const QString& text,
                                              const std::vector<std::int64_t>& shape);

    const std::vector<Dimension>& dimensions() const { return m_dimensions; }
    const std::vector<std::int64_t>& bufferShape() const { return m_shape; }
    /// By how much the index changes from one to the next along the last dimension that is left.
    std::int64_t lastStep() const;
    /// Whether neighbours of the slice lie so far apart that hardly two of them share a page.
    bool isSparse() const;
    /// Of the dimensions that are left, outermost first; empty for a single element.
    std::vector<std::int64_t> shape() const;
    /// The table that shows the slice: the last dimension left runs along a row.
    std::int64_t rows() const;
    std::int64_t columns() const;
    /// The element (C order in the whole array) in a cell of that table.
    std::int64_t element(std::int64_t row, std::int64_t column) const;
    /// The element at an index of shape() is `origin` plus the index times `steps`, summed up.
    struct Walk {
        std::int64_t origin = 0;
        std::vector<std::int64_t> steps; ///< elements, one per dimension that is left
    };
    Walk walk() const;
    /// The first and the last element (C order in the whole array) that it has; last -1: none.
    std::pair<std::int64_t, std::int64_t> span() const;
    /// The row's index in the dimensions that are left but the last: "3, 17".
    QString rowLabel(std::int64_t row) const;
    QString columnLabel(std::int64_t column) const;
    /// The cell that shows an element, or -1, -1 where the slice leaves it out.
    std::pair<std::int64_t, std::int64_t> cellOf(std::int64_t element) const;

  private:
    std::vector<std::size_t> ranged() const; ///< dimensions that are not fixed
    std::int64_t indexAt(std::size_t dimension, std::int64_t position) const;

    std::vector<std::int64_t> m_shape;
    std::vector<Dimension> m_dimensions;
};

} // namespace warpbench::ui
