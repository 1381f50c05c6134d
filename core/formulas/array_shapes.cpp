// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrices, and elements that change their places.
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/base/parallel.h"
#include "core/expression/integer_math.h"
#include "core/formulas/array_function.h"

#include <Eigen/Core>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace warpbench::project::array_functions {

/// Matrices, vectors, and stacks of matrices with the same leading dimensions (or none).
HostArray ArrayFunction::matmul() const {
    Shape a = argument(0).shape();
    Shape b = argument(1).shape();
    if (a.empty() || b.empty()) {
        fail(
            {"WB1223", "a single number is not a matrix", "give arrays of one or more dimensions"});
    }
    const bool rowVector = a.size() == 1;
    const bool columnVector = b.size() == 1;
    if (rowVector) {
        a.insert(a.begin(), 1);
    }
    if (columnVector) {
        b.push_back(1);
    }
    const std::int64_t rows = a[a.size() - 2];
    const std::int64_t depth = a.back();
    const std::int64_t columns = b.back();
    const Shape stackA(a.begin(), a.end() - 2);
    const Shape stackB(b.begin(), b.end() - 2);
    if (b[b.size() - 2] != depth || (!stackB.empty() && !stackA.empty() && stackA != stackB)) {
        fail({"WB1224",
              "the inner dimensions are {first} and {second}",
              "the first array's columns must be as many as the second one's rows",
              {{"first", depth}, {"second", b[b.size() - 2]}}});
    }
    Shape shape = stackA.empty() ? stackB : stackA;
    const std::int64_t stack = arrays::elementCount(shape);
    if (!rowVector) {
        shape.push_back(rows);
    }
    if (!columnVector) {
        shape.push_back(columns);
    }
    const Scalar type = commonType();
    const HostArray left = as(argument(0), type);
    const HostArray right = as(argument(1), type);
    HostArray result(type, shape);
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        // Integers are unsigned: overflow wraps.
        using M = std::conditional_t<std::is_same_v<T, std::int64_t>, std::uint64_t, T>;
        using Matrix = Eigen::Matrix<M, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        for (std::int64_t s = 0; s < stack; ++s) {
            const std::int64_t at = stackA.empty() ? 0 : s * rows * depth;
            const std::int64_t bt = stackB.empty() ? 0 : s * depth * columns;
            const Eigen::Map<const Matrix> x(reinterpret_cast<const M*>(left.bytes().data()) + at,
                                             rows, depth);
            const Eigen::Map<const Matrix> y(reinterpret_cast<const M*>(right.bytes().data()) + bt,
                                             depth, columns);
            Eigen::Map<Matrix> z(reinterpret_cast<M*>(result.bytes().data()) + s * rows * columns,
                                 rows, columns);
            // In tiles of one size, whatever the number of threads, so that sums round alike
            // everywhere.
            constexpr std::int64_t kTileRows = 128;
            constexpr std::int64_t kTileColumns = 512;
            const std::int64_t across = (columns + kTileColumns - 1) / kTileColumns;
            const std::int64_t down = (rows + kTileRows - 1) / kTileRows;
            const std::stop_token stop = currentStopToken();
            parallelFor(across * down, 1, [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t tile = first; tile < last; ++tile) {
                    throwIfCancelled(stop);
                    const std::int64_t row = tile / across * kTileRows;
                    const std::int64_t column = tile % across * kTileColumns;
                    const std::int64_t height = std::min(kTileRows, rows - row);
                    const std::int64_t width = std::min(kTileColumns, columns - column);
                    z.block(row, column, height, width).noalias() =
                        x.middleRows(row, height) * y.middleCols(column, width);
                }
            });
        }
        return result;
    });
}

HostArray ArrayFunction::outer() const {
    const Scalar type = commonType();
    const HostArray left = as(argument(0), type);
    const HostArray right = as(argument(1), type);
    HostArray result(type, Shape{left.elements(), right.elements()});
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        std::size_t n = 0;
        CancelPoint point;
        const auto row = right.as<T>();
        auto out = result.as<T>();
        for (const T a : left.as<T>()) {
            point(right.elements());
            for (const T b : row) {
                out[n++] = times(a, b);
            }
        }
        return result;
    });
}

/// Copies elements so that element `index` of the result is element from(index) of the argument.
template <class From>
HostArray gathered(const HostArray& array, Shape shape, From from) {
    HostArray result(array.dtype(), std::move(shape));
    const std::size_t size = array.dtype().size();
    CancelPoint point;
    for (std::int64_t n = 0; n < result.elements(); ++n) {
        point();
        const std::int64_t source = from(n);
        if (source >= 0) {
            std::memcpy(result.bytes().data() + std::size_t(n) * size,
                        array.bytes().data() + std::size_t(source) * size, size);
        }
    }
    return result;
}

