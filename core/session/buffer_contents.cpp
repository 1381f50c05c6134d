// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/buffer_contents.h"

#include "core/memory/element.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace warpbench::session {

void addStatistics(BufferReport& report, const memory::HostArray& array) {
    const memory::DType& dtype = array.dtype();
    if (dtype.kind() == memory::DType::Kind::structure || memory::isComplex(dtype.scalar()) ||
        array.empty())
        return;
    const std::size_t step = memory::sizeOf(dtype.scalar());
    // A float3 has no padding, a bool or a float4 neither: lanes lie one after another.
    const std::size_t values = std::size_t(array.elements()) * std::size_t(dtype.lanes());
    double least = std::numeric_limits<double>::infinity();
    double largest = -least;
    double sum = 0;
    double correction = 0; // Kahan's, so that a mean over many values is right
    std::int64_t nan = 0;
    std::int64_t inf = 0;
    std::array<double, 1024> chunk;
    for (std::size_t first = 0; first < values; first += chunk.size()) {
        const std::span<double> part(chunk.data(), std::min(chunk.size(), values - first));
        memory::readDoubles(dtype.scalar(), array.bytes().data() + first * step, part);
        for (const double value : part) {
            if (std::isnan(value)) {
                ++nan;
                continue;
            }
            inf += std::isinf(value);
            least = std::min(least, value);
            largest = std::max(largest, value);
            const double term = value - correction;
            const double next = sum + term;
            correction = std::isfinite(next) ? (next - sum) - term : 0;
            sum = next;
        }
    }
    report.nan = nan;
    report.inf = inf;
    const auto counted = std::int64_t(values) - nan;
    if (counted == 0)
        return;
    report.min = least;
    report.max = largest;
    report.mean = sum / double(counted);
}

} // namespace warpbench::session
