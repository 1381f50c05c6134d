// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/base/parallel.h"
#include "core/expression/integer_math.h"
#include "core/formulas/array_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace warpbench::project {

namespace array_functions {

void convert(const HostArray& from, HostArray& to) {
    const Scalar scalar = from.dtype().scalar();
    const Scalar wide = to.dtype().scalar();
    constexpr std::int64_t kGrain = 1 << 16;
    parallelFor(to.elements(), kGrain, [&](std::int64_t first, std::int64_t last) {
        const std::byte* data = from.bytes().data() + std::size_t(first) * arrays::sizeOf(scalar);
        const auto at = std::size_t(first);
        const auto count = std::size_t(last - first);
        if (arrays::isInteger(wide)) { // the bits of both are the same
            arrays::readInt64s(scalar, data, to.as<std::int64_t>().subspan(at, count));
        } else if (wide == Scalar::float64) {
            arrays::readDoubles(scalar, data, to.as<double>().subspan(at, count));
        } else {
            arrays::readComplexes(scalar, data, to.as<Complex>().subspan(at, count));
        }
    });
}

void ArrayFunction::requireElements() const {
    if (argument(0).empty()) {
        fail({"WB1214", "the array is empty", "give at least one element"});
    }
}

std::int64_t ArrayFunction::integer(std::size_t i) const {
    const auto whole = exactInteger(real(i));
    if (!whole) {
        fail({"WB1215",
              "argument {number} is not an integer",
              "give an integer",
              {{"number", i + 1}}});
    }
    return *whole;
}

double ArrayFunction::real(std::size_t i) const {
    if (argument(i).elements() != 1) {
        fail({"WB1216",
              "argument {number} must be a single number",
              "give a number",
              {{"number", i + 1}}});
    }
    return arrays::readDouble(scalarOf(argument(i)), argument(i).bytes().data());
}

/// The dimension that an argument names; negative ones count from the last.
std::size_t ArrayFunction::axis(std::size_t argumentIndex) const {
    const auto dimensions = std::int64_t(argument(0).shape().size());
    const std::int64_t given = has(argumentIndex) ? integer(argumentIndex) : -1;
    const std::int64_t number = given < 0 ? given + dimensions : given;
    if (number < 0 || number >= dimensions) {
        fail({"WB1217",
              "axis {axis} is out of range for an array of {count} dimensions",
              "axes are numbered from 0",
              {{"axis", given}, {"count", dimensions}}});
    }
    return std::size_t(number);
}

HostArray ArrayFunction::as(const HostArray& array, Scalar scalar) const {
    if (scalarOf(array) == scalar) {
        return array;
    }
    HostArray result(scalar, array.shape());
    convert(array, result);
    return result;
}

Scalar ArrayFunction::commonType() const {
    return std::max(scalarOf(argument(0)), scalarOf(argument(1)));
}

template <class T, class Combine>
HostArray ArrayFunction::reduced(T first, Combine combine) const {
    const HostArray& array = argument(0);
    const auto values = array.as<T>();
    if (!has(1)) {
        HostArray result(kScalarOf<T>, Shape{});
        CancelPoint point;
        T sum = first;
        for (const T& value : values) {
            point();
            sum = combine(sum, value);
        }
        result.template as<T>()[0] = sum;
        return result;
    }
    const std::size_t along = axis(1);
    const Lines lines(array.shape(), along);
    Shape shape = array.shape();
    shape.erase(shape.begin() + std::ptrdiff_t(along));
    HostArray result(kScalarOf<T>, shape);
    auto out = result.template as<T>();
    std::fill(out.begin(), out.end(), first);
    CancelPoint point;
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t n = 0; n < lines.length; ++n) {
            point(lines.inner);
            for (std::int64_t i = 0; i < lines.inner; ++i) {
                T& target = out[std::size_t(o * lines.inner + i)];
                target = combine(target, values[lines.at(o, n, i)]);
            }
        }
    }
    return result;
}

