// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/search.h"

#include "core/arrays/element.h"
#include "core/arrays/integer_order.h"
#include "core/base/cancellation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <span>

namespace warpbench::arrays {

namespace {

using Relation = Compared::Relation;

constexpr std::int64_t kSearchedAtOnce = 1024; // values decoded at once

/// Values from `low` to `high`, both included; nothing where low > high.
template <class Value>
struct Interval {
    Value low = std::numeric_limits<Value>::lowest();
    Value high = std::numeric_limits<Value>::max();
    bool outside = false; ///< inverted: searches outside of it
    bool none = false;    ///< nothing is in it

    bool meets(Value value) const { return (!none && value >= low && value <= high) != outside; }
};

/// -1, 0 or 1 as an integer is below, equal to or above a number.
int compared(const project::Integer& a, const project::Number& b) {
    if (const auto* real = std::get_if<double>(&b))
        return project::compare(a, *real);
    return project::compare(a, *project::asInteger(b));
}

/// The smallest integer of the type that is not below the number, or, with `above`, that is above
/// it. Empty if there is none.
std::optional<std::int64_t> firstFrom(Scalar scalar, const project::Number& number, bool above) {
    const IntegerOrder order(scalar);
    const auto isBefore = [&](std::int64_t at) {
        const int side = compared(*project::asInteger(order.toNumber(at)), number);
        return above ? side <= 0 : side < 0;
    };
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    if (isBefore(high))
        return std::nullopt;
    while (low < high) {
        const auto half = std::int64_t((std::uint64_t(high) - std::uint64_t(low)) / 2);
        const std::int64_t middle = low + half;
        if (isBefore(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// In IntegerOrder's integers.
Interval<std::int64_t> integersThat(Scalar scalar, const Compared& condition) {
    using Limits = std::numeric_limits<std::int64_t>;
    const Relation relation = condition.relation;
    Interval<std::int64_t> interval;
    interval.outside = relation == Relation::not_equal;
    const auto reached = firstFrom(scalar, condition.number, false);
    const auto passed = firstFrom(scalar, condition.number, true);
    const auto from = [&](const std::optional<std::int64_t>& first) {
        interval.none |= !first;
        interval.low = first.value_or(Limits::max());
    };
    const auto upTo = [&](const std::optional<std::int64_t>& end) {
        interval.none |= end == Limits::min();
        interval.high = end && *end != Limits::min() ? *end - 1 : Limits::max();
    };
    if (relation == Relation::less || relation == Relation::less_equal) {
        upTo(relation == Relation::less ? reached : passed);
    } else if (relation == Relation::greater || relation == Relation::greater_equal) {
        from(relation == Relation::greater ? passed : reached);
    } else {
        from(reached);
        upTo(passed);
        interval.none |= interval.low > interval.high;
    }
    return interval;
}

/// A number rounded to a type; empty if the type cannot hold it.
std::optional<double> heldBy(Scalar scalar, double value) {
    std::array<std::byte, 16> bytes{};
    const auto stored = [&](double wanted) {
        writeDouble(scalar, bytes.data(), wanted);
        return readDouble(scalar, bytes.data());
    };
    const double held = stored(value);
    // The 8-bit types saturate: then twice the value is the same.
    const bool lost = held != value && (held == 0 || std::isinf(held) || held == stored(2 * value));
    return lost ? std::nullopt : std::optional(held);
}

Interval<double> realsThat(Scalar scalar, const Compared& condition) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double given = project::toDouble(condition.number);
    // Magnitudes are doubles, whatever they are made of.
    const auto held = isComplex(scalar) ? given : heldBy(scalar, given);
    const double value = held.value_or(given);
    Interval<double> interval{-kInfinity, kInfinity};
    switch (condition.relation) {
    case Relation::equal:
    case Relation::not_equal:
        interval = {value, value, condition.relation == Relation::not_equal, !held};
        break;
    case Relation::less:
        interval.high = std::nextafter(value, -kInfinity);
        interval.none = value == -kInfinity;
        break;
    case Relation::less_equal:
        interval.high = value;
        break;
    case Relation::greater:
        interval.low = std::nextafter(value, kInfinity);
        interval.none = value == kInfinity;
        break;
    case Relation::greater_equal:
        interval.low = value;
        break;
    }
    return interval;
}

/// Looks through decoded values. \returns the place of the first or the last that is met; -1: none
template <class Value, class Meets>
std::int64_t placeIn(std::span<const Value> values, bool forward, const Meets& meets) {
    if (forward) {
        const auto found = std::find_if(values.begin(), values.end(), meets);
        return found == values.end() ? -1 : found - values.begin();
    }
    const auto found = std::find_if(values.rbegin(), values.rend(), meets);
    return found == values.rend() ? -1 : values.rend() - found - 1;
}

/// Walks through [begin, end) block by block, in either direction.
/// \param look  the place in the block at a component; -1: none
std::optional<std::int64_t>
walk(std::int64_t begin, std::int64_t end, bool forward,
     const std::function<std::int64_t(std::int64_t at, std::int64_t count)>& look) {
    project::CancelPoint cancelPoint;
    while (begin < end) {
        const std::int64_t count = std::min(kSearchedAtOnce, end - begin);
        const std::int64_t at = forward ? begin : end - count;
        if (const std::int64_t place = look(at, count); place >= 0)
            return at + place;
        forward ? begin += count : end -= count;
        cancelPoint(count);
    }
    return std::nullopt;
}

using RealTest = std::function<std::int64_t(std::span<const double>, bool forward)>;

/// \returns a function that tests decoded real values
RealTest realTest(Scalar scalar, const Condition& condition) {
    const auto through = [](auto meets) -> RealTest {
        return [meets](std::span<const double> values, bool forward) {
            return placeIn(values, forward, meets);
        };
    };
    if (std::holds_alternative<IsNan>(condition))
        return through([](double value) { return std::isnan(value); });
    if (const auto* infinite = std::get_if<IsInfinite>(&condition))
        return through([sign = infinite->sign](double value) {
            return std::isinf(value) && (sign == 0 || (value > 0) == (sign > 0));
        });
    if (const auto* inBin = std::get_if<IsInBin>(&condition))
        return through(
            [bins = inBin->bins, bin = inBin->bin](double value) { return bins.of(value) == bin; });
    return through([interval = realsThat(scalar, std::get<Compared>(condition))](double value) {
        return interval.meets(value);
    });
}

std::optional<std::int64_t> findInteger(Scalar scalar, const std::byte* data,
                                        const Condition& condition, std::int64_t begin,
                                        std::int64_t end, bool forward) {
    const IntegerOrder order(scalar);
    std::array<std::int64_t, kSearchedAtOnce> block;
    const auto through = [&](const auto& meets) {
        return walk(begin, end, forward, [&](std::int64_t at, std::int64_t count) {
            const std::span<std::int64_t> values(block.data(), std::size_t(count));
            readInt64s(scalar, data + std::size_t(at) * sizeOf(scalar), values);
            return placeIn<std::int64_t>(values, forward,
                                         [&](std::int64_t bits) { return meets(order.of(bits)); });
        });
    };
    if (const auto* inBin = std::get_if<IsInBin>(&condition))
        return through(
            [&](std::int64_t value) { return inBin->bins.ofInteger(value) == inBin->bin; });
    if (const auto* number = std::get_if<Compared>(&condition))
        return through([interval = integersThat(scalar, *number)](std::int64_t value) {
            return interval.meets(value);
        });
    return std::nullopt; // no integer is NaN or infinite
}

} // namespace

std::optional<std::int64_t> findComponent(const HostArray& array, const Condition& condition,
                                          std::int64_t begin, std::int64_t end, bool forward) {
    const ElementReader reader(array); // refuses structs
    const Scalar scalar = reader.scalar();
    const std::byte* const data = array.bytes().data();
    begin = std::max<std::int64_t>(begin, 0);
    end = std::min(end, reader.components());
    if (isInteger(scalar))
        return findInteger(scalar, data, condition, begin, end, forward);
    const RealTest test = realTest(scalar, condition);
    std::array<double, kSearchedAtOnce> reals;
    std::array<std::complex<double>, kSearchedAtOnce> pairs;
    return walk(begin, end, forward, [&](std::int64_t at, std::int64_t count) {
        const std::span<double> values(reals.data(), std::size_t(count));
        const std::byte* const from = data + std::size_t(at) * sizeOf(scalar);
        if (isComplex(scalar)) {
            readComplexes(scalar, from, {pairs.data(), std::size_t(count)});
            std::transform(pairs.begin(), pairs.begin() + count, reals.begin(), magnitudeOf);
        } else {
            readDoubles(scalar, from, values);
        }
        return test(values, forward);
    });
}

} // namespace warpbench::arrays
