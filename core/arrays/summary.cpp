// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/summary.h"

#include "core/arrays/element.h"
#include "core/arrays/integer_order.h"
#include "core/base/error.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <span>

namespace warpbench::arrays {

namespace {

constexpr std::int64_t kBlock = 1024;                  // values decoded at once
constexpr std::int64_t kGrain = std::int64_t(1) << 18; // values that one thread takes
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Takes further values into a mean and its squared distances (Chan, Golub and LeVeque, 1979).
/// \param further  1 or more
void addMean(double& mean, double& squares, double count, double furtherMean, double furtherSquares,
             double further) {
    const double apart = furtherMean - mean;
    const double share = further / (count + further);
    mean += apart * share;
    squares += furtherSquares + (count > 0 ? apart * apart * count * share : 0);
}

/// One pass over values that follow each other.
class Pass {
  public:
    Pass(Scalar scalar, const Bins& bins)
        : m_scalar(scalar)
        , m_order(scalar) {
        m_summary.bins = bins;
        m_summary.counts.resize(std::size_t(bins.count()));
    }

    /// \param count  up to kBlock
    void add(const std::byte* from, std::size_t count) {
        if (isInteger(m_scalar)) {
            readInt64s(m_scalar, from, {m_integers.data(), count});
            addIntegers(count);
        } else if (isComplex(m_scalar)) {
            readComplexes(m_scalar, from, {m_complexes.data(), count});
            std::transform(m_complexes.begin(), m_complexes.begin() + std::ptrdiff_t(count),
                           m_reals.begin(), magnitudeOf);
            addReals(count);
        } else {
            readDoubles(m_scalar, from, {m_reals.data(), count});
            addReals(count);
        }
        m_summary.components += std::int64_t(count);
    }
    const Summary& summary() const { return m_summary; }

  private:
    void addIntegers(std::size_t count) {
        const std::span<std::int64_t> values(m_integers.data(), count);
        const std::int64_t zero = m_order.of(0);
        std::int64_t low = std::numeric_limits<std::int64_t>::max();
        std::int64_t high = std::numeric_limits<std::int64_t>::min();
        std::int64_t zeros = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t order = m_order.of(values[i]);
            values[i] = order;
            low = std::min(low, order);
            high = std::max(high, order);
            zeros += order == zero;
            m_finite[i] = m_order.toDouble(order);
        }
        const Bins& bins = m_summary.bins;
        for (std::size_t i = 0; bins.count() > 0 && i < count; ++i) {
            if (const int bin = bins.ofInteger(values[i]); bin >= 0)
                ++m_summary.counts[std::size_t(bin)];
        }
        m_summary.zeros += zeros;
        const auto placeOf = [&](std::int64_t order) {
            return std::find(values.begin(), values.end(), order) - values.begin();
        };
        if (!m_summary.min || low < m_low) {
            m_low = low;
            m_summary.min = {m_order.toNumber(low), m_summary.components + placeOf(low)};
        }
        if (!m_summary.max || high > m_high) {
            m_high = high;
            m_summary.max = {m_order.toNumber(high), m_summary.components + placeOf(high)};
        }
        addToMean(count);
    }

    void addReals(std::size_t count) {
        std::size_t finite = 0;
        double low = kInfinity, high = -kInfinity;
        std::int64_t zeros = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double value = m_reals[i];
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
                zeros += value == 0;
                m_finite[finite++] = value;
            } else if (std::isnan(value)) {
                ++m_summary.nan;
            } else {
                ++m_summary.inf;
            }
        }
        if (finite == 0)
            return;
        const Bins& bins = m_summary.bins;
        for (std::size_t i = 0; bins.count() > 0 && i < finite; ++i) {
            if (const int bin = bins.of(m_finite[i]); bin >= 0)
                ++m_summary.counts[std::size_t(bin)];
        }
        m_summary.zeros += zeros;
        const auto placeOf = [&](double value) {
            return std::find(m_reals.begin(), m_reals.end(), value) - m_reals.begin();
        };
        if (!m_summary.min || low < std::get<double>(m_summary.min->value))
            m_summary.min = {low, m_summary.components + placeOf(low)};
        if (!m_summary.max || high > std::get<double>(m_summary.max->value))
            m_summary.max = {high, m_summary.components + placeOf(high)};
        addToMean(finite);
    }

    /// Takes the first values of m_finite. \param count  1 or more
    void addToMean(std::size_t count) {
        double sum = 0;
        double parts = 0; // the same, but divided first: only overflows if a value does
        for (std::size_t i = 0; i < count; ++i)
            sum += m_finite[i];
        if (!std::isfinite(sum)) {
            for (std::size_t i = 0; i < count; ++i)
                parts += m_finite[i] / double(count);
        }
        const double mean = std::isfinite(sum) ? sum / double(count) : parts;
        double squares = 0;
        for (std::size_t i = 0; i < count; ++i)
            squares += (m_finite[i] - mean) * (m_finite[i] - mean);
        addMean(m_summary.mean, m_summary.squares, double(m_seen), mean, squares, double(count));
        m_seen += std::int64_t(count);
        m_summary.mean = std::clamp(m_summary.mean, project::toDouble(m_summary.min->value),
                                    project::toDouble(m_summary.max->value));
    }

    Scalar m_scalar;
    IntegerOrder m_order;
    Summary m_summary;
    std::int64_t m_low = 0, m_high = 0; ///< of integers, IntegerOrder's
    std::int64_t m_seen = 0;            ///< finite values
    std::array<std::int64_t, kBlock> m_integers{};
    std::array<std::complex<double>, kBlock> m_complexes{};
    std::array<double, kBlock> m_reals{};
    std::array<double, kBlock> m_finite{}; ///< the finite ones, without gaps
};

