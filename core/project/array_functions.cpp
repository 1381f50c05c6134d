// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/element.h"
#include "core/project/integer_math.h"
#include "core/project/reference.h"

#include <Eigen/Core>
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <mutex>
#include <numeric>

namespace warpbench::project {

using memory::DType;
using memory::HostArray;
using memory::Scalar;

namespace {

using Complex = std::complex<double>;
using Shape = std::vector<std::int64_t>;

template <class T>
constexpr Scalar kScalarOf = std::is_same_v<T, std::int64_t> ? Scalar::int64
                             : std::is_same_v<T, double>     ? Scalar::float64
                                                             : Scalar::complex128;

/// Integers are added and multiplied as their bits, so that they wrap as a GPU's do.
template <class T>
T plus(T a, T b) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
        return T(std::uint64_t(a) + std::uint64_t(b));
    } else {
        return a + b;
    }
}
template <class T>
T times(T a, T b) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
        return T(std::uint64_t(a) * std::uint64_t(b));
    } else {
        return a * b;
    }
}

/// One call: its arguments, and how to refuse them.
class ArrayFunction {
  public:
    ArrayFunction(std::string_view name, const std::vector<HostArray>& arguments,
                  const ReferenceFailure& failure)
        : m_name(name)
        , m_arguments(arguments)
        , m_failure(failure) {}

    HostArray apply() const;

  private:
    [[noreturn]] void fail(const std::string& text, const std::string& remedy) const {
        m_failure(std::string(m_name) + ": " + text, remedy);
        std::abort(); // the failure throws
    }

    const HostArray& argument(std::size_t i) const { return m_arguments[i]; }
    bool has(std::size_t i) const { return i < m_arguments.size(); }
    static Scalar scalarOf(const HostArray& array) { return array.dtype().scalar(); }

    std::int64_t integer(std::size_t i) const;
    double real(std::size_t i) const;
    std::size_t axis(std::size_t argumentIndex) const;
    HostArray as(const HostArray& array, Scalar scalar) const;
    Scalar commonType() const;

    /// Calls body(T{}) with the type that the first argument (or both) is computed in.
    template <class Body>
    HostArray typed(Scalar scalar, Body body) const {
        if (scalar == Scalar::int64) {
            return body(std::int64_t{});
        }
        return scalar == Scalar::float64 ? body(double{}) : body(Complex{});
    }
    /// The same for functions that need an order.
    template <class Body>
    HostArray ordered(Body body) const {
        if (scalarOf(argument(0)) == Scalar::complex128) {
            fail("complex numbers have no order", "take real() or abs() of them");
        }
        return typed(scalarOf(argument(0)), [&](auto zero) -> HostArray {
            if constexpr (std::is_same_v<decltype(zero), Complex>) {
                return {};
            } else {
                return body(zero);
            }
        });
    }

    template <class T, class Combine>
    HostArray reduced(T first, Combine combine) const;
    template <class T, class Combine>
    HostArray scanned(T first, bool inclusive, Combine combine) const;
    HostArray extreme(bool largest, bool position) const;
    HostArray mean() const;
    HostArray truth(bool all) const;
    HostArray matmul() const;
    HostArray outer() const;
    HostArray transpose() const;
    HostArray reshape() const;
    HostArray flip() const;
    HostArray moved(bool wrap) const;
    HostArray take() const;
    HostArray sorted(bool positions) const;
    HostArray bincount() const;
    HostArray histogram() const;
    HostArray softmax() const;
    HostArray convolve(std::string_view extent, bool flipKernel) const;
    HostArray fourier(int dimensions, bool inverse) const;

    std::string_view m_name;
    const std::vector<HostArray>& m_arguments;
    const ReferenceFailure& m_failure;
};

std::int64_t ArrayFunction::integer(std::size_t i) const {
    const auto whole = exactInteger(real(i));
    if (!whole) {
        fail("argument " + std::to_string(i + 1) + " is not an integer", "give an integer");
    }
    return *whole;
}

double ArrayFunction::real(std::size_t i) const {
    if (argument(i).elements() != 1) {
        fail("argument " + std::to_string(i + 1) + " must be a single number", "give a number");
    }
    return memory::readDouble(scalarOf(argument(i)), argument(i).bytes().data());
}

