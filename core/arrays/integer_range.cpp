// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/integer_range.h"

#include "core/arrays/element.h"

namespace warpbench::arrays {

std::pair<project::Integer, project::Integer> limitsOf(Scalar scalar) {
    if (scalar == Scalar::boolean) {
        return {project::Integer(), project::Integer(std::uint64_t(1))};
    }
    const auto bits = sizeOf(scalar) * 8;
    if (!isSigned(scalar)) {
        return {project::Integer(), project::Integer(~std::uint64_t(0) >> (64 - bits))};
    }
    const std::uint64_t half = std::uint64_t(1) << (bits - 1);
    return {negated(project::Integer(half)), project::Integer(half - 1)};
}

bool holds(Scalar scalar, const project::Integer& value) {
    const auto [low, high] = limitsOf(scalar);
    return compare(low, value) <= 0 && compare(value, high) <= 0;
}

void writeInteger(Scalar scalar, std::byte* to, const project::Integer& value) {
    writeInt64(scalar, to, std::int64_t(value.bits()));
}

} // namespace warpbench::arrays
