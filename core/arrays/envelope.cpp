// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/envelope.h"

#include "core/arrays/element.h"
#include "core/base/error.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

namespace warpbench::arrays {

namespace {

/// The storage type of a curve's values.
Scalar partOf(Scalar scalar) {
    if (!isComplex(scalar))
        return scalar;
    return scalar == Scalar::complex64 ? Scalar::float32 : Scalar::float64;
}

std::int64_t floorDivided(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// The positions of a row that are in elements [first, first + count).
std::pair<std::int64_t, std::int64_t> positionsIn(const ElementRow& row, std::int64_t first,
                                                  std::int64_t count) {
    const std::int64_t low = first - row.first; // of the first element, from the row's first
    const std::int64_t high = low + count - 1;
    const bool rises = row.step > 0;
    const std::int64_t step = std::abs(row.step);
    // ceil(a / step) = -floor(-a / step)
    const std::int64_t begin = -floorDivided(rises ? -low : high, step);
    const std::int64_t last = floorDivided(rises ? high : -low, step);
    return {std::clamp<std::int64_t>(begin, 0, row.count),
            std::clamp<std::int64_t>(last + 1, 0, row.count)};
}

} // namespace

void EnvelopeMaker::Column::add(std::int64_t position, double value) {
    // Of equals the first, whichever piece comes first.
    const auto takes = [&](const Envelope::Point& point, bool beyond) {
        return !filled || beyond || (value == point.value && position < point.position);
    };
    if (takes(low, value < low.value))
        low = {position, value};
    if (takes(high, value > high.value))
        high = {position, value};
    filled = true;
}

EnvelopeMaker::EnvelopeMaker(DType dtype, const ElementRow& row, int columns)
    : m_dtype(std::move(dtype))
    , m_row(row)
    , m_columns(std::min<std::int64_t>(columns, row.count))
    , m_curves(std::size_t(m_dtype.lanes())) {
    if (m_dtype.kind() == DType::Kind::structure)
        throw Error(ErrorKind::project,
                    {"WB1267", "only numbers make a curve, and the buffer holds structs",
                     "use a buffer of scalars or of a vector type here"});
    if (isComplex(m_dtype.scalar()))
        m_curves *= 2;
    m_filled.resize(m_curves * std::size_t(m_columns));
}

/// The first position of a column.
std::int64_t EnvelopeMaker::startOf(std::int64_t column) const {
    // As column * count / columns, which would overflow.
    return m_row.count / m_columns * column + m_row.count % m_columns * column / m_columns;
}

/// The column of a position.
std::int64_t EnvelopeMaker::columnOf(std::int64_t position) const {
    std::int64_t low = 0;
    std::int64_t high = m_columns - 1;
    while (low < high) {
        const std::int64_t middle = (low + high + 1) / 2;
        startOf(middle) <= position ? low = middle : high = middle - 1;
    }
    return low;
}

/// Positions [begin, end) of a column. \returns how many of their values are in no curve
std::int64_t EnvelopeMaker::addColumn(const HostArray& piece, std::int64_t first,
                                      std::int64_t begin, std::int64_t end, std::int64_t column) {
    constexpr std::size_t kBlock = 1024; // values decoded at once
    const Scalar part = partOf(m_dtype.scalar());
    // Neighbours are decoded together, other elements one by one.
    const std::int64_t together = m_row.step == 1 ? std::int64_t(kBlock / m_curves) : 1;
    std::array<double, kBlock> values{};
    std::int64_t left = 0;
    for (std::int64_t at = begin; at < end; at += together) {
        const std::int64_t element = m_row.first + at * m_row.step - first;
        const std::size_t count = std::size_t(std::min(together, end - at)) * m_curves;
        readDoubles(part, piece.bytes().data() + std::size_t(element) * m_dtype.size(),
                    {values.data(), count});
        for (std::size_t i = 0; i < count; ++i) {
            if (std::isfinite(values[i]))
                m_filled[i % m_curves * std::size_t(m_columns) + std::size_t(column)].add(
                    at + std::int64_t(i / m_curves), values[i]);
            else
                ++left;
        }
    }
    return left;
}

void EnvelopeMaker::add(const HostArray& piece, std::int64_t first) {
    const auto [begin, end] = positionsIn(m_row, first, piece.elements());
    if (begin >= end)
        return;
    // Columns are independent of each other, so threads share nothing.
    const std::int64_t firstColumn = columnOf(begin);
    std::atomic<std::int64_t> left = 0;
    project::parallelFor(columnOf(end - 1) + 1 - firstColumn, 1,
                         [&, begin = begin, end = end](std::int64_t from, std::int64_t to) {
                             for (std::int64_t column = firstColumn + from;
                                  column < firstColumn + to; ++column)
                                 left += addColumn(piece, first, std::max(begin, startOf(column)),
                                                   std::min(end, startOf(column + 1)), column);
                         });
    m_left += left;
}

Envelope EnvelopeMaker::envelope() const {
    Envelope envelope;
    envelope.left = m_left;
    for (std::size_t curve = 0; curve < m_curves; ++curve) {
        std::vector<Envelope::Point>& points = envelope.curves.emplace_back();
        for (std::int64_t i = 0; i < m_columns; ++i) {
            const Column& column = m_filled[curve * std::size_t(m_columns) + std::size_t(i)];
            if (!column.filled)
                continue;
            const bool lowFirst = column.low.position <= column.high.position;
            points.push_back(lowFirst ? column.low : column.high);
            if (column.low.position != column.high.position)
                points.push_back(lowFirst ? column.high : column.low);
        }
    }
    return envelope;
}

} // namespace warpbench::arrays
