// SPDX-License-Identifier: GPL-3.0-or-later
// Integers: in 64 bits, then wrapped into the step's type.
#include "core/expression/integer_math.h"
#include "core/formulas/element_loop.h"

#include <bit>
#include <numeric>
#include <utility>

namespace warpbench::project::element {

namespace {

using arrays::Scalar;

/// Brings the results into the range of the step's type.
void wrapAll(const Loop& loop) {
    auto* out = loop.valuesOf<std::int64_t>(loop.self);
    const Scalar type = loop.step.type;
    const int bits = type == Scalar::boolean ? 64 : int(arrays::sizeOf(type)) * 8;
    if (bits == 64) {
        return;
    }
    const int shift = 64 - bits;
    if (arrays::isSigned(type)) {
        for (std::int64_t n = 0; n < loop.count; ++n) {
            out[n] = std::int64_t(std::uint64_t(out[n]) << shift) >> shift;
        }
    } else {
        for (std::int64_t n = 0; n < loop.count; ++n) {
            out[n] = std::int64_t(std::uint64_t(out[n]) << shift >> shift);
        }
    }
}

std::int64_t wrappingPower(std::int64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (std::uint64_t square = std::uint64_t(base); exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0) {
            result *= square;
        }
        square *= square;
    }
    return std::int64_t(result);
}

bool lessThan(std::int64_t a, bool aUnsigned, std::int64_t b, bool bUnsigned) {
    if (aUnsigned && bUnsigned) {
        return std::uint64_t(a) < std::uint64_t(b);
    }
    if (aUnsigned) {
        return std::cmp_less(std::uint64_t(a), b);
    }
    return bUnsigned ? std::cmp_less(a, std::uint64_t(b)) : a < b;
}

bool equals(std::int64_t a, bool aUnsigned, std::int64_t b, bool bUnsigned) {
    return a == b && (aUnsigned == bUnsigned || a >= 0);
}

/// Quotients and the like: a body that may refuse a divisor.
template <class Body>
bool integerDivision(const Loop& loop, Body body) {
    const auto* b = loop.operand<std::int64_t>(1);
    auto* out = loop.valuesOf<std::int64_t>(loop.self);
    for (std::int64_t n = 0; n < loop.count; ++n) {
        if (b[n] == 0) {
            if (!loop.step.guarded) {
                return false;
            }
            out[n] = 0;
        } else {
            out[n] = body(n);
        }
    }
    wrapAll(loop);
    return true;
}

bool integerPower(const Loop& loop, const std::int64_t* a, const std::int64_t* b) {
    auto* out = loop.valuesOf<std::int64_t>(loop.self);
    for (std::int64_t n = 0; n < loop.count; ++n) {
        if (b[n] < 0 && !loop.step.secondUnsigned64) {
            if (!loop.step.guarded) {
                return false;
            }
            out[n] = 0;
        } else {
            out[n] = wrappingPower(a[n], std::uint64_t(b[n]));
        }
    }
    wrapAll(loop);
    return true;
}

bool integerCall(const Loop& loop, const std::int64_t* a, const std::int64_t* b) {
    const bool isUnsigned = loop.step.firstUnsigned64;
    const auto done = [&](auto body) {
        loop.fill<std::int64_t>(body);
        wrapAll(loop);
        return true;
    };
    switch (loop.step.function) {
    case Function::abs:
        return done([=](auto n) {
            return a[n] < 0 && !isUnsigned ? std::int64_t(0 - std::uint64_t(a[n])) : a[n];
        });
    case Function::sign:
        return done(
            [=](auto n) { return std::int64_t(isUnsigned ? a[n] != 0 : (a[n] > 0) - (a[n] < 0)); });
    case Function::ceil_div:
        return integerDivision(loop, [=](auto n) {
            if (isUnsigned) {
                const auto x = std::uint64_t(a[n]);
                const auto y = std::uint64_t(b[n]);
                return std::int64_t(x / y + (x % y != 0 ? 1 : 0));
            }
            if (b[n] == -1) {
                return std::int64_t(0 - std::uint64_t(a[n]));
            }
            return floorDivide(a[n], b[n]) + (a[n] % b[n] != 0 ? 1 : 0);
        });
    case Function::gcd:
    case Function::lcm: {
        const bool least = loop.step.function == Function::lcm;
        return done([=](auto n) {
            const auto magnitude = [&](std::int64_t v) {
                return v < 0 && !isUnsigned ? 0 - std::uint64_t(v) : std::uint64_t(v);
            };
            const std::uint64_t common = std::gcd(magnitude(a[n]), magnitude(b[n]));
            return std::int64_t(!least || common == 0 ? common
                                                      : magnitude(a[n]) / common * magnitude(b[n]));
        });
    }
    case Function::next_pow2:
        return done([=](auto n) {
            const bool small = isUnsigned ? std::uint64_t(a[n]) <= 1 : a[n] <= 1;
            const bool large = std::uint64_t(a[n]) > (std::uint64_t(1) << 63);
            return std::int64_t(small ? 1 : (large ? 0 : std::bit_ceil(std::uint64_t(a[n]))));
        });
    case Function::bit_and:
        return done([=](auto n) { return a[n] & b[n]; });
    case Function::bit_or:
        return done([=](auto n) { return a[n] | b[n]; });
    case Function::bit_xor:
        return done([=](auto n) { return a[n] ^ b[n]; });
    case Function::shift_left:
        // Shifting by the width or more drops all bits, as in PTX's shl.
        return done([=](auto n) {
            return b[n] < 0 || b[n] > 63 ? 0 : std::int64_t(std::uint64_t(a[n]) << b[n]);
        });
    case Function::shift_right:
        return done([=](auto n) {
            const std::int64_t by = b[n] < 0 || b[n] > 63 ? 63 : b[n];
            if (!isUnsigned) {
                return a[n] >> by;
            }
            return by == b[n] ? std::int64_t(std::uint64_t(a[n]) >> by) : 0;
        });
    case Function::is_nan:
    case Function::is_inf:
        return done([](auto) { return std::int64_t(0); });
    case Function::is_finite:
        return done([](auto) { return std::int64_t(1); });
    default: // floor, ceil, round, trunc, real, conj: integers are unchanged
        return done([=](auto n) { return a[n]; });
    }
}

} // namespace