/// The dimension that an argument names; negative ones count from the last.
std::size_t ArrayFunction::axis(std::size_t argumentIndex) const {
    const auto dimensions = std::int64_t(argument(0).shape().size());
    const std::int64_t given = has(argumentIndex) ? integer(argumentIndex) : -1;
    const std::int64_t number = given < 0 ? given + dimensions : given;
    if (number < 0 || number >= dimensions) {
        fail("there is no axis " + std::to_string(given) + " in an array of " +
                 std::to_string(dimensions) + " dimensions",
             "axes count from 0");
    }
    return std::size_t(number);
}

HostArray ArrayFunction::as(const HostArray& array, Scalar scalar) const {
    if (scalarOf(array) == scalar) {
        return array;
    }
    HostArray result(scalar, array.shape());
    const auto count = std::size_t(array.elements());
    if (count == 0) {
        return result;
    }
    if (scalar == Scalar::float64) {
        memory::readDoubles(scalarOf(array), array.bytes().data(), result.as<double>());
    } else {
        memory::readComplexes(scalarOf(array), array.bytes().data(), result.as<Complex>());
    }
    return result;
}

Scalar ArrayFunction::commonType() const {
    return std::max(scalarOf(argument(0)), scalarOf(argument(1)));
}

/// Lengths of the dimensions before, at and after an axis.
struct Lines {
    std::int64_t outer = 1, length = 1, inner = 1;

    Lines(const Shape& shape, std::size_t axis) {
        for (std::size_t d = 0; d < shape.size(); ++d) {
            (d < axis ? outer : (d == axis ? length : inner)) *= shape[d];
        }
    }
    std::size_t at(std::int64_t o, std::int64_t n, std::int64_t i) const {
        return std::size_t((o * length + n) * inner + i);
    }
};

template <class T, class Combine>
HostArray ArrayFunction::reduced(T first, Combine combine) const {
    const HostArray& array = argument(0);
    const auto values = array.as<T>();
    if (!has(1)) {
        HostArray result(kScalarOf<T>, Shape{});
        result.template as<T>()[0] = std::accumulate(values.begin(), values.end(), first, combine);
        return result;
    }
    const std::size_t along = axis(1);
    const Lines lines(array.shape(), along);
    Shape shape = array.shape();
    shape.erase(shape.begin() + std::ptrdiff_t(along));
    HostArray result(kScalarOf<T>, shape);
    auto out = result.template as<T>();
    std::fill(out.begin(), out.end(), first);
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t n = 0; n < lines.length; ++n) {
            for (std::int64_t i = 0; i < lines.inner; ++i) {
                T& target = out[std::size_t(o * lines.inner + i)];
                target = combine(target, values[lines.at(o, n, i)]);
            }
        }
    }
    return result;
}

/// Along an axis, or over the array in C order as NumPy does where none is given.
template <class T, class Combine>
HostArray ArrayFunction::scanned(T first, bool inclusive, Combine combine) const {
    const HostArray& array = argument(0);
    const auto values = array.as<T>();
    HostArray result(kScalarOf<T>, array.shape());
    auto out = result.template as<T>();
    const Lines lines = has(1) ? Lines(array.shape(), axis(1)) : Lines({array.elements()}, 0);
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t i = 0; i < lines.inner; ++i) {
            T sum = first;
            for (std::int64_t n = 0; n < lines.length; ++n) {
                const std::size_t at = lines.at(o, n, i);
                const T next = combine(sum, values[at]);
                out[at] = inclusive ? next : sum;
                sum = next;
            }
        }
    }
    return result;
}

