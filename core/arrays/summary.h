// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/expression/number.h"

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpbench::arrays {

/// Adjacent bins of equal width. Bins of an integer type contain equally many integers, so that
/// rounding does not make any bar taller.
class Bins {
  public:
    Bins() = default; ///< no bins
    /// Bins that cover the range including both ends.
    /// \param low, high  finite values of the type, low <= high; magnitudes for complex types
    /// \param most       maximum number of bins, at least 2
    Bins(Scalar scalar, const project::Number& low, const project::Number& high, int most);

    int count() const noexcept { return m_count; }
    /// The smallest value of a bin.
    project::Number start(int bin) const;
    /// For an integer type, the largest value of a bin; otherwise the start of the next bin.
    project::Number end(int bin) const;
    /// The bin of a finite value; -1 if it is in none.
    int of(double value) const noexcept;
    /// The same for an integer type. \param order  from IntegerOrder
    int ofInteger(std::int64_t order) const noexcept;

    bool operator==(const Bins&) const = default;

  private:
    Scalar m_scalar = Scalar::float64;
    int m_count = 0;
    std::int64_t m_lowest = 0;    ///< for an integer type, in IntegerOrder
    std::uint64_t m_width = 1;    ///< for an integer type
    double m_low = 0, m_high = 0; ///< for other types, like the following members
    double m_share = 1;           ///< scale factor applied to values first
    double m_perValue = 0;        ///< bins per scaled value
};

/// A complex number's magnitude; NaN if either part is NaN.
double magnitudeOf(const std::complex<double>& value) noexcept;

/// Statistics of an array's values. Each lane of a vector counts as one value; complex numbers
/// count by magnitude.
struct Summary {
    /// The smallest or the largest value, and its first position.
    struct End {
        project::Number value;
        std::int64_t component = 0; ///< lane component % lanes of element component / lanes

        bool operator==(const End&) const = default;
    };

    std::int64_t components = 0; ///< all values, including the two counts below
    /// A complex number counts once if either part is; if one is NaN and one infinite, as nan.
    std::int64_t nan = 0, inf = 0;
    std::int64_t zeros = 0;
    /// Different values, as counted by DistinctValues; empty: not counted. summaryOf() and joined()
    /// do not count them.
    std::optional<std::int64_t> distinct;
    // For the finite values; empty and 0 if there are none.
    std::optional<End> min, max;
    double mean = 0;
    double squares = 0; ///< sum of the squared deviations from the mean
    Bins bins;
    std::vector<std::int64_t> counts; ///< number of finite values in each bin

    std::int64_t finite() const noexcept { return components - nan - inf; }
    /// The standard deviation of all finite values; empty if there are none, or if it is too large
    /// for a double.
    std::optional<double> deviation() const;
};

/// Reads every value, on several threads. The result does not depend on their number.
/// \param bins  for counting finite values; may be empty
/// \throws Error (project) for structs, because fields have different types; (cancelled) soon after
///         the calling thread's CancellationScope was stopped
Summary summaryOf(const HostArray& array, const Bins& bins = {});

/// Combines two consecutive arrays of one dtype with the same bins: equal to one pass over both,
/// except for the last bits of mean and squares.
Summary joined(const Summary& a, const Summary& b);

} // namespace warpbench::arrays
