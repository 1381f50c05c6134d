// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/statistics.h"

#include <cmath>

namespace warpbench::arrays {

namespace {

std::string textWhereNotExact(const project::Number& value) {
    constexpr double kExact = 9007199254740992.0; // 2^53
    const bool exact = !project::isInteger(value) || std::abs(project::toDouble(value)) < kExact;
    return exact ? std::string() : project::toString(value);
}

} // namespace

Statistics statisticsOf(const Summary& summary, const DType& dtype) {
    if (dtype.kind() == DType::Kind::structure)
        return {};
    Statistics statistics;
    statistics.nan = summary.nan;
    statistics.inf = summary.inf;
    if (!summary.min || isComplex(dtype.scalar()))
        return statistics;
    statistics.min = project::toDouble(summary.min->value);
    statistics.max = project::toDouble(summary.max->value);
    statistics.mean = summary.mean;
    statistics.exactMin = textWhereNotExact(summary.min->value);
    statistics.exactMax = textWhereNotExact(summary.max->value);
    return statistics;
}

Statistics statisticsOf(const HostArray& array) {
    const bool values = array.dtype().kind() != DType::Kind::structure;
    return statisticsOf(values ? summaryOf(array) : Summary(), array.dtype());
}

} // namespace warpbench::arrays