/// NaN wins, as in NumPy.
HostArray ArrayFunction::extreme(bool largest, bool position) const {
    const HostArray& array = argument(0);
    if (array.empty()) {
        fail("an empty array has no extreme value", "give at least one element");
    }
    return ordered([&](auto zero) {
        using T = decltype(zero);
        const auto values = array.as<T>();
        const bool whole = !has(1);
        const std::size_t along = whole ? 0 : axis(1);
        const Lines lines = whole ? Lines({array.elements()}, 0) : Lines(array.shape(), along);
        Shape shape = whole ? Shape{} : array.shape();
        if (!whole) {
            shape.erase(shape.begin() + std::ptrdiff_t(along));
        }
        const auto better = [&](T a, T b) {
            if constexpr (std::is_same_v<T, double>) {
                if (std::isnan(a) || std::isnan(b)) {
                    return std::isnan(a) && !std::isnan(b);
                }
            }
            return largest ? a > b : a < b;
        };
        HostArray result(position ? Scalar::int64 : kScalarOf<T>, shape);
        for (std::int64_t o = 0; o < lines.outer; ++o) {
            for (std::int64_t i = 0; i < lines.inner; ++i) {
                std::int64_t best = 0;
                for (std::int64_t n = 1; n < lines.length; ++n) {
                    if (better(values[lines.at(o, n, i)], values[lines.at(o, best, i)])) {
                        best = n;
                    }
                }
                const auto to = std::size_t(o * lines.inner + i);
                if (position) {
                    result.as<std::int64_t>()[to] = best;
                } else {
                    result.as<T>()[to] = values[lines.at(o, best, i)];
                }
            }
        }
        return result;
    });
}

HostArray ArrayFunction::mean() const {
    const HostArray& array = argument(0);
    const Scalar type = std::max(scalarOf(array), Scalar::float64);
    std::vector<HostArray> arguments = m_arguments;
    arguments[0] = as(array, type);
    HostArray sum = ArrayFunction("sum", arguments, m_failure).apply();
    const double count =
        double(array.elements()) / double(std::max<std::int64_t>(1, sum.elements()));
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (!std::is_same_v<T, std::int64_t>) {
            for (T& value : sum.as<T>()) {
                value /= count;
            }
        }
        return sum;
    });
}

HostArray ArrayFunction::truth(bool all) const {
    const HostArray& array = argument(0);
    HostArray flags(Scalar::int64, array.shape());
    auto out = flags.as<std::int64_t>();
    for (std::size_t n = 0; n < out.size(); ++n) {
        out[n] = memory::readComplex(scalarOf(array),
                                     array.bytes().data() + n * array.dtype().size()) != Complex(0);
    }
    std::vector<HostArray> arguments = m_arguments;
    arguments[0] = flags;
    return all ? ArrayFunction("prod", arguments, m_failure).apply()
               : ArrayFunction("amax", arguments, m_failure).apply();
}