bool runInteger(const Loop& loop) {
    const Step& step = loop.step;
    const auto* a = loop.operand<std::int64_t>(0);
    const auto* b = loop.operand<std::int64_t>(1);
    const auto* c = loop.operand<std::int64_t>(2);
    const bool ua = step.firstUnsigned64;
    const bool ub = step.secondUnsigned64;
    const auto wrapped = [&](auto body) {
        loop.fill<std::int64_t>(body);
        wrapAll(loop);
        return true;
    };
    const auto plain = [&](auto body) { return loop.fill<std::int64_t>(body); };
    const auto sum = [](std::int64_t x, std::uint64_t y) {
        return std::int64_t(std::uint64_t(x) + y);
    };
    switch (step.op) {
    case StepOp::negate:
        return wrapped([=](auto n) { return std::int64_t(0 - std::uint64_t(a[n])); });
    case StepOp::logical_not:
        return plain([=](auto n) { return std::int64_t(a[n] == 0); });
    case StepOp::add:
        return wrapped([=](auto n) { return sum(a[n], std::uint64_t(b[n])); });
    case StepOp::subtract:
        return wrapped([=](auto n) { return sum(a[n], 0 - std::uint64_t(b[n])); });
    case StepOp::multiply:
        return wrapped(
            [=](auto n) { return std::int64_t(std::uint64_t(a[n]) * std::uint64_t(b[n])); });
    case StepOp::floor_divide:
        return integerDivision(loop, [=](auto n) {
            if (ua) {
                return std::int64_t(std::uint64_t(a[n]) / std::uint64_t(b[n]));
            }
            return b[n] == -1 ? std::int64_t(0 - std::uint64_t(a[n])) : floorDivide(a[n], b[n]);
        });
    case StepOp::modulo:
        return integerDivision(loop, [=](auto n) {
            return ua ? std::int64_t(std::uint64_t(a[n]) % std::uint64_t(b[n]))
                      : floorModulo(a[n], b[n]);
        });
    case StepOp::power:
        return integerPower(loop, a, b);
    case StepOp::equal:
        return plain([=](auto n) { return std::int64_t(equals(a[n], ua, b[n], ub)); });
    case StepOp::not_equal:
        return plain([=](auto n) { return std::int64_t(!equals(a[n], ua, b[n], ub)); });
    case StepOp::less:
        return plain([=](auto n) { return std::int64_t(lessThan(a[n], ua, b[n], ub)); });
    case StepOp::less_equal:
        return plain([=](auto n) { return std::int64_t(!lessThan(b[n], ub, a[n], ua)); });
    case StepOp::greater:
        return plain([=](auto n) { return std::int64_t(lessThan(b[n], ub, a[n], ua)); });
    case StepOp::greater_equal:
        return plain([=](auto n) { return std::int64_t(!lessThan(a[n], ua, b[n], ub)); });
    case StepOp::logical_and:
        return plain([=](auto n) { return std::int64_t(a[n] != 0 && b[n] != 0); });
    case StepOp::logical_or:
        return plain([=](auto n) { return std::int64_t(a[n] != 0 || b[n] != 0); });
    case StepOp::choose:
        return plain([=](auto n) { return a[n] != 0 ? b[n] : c[n]; });
    case StepOp::minimum:
        return plain([=](auto n) { return lessThan(b[n], ub, a[n], ua) ? b[n] : a[n]; });
    case StepOp::maximum:
        return plain([=](auto n) { return lessThan(a[n], ua, b[n], ub) ? b[n] : a[n]; });
    case StepOp::to_boolean:
        return plain([=](auto n) { return std::int64_t(a[n] != 0); });
    default:
        return integerCall(loop, a, b);
    }
}

} // namespace warpbench::project::element
