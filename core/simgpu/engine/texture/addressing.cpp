// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/texture/addressing.h"

#include <algorithm>
#include <cmath>

namespace warpbench::simgpu::engine {

namespace {

/// Beyond every texture, and far from overflow.
constexpr double kFar = 0x1p40;

/// How finely normalized coordinates along an axis count, on an H200.
double stepsOf(std::uint32_t size) {
    return size <= 8192 ? 0x1p21 : size <= 65536 ? 0x1p22 : 0x1p23;
}

double bounded(double position) {
    return position != position ? 0 : std::clamp(position, -kFar, kFar);
}

} // namespace

AddressMode effectiveMode(AddressMode mode, bool normalized) {
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    return repeats && !normalized ? AddressMode::clamp : mode;
}

double texelPosition(float coordinate, std::uint32_t size, AddressMode mode, bool normalized) {
    double x = coordinate;
    if (!normalized || !std::isfinite(x))
        return bounded(x);
    if (mode == AddressMode::wrap)
        x -= std::floor(x);
    else if (mode == AddressMode::mirror)
        x -= 2 * std::floor(x / 2);
    const double steps = stepsOf(size);
    return bounded(std::floor(x * steps) / steps * size);
}

std::int64_t addressed(std::int64_t index, std::uint32_t size, AddressMode mode) {
    const auto n = static_cast<std::int64_t>(size);
    if (index >= 0 && index < n)
        return index;
    switch (mode) {
    case AddressMode::border:
        return kBorderIndex;
    case AddressMode::wrap: {
        const std::int64_t rest = index % n;
        return rest < 0 ? rest + n : rest;
    }
    case AddressMode::mirror: {
        std::int64_t rest = index % (2 * n);
        if (rest < 0)
            rest += 2 * n;
        return rest < n ? rest : 2 * n - 1 - rest;
    }
    case AddressMode::clamp:
        break;
    }
    return std::clamp<std::int64_t>(index, 0, n - 1);
}

std::int64_t nearestTexel(double position) {
    return static_cast<std::int64_t>(std::floor(position));
}

} // namespace warpbench::simgpu::engine