/// Matrices, vectors, and stacks of matrices with the same leading dimensions (or none).
HostArray ArrayFunction::matmul() const {
    Shape a = argument(0).shape();
    Shape b = argument(1).shape();
    if (a.empty() || b.empty()) {
        fail("a single number is no matrix", "give arrays of one or more dimensions");
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
        fail("the inner dimensions are " + std::to_string(depth) + " and " +
                 std::to_string(b[b.size() - 2]),
             "the first array's columns must be as many as the second one's rows");
    }
    Shape shape = stackA.empty() ? stackB : stackA;
    const std::int64_t stack = memory::elementCount(shape);
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
        // As unsigned where they are integers: overflow wraps.
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
            z.noalias() = x * y;
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
        for (const T a : left.as<T>()) {
            for (const T b : right.as<T>()) {
                result.as<T>()[n++] = times(a, b);
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
    for (std::int64_t n = 0; n < result.elements(); ++n) {
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
            fail("not as many axes as dimensions", "give each axis once");
        }
        std::vector<bool> seen(dimensions, false);
        for (std::size_t d = 0; d < dimensions; ++d) {
            order[d] = axis(d + 1);
            if (seen[order[d]]) {
                fail("an axis is given twice", "give each axis once");
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
            fail("a dimension below 0", "give the size of each dimension");
        }
    }
    if (memory::elementCount(shape) != argument(0).elements()) {
        fail("the array has " + std::to_string(argument(0).elements()) + " elements",
             "give a shape of as many");
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
    if (scalarOf(index) != Scalar::int64) {
        fail("the indices are no integers", "use a buffer of an integer type");
    }
    const auto positions = index.as<std::int64_t>();
    for (const std::int64_t position : positions) {
        if (position < 0 || position >= argument(0).elements()) {
            fail("the index " + std::to_string(position) + " is outside the array",
                 "indices go from 0 to " + std::to_string(argument(0).elements() - 1));
        }
    }
    return gathered(argument(0), index.shape(),
                    [&](std::int64_t n) { return positions[std::size_t(n)]; });
}

/// Along the last axis, ascending, NaN last, equal ones in their order.
HostArray ArrayFunction::sorted(bool positions) const {
    const HostArray& array = argument(0);
    return ordered([&](auto zero) {
        using T = decltype(zero);
        const auto values = array.as<T>();
        const std::int64_t length = array.shape().empty() ? 1 : array.shape().back();
        HostArray result(positions ? Scalar::int64 : kScalarOf<T>, array.shape());
        const auto before = [](T a, T b) {
            if constexpr (std::is_same_v<T, double>) {
                if (std::isnan(a) || std::isnan(b)) {
                    return !std::isnan(a) && std::isnan(b);
                }
            }
            return a < b;
        };
        std::vector<std::int64_t> order(static_cast<std::size_t>(length));
        for (std::int64_t first = 0; first < array.elements(); first += length) {
            std::iota(order.begin(), order.end(), std::int64_t(0));
            std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
                return before(values[std::size_t(first + a)], values[std::size_t(first + b)]);
            });
            for (std::int64_t n = 0; n < length; ++n) {
                const std::int64_t from = order[std::size_t(n)];
                if (positions) {
                    result.as<std::int64_t>()[std::size_t(first + n)] = from;
                } else {
                    result.as<T>()[std::size_t(first + n)] = values[std::size_t(first + from)];
                }
            }
        }
        return result;
    });
}

/// How often each of 0 … bins − 1 occurs; other values are left out.
HostArray ArrayFunction::bincount() const {
    const std::int64_t bins = integer(1);
    if (scalarOf(argument(0)) != Scalar::int64 || bins < 0) {
        fail("it counts integers, in 0 or more bins", "use a buffer of an integer type");
    }
    HostArray result(Scalar::int64, Shape{bins});
    auto counts = result.as<std::int64_t>();
    for (const std::int64_t value : argument(0).as<std::int64_t>()) {
        if (value >= 0 && value < bins) {
            ++counts[std::size_t(value)];
        }
    }
    return result;
}

/// Counts in `bins` equal parts of [low, high); the last one includes high, as in NumPy.
HostArray ArrayFunction::histogram() const {
    if (scalarOf(argument(0)) == Scalar::complex128) {
        fail("complex numbers have no order", "take real() or abs() of them");
    }
    const std::int64_t bins = integer(1);
    const double low = real(2);
    const double high = real(3);
    if (bins < 1 || !(low < high)) {
        fail("no bins, or an empty range", "write histogram(a, bins, low, high)");
    }
    const HostArray values = as(argument(0), Scalar::float64);
    HostArray result(Scalar::int64, Shape{bins});
    auto counts = result.as<std::int64_t>();
    for (const double value : values.as<double>()) {
        if (value >= low && value <= high) {
            const auto bin = std::int64_t((value - low) / (high - low) * double(bins));
            ++counts[std::size_t(std::min(bin, bins - 1))];
        }
    }
    return result;
}

HostArray ArrayFunction::softmax() const {
    if (scalarOf(argument(0)) == Scalar::complex128) {
        fail("it works on real numbers", "take real() or abs() of them");
    }
    const HostArray array = as(argument(0), Scalar::float64);
    const auto values = array.as<double>();
    const Lines lines(array.shape(), axis(1));
    HostArray result(Scalar::float64, array.shape());
    auto out = result.as<double>();
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t i = 0; i < lines.inner; ++i) {
            double largest = -std::numeric_limits<double>::infinity();
            for (std::int64_t n = 0; n < lines.length; ++n) {
                largest = std::max(largest, values[lines.at(o, n, i)]);
            }
            double sum = 0;
            for (std::int64_t n = 0; n < lines.length; ++n) {
                const std::size_t at = lines.at(o, n, i);
                out[at] = std::exp(values[at] - largest);
                sum += out[at];
            }
            for (std::int64_t n = 0; n < lines.length; ++n) {
                out[lines.at(o, n, i)] /= sum;
            }
        }
    }
    return result;
}