/// Whether a is less than b, exactly. Both are integers, or neither is.
bool isLess(const project::Number& a, const project::Number& b) {
    if (const auto* real = std::get_if<double>(&a))
        return *real < std::get<double>(b);
    return project::compare(*project::asInteger(a), *project::asInteger(b)) < 0;
}

} // namespace

Bins::Bins(Scalar scalar, const project::Number& low, const project::Number& high, int most)
    : m_scalar(scalar) {
    if (isInteger(scalar)) {
        const IntegerOrder order(scalar);
        m_lowest = order.fromNumber(low);
        // Less 1, as 2^64 integers are more than 64 bits can count.
        const std::uint64_t last = std::uint64_t(order.fromNumber(high)) - std::uint64_t(m_lowest);
        m_width = last / std::uint64_t(most) + 1;
        m_count = int(last / m_width) + 1;
    } else {
        m_low = project::toDouble(low);
        m_high = project::toDouble(high);
        // Halves keep the widest range of doubles finite.
        m_share = std::isfinite(m_high - m_low) ? 1 : 0.5;
        m_perValue = most / (m_high * m_share - m_low * m_share);
        m_count = std::isfinite(m_perValue) ? most : 1; // 1 of a range that is next to nothing
    }
}

project::Number Bins::start(int bin) const {
    if (isInteger(m_scalar))
        return IntegerOrder(m_scalar).toNumber(
            std::int64_t(std::uint64_t(m_lowest) + std::uint64_t(bin) * m_width));
    if (bin >= m_count)
        return m_high;
    const double share = double(bin) / m_count;
    return m_low * (1 - share) + m_high * share;
}

project::Number Bins::end(int bin) const {
    if (!isInteger(m_scalar))
        return start(bin + 1);
    // The last bin may end beyond the type's range.
    const std::uint64_t first = std::uint64_t(m_lowest) + std::uint64_t(bin) * m_width;
    const std::uint64_t room = std::uint64_t(std::numeric_limits<std::int64_t>::max()) - first;
    return IntegerOrder(m_scalar).toNumber(std::int64_t(first + std::min(room, m_width - 1)));
}

int Bins::of(double value) const noexcept {
    if (!(value >= m_low && value <= m_high))
        return -1;
    const double place = (value * m_share - m_low * m_share) * m_perValue;
    return place < m_count ? int(place) : m_count - 1;
}

int Bins::ofInteger(std::int64_t order) const noexcept {
    if (order < m_lowest)
        return -1;
    const std::uint64_t distance = std::uint64_t(order) - std::uint64_t(m_lowest);
    // Dividing 32 bits takes a fraction of the time.
    const std::uint64_t bin = (distance | m_width) >> 32 == 0
                                  ? std::uint32_t(distance) / std::uint32_t(m_width)
                                  : distance / m_width;
    return bin < std::uint64_t(m_count) ? int(bin) : -1;
}

double magnitudeOf(const std::complex<double>& value) noexcept {
    // An infinite part would make hypot() infinite.
    return std::isnan(value.real()) || std::isnan(value.imag()) ? std::nan("") : std::abs(value);
}

std::optional<double> Summary::deviation() const {
    if (finite() == 0)
        return std::nullopt;
    const double value = std::sqrt(squares / double(finite()));
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Summary summaryOf(const HostArray& array, const Bins& bins) {
    const ElementReader reader(array); // refuses structs
    const std::size_t size = sizeOf(reader.scalar());
    const std::int64_t count = reader.components();
    const std::byte* const data = array.bytes().data();
    const std::int64_t grains = count / kGrain + (count % kGrain != 0);
    std::vector<Summary> each(static_cast<std::size_t>(grains));
    project::parallelFor(grains, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t grain = first; grain < last; ++grain) {
            Pass pass(reader.scalar(), bins);
            const std::int64_t end = std::min(count, (grain + 1) * kGrain);
            for (std::int64_t at = grain * kGrain; at < end; at += kBlock)
                pass.add(data + std::size_t(at) * size, std::size_t(std::min(kBlock, end - at)));
            each[std::size_t(grain)] = pass.summary();
        }
    });
    Summary all;
    all.bins = bins;
    all.counts.resize(std::size_t(bins.count()));
    for (const Summary& one : each) // in their order: sums are the same on any machine
        all = joined(all, one);
    return all;
}

Summary joined(const Summary& a, const Summary& b) {
    Summary both = a;
    both.distinct.reset();
    both.components += b.components;
    both.nan += b.nan;
    both.inf += b.inf;
    both.zeros += b.zeros;
    std::transform(a.counts.begin(), a.counts.end(), b.counts.begin(), both.counts.begin(),
                   std::plus<>());
    if (b.finite() == 0)
        return both;
    const auto further = [&](const Summary::End& end) {
        return Summary::End{end.value, a.components + end.component};
    };
    if (!a.min || isLess(b.min->value, a.min->value))
        both.min = further(*b.min);
    if (!a.max || isLess(a.max->value, b.max->value))
        both.max = further(*b.max);
    addMean(both.mean, both.squares, double(a.finite()), b.mean, b.squares, double(b.finite()));
    both.mean = std::clamp(both.mean, project::toDouble(both.min->value),
                           project::toDouble(both.max->value));
    return both;
}

} // namespace warpbench::arrays
