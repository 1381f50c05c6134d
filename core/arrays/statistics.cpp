// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/statistics.h"

#include "core/arrays/element.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpbench::memory {

namespace {

constexpr std::int64_t kBlock = 1024;

void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested())
        throw Error(ErrorKind::cancelled, "looking at a buffer was cancelled");
}

Statistics ofComplex(const HostArray& array, const std::stop_token& stop) {
    // Real and imaginary parts lie one after another.
    const Scalar part =
        array.dtype().scalar() == Scalar::complex64 ? Scalar::float32 : Scalar::float64;
    const std::int64_t count = 2 * array.elements() * array.dtype().lanes();
    const std::byte* const data = array.bytes().data();
    std::int64_t nan = 0, inf = 0;
    std::array<double, kBlock> block{};
    static_assert(kBlock % 2 == 0);
    for (std::int64_t at = 0; at < count; at += kBlock) {
        const auto n = std::size_t(std::min(kBlock, count - at));
        throwIfStopped(stop);
        readDoubles(part, data + std::size_t(at) * sizeOf(part), {block.data(), n});
        for (std::size_t i = 0; i < n; i += 2) {
            const bool isNan = std::isnan(block[i]) || std::isnan(block[i + 1]);
            nan += isNan;
            inf += !isNan && (std::isinf(block[i]) || std::isinf(block[i + 1]));
        }
    }
    Statistics statistics;
    statistics.nan = nan;
    statistics.inf = inf;
    return statistics;
}

template <class Integer>
void readExactly(const HostArray& array, Statistics& statistics, const std::stop_token& stop) {
    const std::int64_t count = array.elements() * array.dtype().lanes();
    const std::byte* const data = array.bytes().data();
    Integer low = std::numeric_limits<Integer>::max();
    Integer high = std::numeric_limits<Integer>::min();
    for (std::int64_t i = 0; i < count; ++i) {
        if (i % kBlock == 0)
            throwIfStopped(stop);
        Integer value = 0;
        std::memcpy(&value, data + std::size_t(i) * sizeof value, sizeof value);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (std::abs(*statistics.min) >= kExact)
        statistics.exactMin = std::to_string(low);
    if (std::abs(*statistics.max) >= kExact)
        statistics.exactMax = std::to_string(high);
}

} // namespace

Statistics statisticsOf(const HostArray& array, const std::stop_token& stop) {
    if (array.dtype().kind() == DType::Kind::structure) {
        return {};
    }
    const Scalar scalar = array.dtype().scalar();
    if (isComplex(scalar)) {
        return ofComplex(array, stop);
    }
    const std::int64_t count = array.elements() * array.dtype().lanes();
    const std::byte* const data = array.bytes().data();
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double mean = 0; // summed as means of blocks, so that large integers do not lose their ends
    std::int64_t finite = 0, nan = 0, inf = 0;
    std::array<double, kBlock> block{};
    for (std::int64_t at = 0; at < count; at += kBlock) {
        const auto n = std::size_t(std::min(kBlock, count - at));
        throwIfStopped(stop);
        readDoubles(scalar, data + std::size_t(at) * sizeOf(scalar), {block.data(), n});
        double sum = 0;
        double parts = 0; // the sum's share of a mean, which overflows only where values do
        std::int64_t here = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double value = block[i];
            if (std::isnan(value)) {
                ++nan;
            } else if (std::isinf(value)) {
                ++inf;
            } else {
                low = std::min(low, value);
                high = std::max(high, value);
                sum += value;
                parts += value / double(n);
                ++here;
            }
        }
        finite += here;
        if (here > 0) {
            const double blockMean =
                std::isfinite(sum) ? sum / double(here) : parts * (double(n) / double(here));
            mean += (blockMean - mean) * (double(here) / double(finite));
        }
    }
    Statistics statistics;
    statistics.nan = nan;
    statistics.inf = inf;
    if (finite > 0) {
        statistics.min = low;
        statistics.max = high;
        statistics.mean = std::clamp(mean, low, high); // rounding must not lead out of them
        if (scalar == Scalar::int64)
            readExactly<std::int64_t>(array, statistics, stop);
        else if (scalar == Scalar::uint64)
            readExactly<std::uint64_t>(array, statistics, stop);
    }
    return statistics;
}

namespace {

/// The text of an integer, told or not.
std::string exactOr(const std::string& text, double value) {
    return text.empty() ? std::to_string(std::int64_t(value)) : text;
}

/// Whether a is less than b; of integers that are the same double their texts decide.
bool isLess(const std::string& a, const std::string& b) {
    const bool negative = a.starts_with('-');
    if (negative != b.starts_with('-'))
        return negative;
    if (a.size() != b.size())
        return (a.size() < b.size()) != negative;
    return negative ? b < a : a < b;
}

/// The lesser or the greater end of two arrays.
void joinEnd(const std::optional<double>& a, const std::string& exactA,
             const std::optional<double>& b, const std::string& exactB, bool least,
             std::optional<double>& end, std::string& exact) {
    bool takeA = a.has_value();
    if (a && b) {
        takeA = least ? *a < *b : *b < *a;
        if (*a == *b && !(exactA.empty() && exactB.empty())) {
            const std::string textA = exactOr(exactA, *a);
            const std::string textB = exactOr(exactB, *b);
            takeA = least ? isLess(textA, textB) : isLess(textB, textA);
        }
    }
    end = takeA ? a : b;
    exact = takeA ? exactA : exactB;
}

} // namespace

Statistics joined(const Statistics& a, std::int64_t valuesA, const Statistics& b,
                  std::int64_t valuesB) {
    if (valuesA == 0)
        return b;
    if (valuesB == 0)
        return a;
    Statistics both;
    if (!a.nan || !b.nan) // of structs nothing is known
        return both;
    both.nan = *a.nan + *b.nan;
    both.inf = *a.inf + *b.inf;
    joinEnd(a.min, a.exactMin, b.min, b.exactMin, true, both.min, both.exactMin);
    joinEnd(a.max, a.exactMax, b.max, b.exactMax, false, both.max, both.exactMax);
    if (a.mean && b.mean) {
        const double finiteB = double(valuesB - *b.nan - *b.inf);
        const double finite = double(valuesA - *a.nan - *a.inf) + finiteB;
        both.mean =
            std::clamp(*a.mean + (*b.mean - *a.mean) * (finiteB / finite), *both.min, *both.max);
    } else {
        both.mean = a.mean ? a.mean : b.mean;
    }
    return both;
}

} // namespace warpbench::memory