/// Along an axis; without one, over the array in C order as in NumPy.
template <class T, class Combine>
HostArray ArrayFunction::scanned(T first, bool inclusive, Combine combine) const {
    const HostArray& array = argument(0);
    const auto values = array.as<T>();
    HostArray result(kScalarOf<T>, array.shape());
    auto out = result.template as<T>();
    const Lines lines = has(1) ? Lines(array.shape(), axis(1)) : Lines({array.elements()}, 0);
    CancelPoint point;
    for (std::int64_t o = 0; o < lines.outer; ++o) {
        for (std::int64_t i = 0; i < lines.inner; ++i) {
            T sum = first;
            for (std::int64_t n = 0; n < lines.length; ++n) {
                point();
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
    requireElements();
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
        CancelPoint point;
        for (std::int64_t o = 0; o < lines.outer; ++o) {
            for (std::int64_t i = 0; i < lines.inner; ++i) {
                std::int64_t best = 0;
                for (std::int64_t n = 1; n < lines.length; ++n) {
                    point();
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
    requireElements();
    const Scalar type = std::max(scalarOf(array), Scalar::float64);
    std::vector<HostArray> arguments = m_arguments;
    arguments[0] = as(array, type);
    HostArray sum = ArrayFunction("sum", arguments, m_failure).apply();
    const double count =
        double(array.elements()) / double(std::max<std::int64_t>(1, sum.elements()));
    return typed(type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (!std::is_integral_v<T>) {
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
    CancelPoint point;
    for (std::size_t n = 0; n < out.size(); ++n) {
        point();
        out[n] = arrays::readComplex(scalarOf(array),
                                     array.bytes().data() + n * array.dtype().size()) != Complex(0);
    }
    std::vector<HostArray> arguments = m_arguments;
    arguments[0] = flags;
    // For no elements, `all` is true and `any` is false.
    const ArrayFunction function(m_name, arguments, m_failure);
    return all ? function.reduced(std::int64_t(1), times<std::int64_t>)
               : function.reduced(std::int64_t(0),
                                  [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
}

/// Along the last axis, ascending, NaN last, equal ones in their order.
HostArray ArrayFunction::sorted(bool positions) const {
    const HostArray& array = argument(0);
    return ordered([&](auto zero) {
        using T = decltype(zero);
        const auto values = array.as<T>();
        const std::int64_t length = array.shape().empty() ? 1 : array.shape().back();
        HostArray result(positions ? Scalar::int64 : kScalarOf<T>, array.shape());
        CancelPoint point;
        const auto before = [&point](T a, T b) {
            point();
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
            if (positions) {
                std::ranges::copy(order, result.as<std::int64_t>().begin() + first);
                continue;
            }
            auto sorted = result.as<T>().subspan(std::size_t(first));
            for (std::size_t n = 0; n < order.size(); ++n) {
                sorted[n] = values[std::size_t(first + order[n])];
            }
        }
        return result;
    });
}

/// How often each of 0 … bins − 1 occurs; other values are left out.
HostArray ArrayFunction::bincount() const {
    const std::int64_t bins = integer(1);
    if (!arrays::isInteger(scalarOf(argument(0))) || bins < 0) {
        fail(
            {"WB1218", "it counts integers, in 0 or more bins", "use a buffer of an integer type"});
    }
    HostArray result(Scalar::int64, Shape{bins});
    auto counts = result.as<std::int64_t>();
    CancelPoint point;
    for (const std::int64_t value : argument(0).as<std::int64_t>()) {
        point();
        if (value >= 0 && value < bins) {
            ++counts[std::size_t(value)];
        }
    }
    return result;
}

/// Counts in `bins` equal parts of [low, high); the last one includes high, as in NumPy.
HostArray ArrayFunction::histogram() const {
    if (scalarOf(argument(0)) == Scalar::complex128) {
        fail(arrays::complexHasNoOrder());
    }
    const std::int64_t bins = integer(1);
    const double low = real(2);
    const double high = real(3);
    if (bins < 1 || !(low < high)) {
        fail({"WB1219", "no bins, or an empty range", "write histogram(a, bins, low, high)"});
    }
    if (!std::isfinite(low) || !std::isfinite(high)) {
        fail({"WB1220", "the range is not finite", "give finite numbers for low and high"});
    }
    // Halved, because the range itself may be beyond the largest double.
    const double halfWidth = high / 2 - low / 2;
    CancelPoint point;
    const HostArray values = as(argument(0), Scalar::float64);
    HostArray result(Scalar::int64, Shape{bins});
    auto counts = result.as<std::int64_t>();
    for (const double value : values.as<double>()) {
        point();
        if (value >= low && value <= high) {
            const double part = (value / 2 - low / 2) / halfWidth; // 0 to 1
            const auto bin = std::int64_t(part * double(bins));
            ++counts[std::size_t(std::min(bin, bins - 1))];
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
            fail({"WB1221",
                  "the arrays have {first} and {second} elements",
                  "give two of the same length",
                  {{"first", argument(0).elements()}, {"second", argument(1).elements()}}});
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
    fail({"WB1222", "unknown function", "check its name"});
}

} // namespace array_functions

arrays::HostArray applyArrayFunction(std::string_view name,
                                     const std::vector<arrays::HostArray>& arguments,
                                     const ReferenceFailure& fail) {
    return array_functions::ArrayFunction(name, arguments, fail).apply();
}

} // namespace warpbench::project
