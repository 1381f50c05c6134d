// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/arrays/value_problems.h"
#include "core/formulas/reference.h"

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Internals of the whole-array functions in references: array_functions.cpp finds and reduces,
/// array_shapes.cpp multiplies and moves, array_signals.cpp convolves and transforms.
namespace warpbench::project::array_functions {

using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

using Complex = std::complex<double>;
using Shape = std::vector<std::int64_t>;

template <class T>
inline constexpr Scalar kScalarOf = std::is_same_v<T, std::int64_t>    ? Scalar::int64
                                    : std::is_same_v<T, std::uint64_t> ? Scalar::uint64
                                    : std::is_same_v<T, double>        ? Scalar::float64
                                                                       : Scalar::complex128;

/// Integers are added and multiplied as unsigned bits, so that they wrap as on a GPU.
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

/// Fills an array of int64, uint64, float64 or complex128 from an array with the same number of
/// scalars of any type (each lane counts as one).
void convert(const HostArray& from, HostArray& to);

/// Number of elements before, along and after an axis.
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

/// One call: its arguments, and how to report errors in them.
class ArrayFunction {
  public:
    ArrayFunction(std::string_view name, const std::vector<HostArray>& arguments,
                  const ReferenceFailure& failure)
        : m_name(name)
        , m_arguments(arguments)
        , m_failure(failure) {}

    HostArray apply() const;

  private:
    [[noreturn]] void fail(ErrorText problem) const {
        m_failure(phrase("{function}: {problem}",
                         {{"function", m_name}, {"problem", std::move(problem)}}));
        std::abort(); // not reached: the failure throws
    }

    const HostArray& argument(std::size_t i) const { return m_arguments[i]; }
    bool has(std::size_t i) const { return i < m_arguments.size(); }
    static Scalar scalarOf(const HostArray& array) { return array.dtype().scalar(); }

    void requireElements() const;
    std::int64_t integer(std::size_t i) const;
    double real(std::size_t i) const;
    std::size_t axis(std::size_t argumentIndex) const;
    HostArray as(const HostArray& array, Scalar scalar) const;
    Scalar commonType() const;

    /// Calls body(T{}) with the type in which the first argument (or both) is computed.
    template <class Body>
    HostArray typed(Scalar scalar, Body body) const {
        if (scalar == Scalar::int64) {
            return body(std::int64_t{});
        }
        if (scalar == Scalar::uint64) {
            return body(std::uint64_t{});
        }
        return scalar == Scalar::float64 ? body(double{}) : body(Complex{});
    }
    /// The same for functions that need an ordered type.
    template <class Body>
    HostArray ordered(Body body) const {
        if (scalarOf(argument(0)) == Scalar::complex128) {
            fail(arrays::complexHasNoOrder());
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

} // namespace warpbench::project::array_functions
