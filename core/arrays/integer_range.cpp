// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/integer_range.h"

#include "core/arrays/element.h"

namespace warpbench::project {

using memory::Scalar;

std::pair<Integer, Integer> limitsOf(Scalar scalar) {
    if (scalar == Scalar::boolean) {
        return {Integer(), Integer(std::uint64_t(1))};
    }
    const auto bits = memory::sizeOf(scalar) * 8;
    if (!memory::isSigned(scalar)) {
        return {Integer(), Integer(~std::uint64_t(0) >> (64 - bits))};
    }
    const std::uint64_t half = std::uint64_t(1) << (bits - 1);
    return {negated(Integer(half)), Integer(half - 1)};
}

bool holds(Scalar scalar, const Integer& value) {
    const auto [low, high] = limitsOf(scalar);
    return compare(low, value) <= 0 && compare(value, high) <= 0;
}

void writeInteger(Scalar scalar, std::byte* to, const Integer& value) {
    memory::writeInt64(scalar, to, std::int64_t(value.bits()));
}

} // namespace warpbench::project
