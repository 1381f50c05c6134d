// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/texture/texture_reference.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace warpbench::test {

namespace {

double frac(double x) {
    return x - std::floor(x);
}

/// Weights have 8 fractional bits.
double fixedShare(double share) {
    return std::round(share * 256) / 256;
}

bool repeats(Address mode) {
    return mode == Address::wrap || mode == Address::mirror;
}

std::optional<long> inside(long index, int size, Address mode) {
    if (index >= 0 && index < size)
        return index;
    switch (mode) {
    case Address::border:
        return std::nullopt;
    case Address::clamp:
        return index < 0 ? 0 : size - 1;
    case Address::wrap:
        return index < 0 ? index + size : index - size;
    case Address::mirror: // the neighbour of the first texel is the first, that of the last the
                          // last
        return index < 0 ? 0 : size - 1;
    }
    return std::nullopt;
}

} // namespace

double addressedCoordinate(double x, int size, Address mode, bool normalized) {
    if (normalized && mode == Address::wrap)
        x = frac(x);
    else if (normalized && mode == Address::mirror)
        x = std::fmod(std::fabs(std::floor(x)), 2) == 0 ? frac(x) : 1 - frac(x);
    return normalized ? x * size : x;
}

Color ReferenceTexture::element(const std::array<long, 3>& index, int layer) const {
    std::array<long, 3> at{};
    for (int axis = 0; axis < dimensions; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const Address mode = repeats(address[a]) && !normalized ? Address::clamp : address[a];
        const auto found = inside(index[a], size[a], mode);
        if (!found)
            return border;
        at[a] = *found;
    }
    const long plane = ((long{layer} * size[2] + at[2]) * size[1] + at[1]) * size[0] + at[0];
    return texels.at(static_cast<std::size_t>(plane));
}

Color ReferenceTexture::fetch(const std::array<double, 3>& at, int layer) const {
    layer = std::clamp(layer, 0, layers - 1);
    std::array<long, 3> first{};
    std::array<double, 3> share{};
    for (int axis = 0; axis < dimensions; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const double x = addressedCoordinate(at[a], size[a], address[a], normalized);
        const double from = linear ? x - 0.5 : x;
        first[a] = static_cast<long>(std::floor(from));
        share[a] = linear ? fixedShare(frac(from)) : 0;
    }
    Color sum{};
    for (unsigned corner = 0; corner < 1u << dimensions; ++corner) {
        double weight = 1;
        std::array<long, 3> index = first;
        for (int axis = 0; axis < dimensions; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            const bool second = corner >> a & 1u;
            weight *= second ? share[a] : 1 - share[a];
            index[a] += second;
        }
        if (weight == 0)
            continue;
        const Color value = element(index, layer);
        for (std::size_t c = 0; c < sum.size(); ++c)
            sum[c] += weight * value[c];
    }
    return sum;
}

CubePoint cubePoint(double x, double y, double z) {
    const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    // The guide's table: face, m, s, t.
    if (ax > ay && ax > az)
        return x >= 0 ? CubePoint{0, (-z / ax + 1) / 2, (-y / ax + 1) / 2}
                      : CubePoint{1, (z / ax + 1) / 2, (-y / ax + 1) / 2};
    if (ay > ax && ay > az)
        return y >= 0 ? CubePoint{2, (x / ay + 1) / 2, (z / ay + 1) / 2}
                      : CubePoint{3, (x / ay + 1) / 2, (-z / ay + 1) / 2};
    return z >= 0 ? CubePoint{4, (x / az + 1) / 2, (-y / az + 1) / 2}
                  : CubePoint{5, (-x / az + 1) / 2, (-y / az + 1) / 2};
}

} // namespace warpbench::test