HostArray ArrayFunction::transpose() const {
    const HostArray& array = argument(0);
    const std::size_t dimensions = array.shape().size();
    std::vector<std::size_t> order(dimensions);
    if (m_arguments.size() == 1) {
        std::iota(order.rbegin(), order.rend(), std::size_t(0));
    } else {
        if (m_arguments.size() - 1 != dimensions) {
            fail({"WB1225", "not as many axes as dimensions", "give each axis once"});
        }
        std::vector<bool> seen(dimensions, false);
        for (std::size_t d = 0; d < dimensions; ++d) {
            order[d] = axis(d + 1);
            if (seen[order[d]]) {
                fail({"WB1226", "an axis is given twice", "give each axis once"});
            }
            seen[order[d]] = true;
        }
    }
    Shape strides(dimensions);
    std::int64_t stride = 1;
    for (std::size_t d = dimensions; d-- > 0;) {
        strides[d] = stride;
        stride *= array.shape()[d];
    }
    Shape shape;
    for (const std::size_t d : order) {
        shape.push_back(array.shape()[d]);
    }
    return gathered(array, shape, [&](std::int64_t n) {
        std::int64_t source = 0;
        for (std::size_t d = dimensions; d-- > 0;) {
            source += n % shape[d] * strides[order[d]];
            n /= shape[d];
        }
        return source;
    });
}

HostArray ArrayFunction::reshape() const {
    Shape shape;
    for (std::size_t i = 1; i < m_arguments.size(); ++i) {
        shape.push_back(integer(i));
        if (shape.back() < 0) {
            fail({"WB1227", "a dimension below 0", "give the size of each dimension"});
        }
    }
    if (arrays::elementCount(shape) != argument(0).elements()) {
        fail({"WB1228",
              "the array has {count} elements",
              "give a shape of as many",
              {{"count", argument(0).elements()}}});
    }
    return HostArray(argument(0).dtype(), shape, argument(0).block());
}

HostArray ArrayFunction::flip() const {
    const Lines lines(argument(0).shape(), axis(1));
    return gathered(argument(0), argument(0).shape(), [&](std::int64_t n) {
        const std::int64_t i = n % lines.inner;
        const std::int64_t at = n / lines.inner % lines.length;
        const std::int64_t o = n / lines.inner / lines.length;
        return std::int64_t(lines.at(o, lines.length - 1 - at, i));
    });
}

/// roll wraps round; shift fills with zeros. Element n moves to n + distance.
HostArray ArrayFunction::moved(bool wrap) const {
    const Lines lines(argument(0).shape(), axis(2));
    const std::int64_t distance = integer(1);
    if (lines.length == 0) {
        return argument(0);
    }
    return gathered(argument(0), argument(0).shape(), [&](std::int64_t n) -> std::int64_t {
        const std::int64_t i = n % lines.inner;
        const std::int64_t at = n / lines.inner % lines.length;
        const std::int64_t o = n / lines.inner / lines.length;
        if (wrap) {
            const std::int64_t by = floorModulo(distance, lines.length);
            return std::int64_t(lines.at(o, floorModulo(at - by, lines.length), i));
        }
        if (distance >= lines.length || distance <= -lines.length) {
            return -1;
        }
        const std::int64_t from = at - distance;
        return from < 0 || from >= lines.length ? -1 : std::int64_t(lines.at(o, from, i));
    });
}

HostArray ArrayFunction::take() const {
    const HostArray& index = argument(1);
    if (!arrays::isInteger(scalarOf(index))) {
        fail({"WB1229", "the indices are not integers", "use a buffer of an integer type"});
    }
    const auto positions = index.as<std::int64_t>();
    if (argument(0).empty() && !positions.empty()) {
        fail({"WB1230",
              "index {index} is out of range for an empty array",
              "give at least one element",
              {{"index", positions.front()}}});
    }
    for (const std::int64_t position : positions) {
        if (position < 0 || position >= argument(0).elements()) {
            fail({"WB1231",
                  "the index {index} is outside the array",
                  "indices go from 0 to {last}",
                  {{"index", position}, {"last", argument(0).elements() - 1}}});
        }
    }
    return gathered(argument(0), index.shape(),
                    [&](std::int64_t n) { return positions[std::size_t(n)]; });
}

} // namespace warpbench::project::array_functions
