// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/arrays/host_array.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Elements of any dtype as double, integer or complex, singly and in runs.
///
/// Conversions *to* a narrower type: floats round to nearest even (for overflow see
/// float_formats.h); float to integer drops the fraction, saturates and turns NaN into 0, as a GPU
/// does; integer to integer wraps; any nonzero value is true.
namespace warpbench::arrays {

double readDouble(Scalar scalar, const std::byte* from) noexcept; ///< complex: the real part
/// Floats lose their fraction and saturate; a uint64 above the largest int64 keeps its bits.
std::int64_t readInt64(Scalar scalar, const std::byte* from) noexcept;
std::complex<double> readComplex(Scalar scalar, const std::byte* from) noexcept;

void writeDouble(Scalar scalar, std::byte* to, double value) noexcept;
/// \param value  for uint64: its bits
void writeInt64(Scalar scalar, std::byte* to, std::int64_t value) noexcept;
void writeComplex(Scalar scalar, std::byte* to, std::complex<double> value) noexcept;

/// Contiguous values, `out.size()` or `values.size()` of them.
void readDoubles(Scalar scalar, const std::byte* from, std::span<double> out) noexcept;
void readInt64s(Scalar scalar, const std::byte* from, std::span<std::int64_t> out) noexcept;
void readComplexes(Scalar scalar, const std::byte* from,
                   std::span<std::complex<double>> out) noexcept;
void writeDoubles(Scalar scalar, std::byte* to, std::span<const double> values) noexcept;
void writeInt64s(Scalar scalar, std::byte* to, std::span<const std::int64_t> values) noexcept;
void writeComplexes(Scalar scalar, std::byte* to,
                    std::span<const std::complex<double>> values) noexcept;

/// The values of an array of scalars or vectors, lane by lane: component c is lane c % lanes of
/// element c / lanes. The array must outlive the reader.
class ElementReader {
  public:
    /// \throws Error (project) for an array of structs, because fields have different types
    explicit ElementReader(const HostArray& array);

    Scalar scalar() const noexcept { return m_scalar; }
    std::int64_t components() const noexcept { return m_components; }
    double asDouble(std::int64_t component) const noexcept {
        return readDouble(m_scalar, at(component));
    }
    std::int64_t asInt64(std::int64_t component) const noexcept {
        return readInt64(m_scalar, at(component));
    }
    std::complex<double> asComplex(std::int64_t component) const noexcept {
        return readComplex(m_scalar, at(component));
    }
    /// The component's text (formatScalar).
    std::string format(std::int64_t component) const;

  private:
    const std::byte* at(std::int64_t component) const noexcept {
        return m_data + std::size_t(component) * m_step;
    }

    Scalar m_scalar;
    std::size_t m_step;
    std::int64_t m_components;
    const std::byte* m_data;
};

/// A value as text: the shortest decimal that reads back as the same value of its own type, "nan",
/// "inf", "-inf", "true", "false", "1+2j".
std::string formatScalar(Scalar scalar, const std::byte* from);
/// An element as text: "(1, 2, 3, 4)" for vectors, "{x: 1, y: [0, 0]}" for structs.
std::string formatElement(const DType& dtype, const std::byte* from);
std::string formatElement(const HostArray& array, std::int64_t element);

/// Index of an element along each dimension, outermost first.
std::vector<std::int64_t> unravel(std::int64_t element, std::span<const std::int64_t> shape);

} // namespace warpbench::arrays
