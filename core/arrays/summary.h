// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"
#include "core/expression/number.h"

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpbench::memory {

/// Bins of equal width side by side. Bins of an integer type hold equally many integers each, so
/// that no bar is taller for that alone.
class Bins {
  public:
    Bins() = default; ///< none
    /// Bins that hold both ends and what is between them.
    /// \param low, high  finite values of the type, low <= high; of complex types magnitudes
    /// \param most       how many bins there may be, 2 or more
    Bins(Scalar scalar, const project::Number& low, const project::Number& high, int most);

    int count() const noexcept { return m_count; }
    /// The least value of a bin.
    project::Number start(int bin) const;
    /// Of an integer type the greatest value of a bin, else the start of the next bin.
    project::Number end(int bin) const;
    /// The bin of a finite value; -1 where none holds it.
    int of(double value) const noexcept;
    /// The same of an integer type. \param order  IntegerOrder's
    int ofInteger(std::int64_t order) const noexcept;

    bool operator==(const Bins&) const = default;

  private:
    Scalar m_scalar = Scalar::float64;
    int m_count = 0;
    std::int64_t m_lowest = 0;    ///< of an integer type, IntegerOrder's
    std::uint64_t m_width = 1;    ///< of an integer type
    double m_low = 0, m_high = 0; ///< of other types, as what follows
    double m_share = 1;           ///< of a value that is counted with
    double m_perValue = 0;        ///< bins
};

/// A complex number's magnitude; NaN where either part is NaN.
double magnitudeOf(const std::complex<double>& value) noexcept;

/// Figures about the values of an array. Lanes of vector types are counted as their own values,
/// and complex numbers by their magnitude.
struct Summary {
    /// The least or the greatest value, and the first place that holds it.
    struct End {
        project::Number value;
        std::int64_t component = 0; ///< lane component % lanes of element component / lanes

        bool operator==(const End&) const = default;
    };

    std::int64_t components = 0; ///< all values, the two counts below included
    /// A complex number counts as one of them where either part is; as nan where both kinds are.
    std::int64_t nan = 0, inf = 0;
    std::int64_t zeros = 0;
    // Of the finite values; empty and 0 where there are none.
    std::optional<End> min, max;
    double mean = 0;
    double squares = 0; ///< the sum of the squared distances from the mean
    Bins bins;
    std::vector<std::int64_t> counts; ///< finite values in each of the bins

    std::int64_t finite() const noexcept { return components - nan - inf; }
    /// The standard deviation over all finite values; empty where there are none, or where it is
    /// too large for a double.
    std::optional<double> deviation() const;
};

/// Looks at every value, on several threads. The result does not depend on their number.
/// \param bins  what to count finite values in; may be none
/// \throws Error (project) for structs, whose fields are of different types; (cancelled) soon after
///         the calling thread's CancellationScope was stopped
Summary summaryOf(const HostArray& array, const Bins& bins = {});

/// Of two arrays of one dtype, one behind the other, with the same bins: as one pass over both, but
/// for the last bits of mean and squares.
Summary joined(const Summary& a, const Summary& b);

} // namespace warpbench::memory
