// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/workload.h"

#include <algorithm>
#include <cmath>

namespace warpbench::bench {

namespace {

std::size_t roundedTo(double value, std::size_t unit) {
    return std::max<std::size_t>(1, std::size_t(value) / unit) * unit;
}

} // namespace

float inputElement(std::size_t i) {
    return float((i * 2654435761u >> 16) & 255) / 256.0f;
}

std::vector<Workload> workloads(double scale) {
    const std::size_t adds = roundedTo(double(16 << 20) * scale, 256);
    const std::size_t n = roundedTo(512 * std::cbrt(scale), 16);
    const std::size_t sums = roundedTo(double(4 << 20) * scale, 256);
    const std::size_t width = roundedTo(1024 * std::sqrt(scale), 16);
    return {
        {"vector_add", 2, adds, adds, {int(adds)}, {adds, 1}, {256, 1}, double(adds)},
        {"matmul", 2, n * n, n * n, {int(n)}, {n, n}, {16, 16}, double(n) * double(n) * double(n)},
        {"reduce", 1, sums, sums / 256, {int(sums)}, {sums, 1}, {256, 1}, double(sums)},
        {"mandelbrot",
         0,
         0,
         width * width,
         {int(width), 256},
         {width, width},
         {16, 16},
         double(width) * double(width)},
    };
}

} // namespace warpbench::bench