/// One- or two-dimensional, zeros beyond the edges. `full`: every overlap; `same`: the first
/// array's size, centred as SciPy does; `valid`: whole overlaps alone.
HostArray ArrayFunction::convolve(std::string_view extent, bool flipKernel) const {
    Shape a = argument(0).shape();
    Shape k = argument(1).shape();
    const std::size_t dimensions = a.size();
    if (k.size() != dimensions || dimensions < 1 || dimensions > 2) {
        fail("both arrays must have one dimension, or both two", "reshape one of them");
    }
    if (argument(0).empty() || argument(1).empty()) {
        fail("an array is empty", "give at least one element each");
    }
    Shape shape = a;
    Shape shift(dimensions, 0); // of the result's origin in the full result
    for (std::size_t d = 0; d < dimensions; ++d) {
        if (extent == "full") {
            shape[d] = a[d] + k[d] - 1;
        } else if (extent == "same") {
            shift[d] = (k[d] - 1) / 2;
        } else {
            shape[d] = a[d] - k[d] + 1;
            shift[d] = k[d] - 1;
            if (shape[d] < 1) {
                fail("the kernel is larger than the array", "use conv_full or conv_same");
            }
        }
    }
    if (dimensions == 1) { // one row
        a.insert(a.begin(), 1);
        k.insert(k.begin(), 1);
        shift.insert(shift.begin(), 0);
    }
    const Scalar type = commonType();
    const HostArray array = as(argument(0), type);
    const HostArray kernel = as(argument(1), type);
    HostArray result(type, shape);
    const std::int64_t columns = shape.back();
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        const auto values = array.as<T>();
        const auto weights = kernel.as<T>();
        for (std::int64_t n = 0; n < result.elements(); ++n) {
            const std::int64_t y = n / columns + shift[0];
            const std::int64_t x = n % columns + shift[1];
            T sum{};
            for (std::int64_t q = std::max<std::int64_t>(0, y - a[0] + 1);
                 q < std::min(k[0], y + 1); ++q) {
                for (std::int64_t p = std::max<std::int64_t>(0, x - a[1] + 1);
                     p < std::min(k[1], x + 1); ++p) {
                    const std::int64_t at =
                        flipKernel ? q * k[1] + p : (k[0] - 1 - q) * k[1] + (k[1] - 1 - p);
                    sum = plus(sum, times(values[std::size_t((y - q) * a[1] + x - p)],
                                          weights[std::size_t(at)]));
                }
            }
            result.as<T>()[std::size_t(n)] = sum;
        }
        return result;
    });
}

/// Over the last one or two dimensions; the inverse is divided by the number of values.
HostArray ArrayFunction::fourier(int dimensions, bool inverse) const {
    const Shape& shape = argument(0).shape();
    if (shape.size() < std::size_t(dimensions)) {
        fail("the array has too few dimensions", "give at least " + std::to_string(dimensions));
    }
    HostArray result(Scalar::complex128, shape);
    if (result.empty()) {
        return result;
    }
    memory::readComplexes(scalarOf(argument(0)), argument(0).bytes().data(), result.as<Complex>());
    std::array<int, 2> lengths{};
    std::int64_t size = 1;
    for (int d = 0; d < dimensions; ++d) {
        const std::int64_t length = shape[shape.size() - std::size_t(dimensions - d)];
        if (length > std::numeric_limits<int>::max() / 4) {
            fail("the array is too long for a reference", "check a smaller one");
        }
        lengths[std::size_t(d)] = int(length);
        size *= length;
    }
    const std::int64_t many = result.elements() / size;
    if (size > std::numeric_limits<int>::max() || many > std::numeric_limits<int>::max()) {
        fail("the array is too long for a reference", "check a smaller one");
    }
    auto* const data = reinterpret_cast<fftw_complex*>(result.bytes().data());
    static std::mutex planner; // FFTW's planner is not thread-safe
    fftw_plan plan = nullptr;
    {
        const std::lock_guard lock(planner);
        plan = fftw_plan_many_dft(dimensions, lengths.data(), int(many), data, nullptr, 1,
                                  int(size), data, nullptr, 1, int(size),
                                  inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    }
    if (!plan) {
        fail("this length cannot be transformed", "use another length");
    }
    fftw_execute(plan);
    {
        const std::lock_guard lock(planner);
        fftw_destroy_plan(plan);
    }
    if (inverse) {
        for (Complex& value : result.as<Complex>()) {
            value /= double(size);
        }
    }
    return result;
}

HostArray ArrayFunction::apply() const {
    const auto sum = [&](auto&& use) { return typed(scalarOf(argument(0)), use); };
    if (m_name == "sum") {
        return sum([&](auto zero) { return reduced(zero, plus<decltype(zero)>); });
    }
    if (m_name == "prod") {
        return sum([&](auto zero) {
            using T = decltype(zero);
            return reduced(T(1), times<T>);
        });
    }
    if (m_name == "cumsum" || m_name == "scan" || m_name == "exclusive_scan") {
        const bool inclusive = m_name != "exclusive_scan";
        return sum([&](auto zero) { return scanned(zero, inclusive, plus<decltype(zero)>); });
    }
    if (m_name == "cumprod") {
        return sum([&](auto zero) {
            using T = decltype(zero);
            return scanned(T(1), true, times<T>);
        });
    }
    if (m_name == "dot") {
        if (argument(0).elements() != argument(1).elements()) {
            fail("the arrays have " + std::to_string(argument(0).elements()) + " and " +
                     std::to_string(argument(1).elements()) + " elements",
                 "give two of the same length");
        }
        const Shape flat{argument(0).elements()};
        const std::vector<HostArray> vectors{
            HostArray(argument(0).dtype(), flat, argument(0).block()),
            HostArray(argument(1).dtype(), flat, argument(1).block())};
        return ArrayFunction("matmul", vectors, m_failure).apply();
    }
    if (m_name.starts_with("conv_")) {
        return convolve(m_name.substr(5), true);
    }
    if (m_name.starts_with("correlate_")) {
        return convolve(m_name.substr(10), false);
    }
    struct Entry {
        std::string_view name;
        HostArray (*make)(const ArrayFunction&);
    };
    static constexpr Entry kEntries[] = {
        {"all", [](const ArrayFunction& f) { return f.truth(true); }},
        {"amax", [](const ArrayFunction& f) { return f.extreme(true, false); }},
        {"amin", [](const ArrayFunction& f) { return f.extreme(false, false); }},
        {"any", [](const ArrayFunction& f) { return f.truth(false); }},
        {"argmax", [](const ArrayFunction& f) { return f.extreme(true, true); }},
        {"argmin", [](const ArrayFunction& f) { return f.extreme(false, true); }},
        {"argsort", [](const ArrayFunction& f) { return f.sorted(true); }},
        {"bincount", [](const ArrayFunction& f) { return f.bincount(); }},
        {"fft", [](const ArrayFunction& f) { return f.fourier(1, false); }},
        {"fft2", [](const ArrayFunction& f) { return f.fourier(2, false); }},
        {"flip", [](const ArrayFunction& f) { return f.flip(); }},
        {"histogram", [](const ArrayFunction& f) { return f.histogram(); }},
        {"ifft", [](const ArrayFunction& f) { return f.fourier(1, true); }},
        {"ifft2", [](const ArrayFunction& f) { return f.fourier(2, true); }},
        {"matmul", [](const ArrayFunction& f) { return f.matmul(); }},
        {"max", [](const ArrayFunction& f) { return f.extreme(true, false); }},
        {"mean", [](const ArrayFunction& f) { return f.mean(); }},
        {"min", [](const ArrayFunction& f) { return f.extreme(false, false); }},
        {"outer", [](const ArrayFunction& f) { return f.outer(); }},
        {"reshape", [](const ArrayFunction& f) { return f.reshape(); }},
        {"roll", [](const ArrayFunction& f) { return f.moved(true); }},
        {"shift", [](const ArrayFunction& f) { return f.moved(false); }},
        {"softmax", [](const ArrayFunction& f) { return f.softmax(); }},
        {"sort", [](const ArrayFunction& f) { return f.sorted(false); }},
        {"take", [](const ArrayFunction& f) { return f.take(); }},
        {"transpose", [](const ArrayFunction& f) { return f.transpose(); }},
    };
    for (const Entry& entry : kEntries) {
        if (entry.name == m_name) {
            return entry.make(*this);
        }
    }
    fail("there is no such function", "check its name");
}

} // namespace

HostArray applyArrayFunction(std::string_view name, const std::vector<HostArray>& arguments,
                             const ReferenceFailure& fail) {
    return ArrayFunction(name, arguments, fail).apply();
}

} // namespace warpbench::project
