// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/element_program.h"
#include "core/project/integer_math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace warpbench::project::element {

namespace {

using memory::Scalar;
using Complex = std::complex<double>;

double unsignedToDouble(std::int64_t bits) {
    return double(std::uint64_t(bits));
}

/// Everything that one step's loops need.
struct Loop {
    const Step& step;
    std::uint32_t self;
    Workspace& workspace;
    std::int64_t count;

    template <class Body>
    void integers(Body body) const {
        std::int64_t* out = workspace.integers(self);
        for (std::int64_t n = 0; n < count; ++n) {
            out[n] = body(n);
        }
    }
    template <class Body>
    void reals(Body body) const {
        double* out = workspace.reals(self);
        for (std::int64_t n = 0; n < count; ++n) {
            out[n] = body(n);
        }
    }
    template <class Body>
    void complexes(Body body) const {
        Complex* out = workspace.complexes(self);
        for (std::int64_t n = 0; n < count; ++n) {
            out[n] = body(n);
        }
    }

    /// Brings the results into the range of the step's type.
    void wrapAll() const {
        std::int64_t* out = workspace.integers(self);
        const Scalar type = step.type;
        const int bits = type == Scalar::boolean ? 64 : int(memory::sizeOf(type)) * 8;
        if (bits == 64) {
            return;
        }
        const int shift = 64 - bits;
        if (memory::isSigned(type)) {
            for (std::int64_t n = 0; n < count; ++n) {
                out[n] = std::int64_t(std::uint64_t(out[n]) << shift) >> shift;
            }
        } else {
            for (std::int64_t n = 0; n < count; ++n) {
                out[n] = std::int64_t(std::uint64_t(out[n]) << shift >> shift);
            }
        }
    }
};

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
    const std::int64_t* b = loop.workspace.integers(loop.step.in[1]);
    std::int64_t* out = loop.workspace.integers(loop.self);
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
    loop.wrapAll();
    return true;
}

bool integerPower(const Loop& loop, const std::int64_t* a, const std::int64_t* b) {
    std::int64_t* out = loop.workspace.integers(loop.self);
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
    loop.wrapAll();
    return true;
}

bool integerCall(const Loop& loop, const std::int64_t* a, const std::int64_t* b) {
    const bool isUnsigned = loop.step.firstUnsigned64;
    const auto done = [&](auto body) {
        loop.integers(body);
        loop.wrapAll();
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
        // Beyond the width all bits are gone, as PTX's shl has it.
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
    default: // floor, ceil, round, trunc, real, conj: an integer is what it is
        return done([=](auto n) { return a[n]; });
    }
}

bool runInteger(const Loop& loop) {
    const Step& step = loop.step;
    Workspace& w = loop.workspace;
    const std::int64_t* a = w.integers(step.in[0]);
    const std::int64_t* b = w.integers(step.in[1]);
    const std::int64_t* c = w.integers(step.in[2]);
    const bool ua = step.firstUnsigned64;
    const bool ub = step.secondUnsigned64;
    const auto wrapped = [&](auto body) {
        loop.integers(body);
        loop.wrapAll();
        return true;
    };
    const auto plain = [&](auto body) {
        loop.integers(body);
        return true;
    };
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

template <double (*function)(double)>
bool mapped(const Loop& loop, const double* a) {
    loop.reals([=](auto n) { return function(a[n]); });
    return true;
}

bool realCall(const Loop& loop, const double* a, const double* b) {
    const auto done = [&](auto body) {
        loop.reals(body);
        return true;
    };
    const auto truth = [&](auto body) {
        loop.integers([=](auto n) { return std::int64_t(body(n)); });
        return true;
    };
    switch (loop.step.function) {
    case Function::abs:
        return mapped<std::fabs>(loop, a);
    case Function::acos:
        return mapped<std::acos>(loop, a);
    case Function::asin:
        return mapped<std::asin>(loop, a);
    case Function::atan:
        return mapped<std::atan>(loop, a);
    case Function::atan2:
        return done([=](auto n) { return std::atan2(a[n], b[n]); });
    case Function::ceil:
        return mapped<std::ceil>(loop, a);
    case Function::cos:
        return mapped<std::cos>(loop, a);
    case Function::cosh:
        return mapped<std::cosh>(loop, a);
    case Function::erf:
        return mapped<std::erf>(loop, a);
    case Function::exp:
        return mapped<std::exp>(loop, a);
    case Function::exp2:
        return mapped<std::exp2>(loop, a);
    case Function::expm1:
        return mapped<std::expm1>(loop, a);
    case Function::floor:
        return mapped<std::floor>(loop, a);
    case Function::fmod:
        return done([=](auto n) { return std::fmod(a[n], b[n]); });
    case Function::hypot:
        return done([=](auto n) { return std::hypot(a[n], b[n]); });
    case Function::is_finite:
        return truth([=](auto n) { return std::isfinite(a[n]); });
    case Function::is_inf:
        return truth([=](auto n) { return std::isinf(a[n]); });
    case Function::is_nan:
        return truth([=](auto n) { return std::isnan(a[n]); });
    case Function::log:
        return mapped<std::log>(loop, a);
    case Function::log10:
        return mapped<std::log10>(loop, a);
    case Function::log1p:
        return mapped<std::log1p>(loop, a);
    case Function::log2:
        return mapped<std::log2>(loop, a);
    case Function::round:
        return done([=](auto n) { return roundHalfEven(a[n]); });
    case Function::rsqrt:
        return done([=](auto n) { return 1 / std::sqrt(a[n]); });
    case Function::sigmoid:
        return done([=](auto n) { return 1 / (1 + std::exp(-a[n])); });
    case Function::sign:
        return done(
            [=](auto n) { return std::isnan(a[n]) ? a[n] : double((a[n] > 0) - (a[n] < 0)); });
    case Function::sin:
        return mapped<std::sin>(loop, a);
    case Function::sinh:
        return mapped<std::sinh>(loop, a);
    case Function::sqrt:
        return mapped<std::sqrt>(loop, a);
    case Function::tan:
        return mapped<std::tan>(loop, a);
    case Function::tanh:
        return mapped<std::tanh>(loop, a);
    case Function::trunc:
        return mapped<std::trunc>(loop, a);
    case Function::imag:
        return done([](auto) { return 0.0; });
    default: // real, conj: a real number is what it is
        return done([=](auto n) { return a[n]; });
    }
}

bool runReal(const Loop& loop) {
    const Step& step = loop.step;
    Workspace& w = loop.workspace;
    const double* a = w.reals(step.in[0]);
    const double* b = w.reals(step.in[1]);
    const auto done = [&](auto body) {
        loop.reals(body);
        return true;
    };
    const auto truth = [&](auto body) {
        loop.integers([=](auto n) { return std::int64_t(body(n)); });
        return true;
    };
    switch (step.op) {
    case StepOp::negate:
        return done([=](auto n) { return -a[n]; });
    case StepOp::add:
        return done([=](auto n) { return a[n] + b[n]; });
    case StepOp::subtract:
        return done([=](auto n) { return a[n] - b[n]; });
    case StepOp::multiply:
        return done([=](auto n) { return a[n] * b[n]; });
    case StepOp::divide:
        return done([=](auto n) { return a[n] / b[n]; });
    case StepOp::floor_divide:
        return done([=](auto n) { return std::floor(a[n] / b[n]); });
    case StepOp::modulo:
        return done([=](auto n) { return floorModulo(a[n], b[n]); });
    case StepOp::power:
        return done([=](auto n) { return std::pow(a[n], b[n]); });
    case StepOp::equal:
        return truth([=](auto n) { return a[n] == b[n]; });
    case StepOp::not_equal:
        return truth([=](auto n) { return a[n] != b[n]; });
    case StepOp::less:
        return truth([=](auto n) { return a[n] < b[n]; });
    case StepOp::less_equal:
        return truth([=](auto n) { return a[n] <= b[n]; });
    case StepOp::greater:
        return truth([=](auto n) { return a[n] > b[n]; });
    case StepOp::greater_equal:
        return truth([=](auto n) { return a[n] >= b[n]; });
    case StepOp::choose: { // the condition is an integer block
        const std::int64_t* condition = w.integers(step.in[0]);
        const double* c = w.reals(step.in[2]);
        return done([=](auto n) { return condition[n] != 0 ? b[n] : c[n]; });
    }
    case StepOp::minimum: // NaN wins, as in NumPy
        return done([=](auto n) { return a[n] < b[n] || std::isnan(a[n]) ? a[n] : b[n]; });
    case StepOp::maximum:
        return done([=](auto n) { return a[n] > b[n] || std::isnan(a[n]) ? a[n] : b[n]; });
    case StepOp::to_boolean:
        return truth([=](auto n) { return a[n] != 0; });
    default:
        return realCall(loop, a, b);
    }
}

bool complexCall(const Loop& loop, const Complex* a) {
    const auto done = [&](auto body) {
        loop.complexes(body);
        return true;
    };
    const auto real = [&](auto body) {
        loop.reals(body);
        return true;
    };
    const auto finite = [](const Complex& z) {
        return std::isfinite(z.real()) && std::isfinite(z.imag());
    };
    switch (loop.step.function) {
    case Function::abs:
        return real([=](auto n) { return std::abs(a[n]); });
    case Function::real:
        return real([=](auto n) { return a[n].real(); });
    case Function::imag:
        return real([=](auto n) { return a[n].imag(); });
    case Function::conj:
        return done([=](auto n) { return std::conj(a[n]); });
    case Function::cos:
        return done([=](auto n) { return std::cos(a[n]); });
    case Function::sin:
        return done([=](auto n) { return std::sin(a[n]); });
    case Function::tan:
        return done([=](auto n) { return std::tan(a[n]); });
    case Function::tanh:
        return done([=](auto n) { return std::tanh(a[n]); });
    case Function::exp:
        return done([=](auto n) { return std::exp(a[n]); });
    case Function::log:
        return done([=](auto n) { return std::log(a[n]); });
    case Function::sqrt:
        return done([=](auto n) { return std::sqrt(a[n]); });
    case Function::is_nan:
        loop.integers([=](auto n) {
            return std::int64_t(std::isnan(a[n].real()) || std::isnan(a[n].imag()));
        });
        return true;
    default: // isfinite
        loop.integers([=](auto n) { return std::int64_t(finite(a[n])); });
        return true;
    }
}

bool runComplex(const Loop& loop) {
    const Step& step = loop.step;
    Workspace& w = loop.workspace;
    const Complex* a = w.complexes(step.in[0]);
    const Complex* b = w.complexes(step.in[1]);
    const auto done = [&](auto body) {
        loop.complexes(body);
        return true;
    };
    const auto truth = [&](auto body) {
        loop.integers([=](auto n) { return std::int64_t(body(n)); });
        return true;
    };
    switch (step.op) {
    case StepOp::negate:
        return done([=](auto n) { return -a[n]; });
    case StepOp::add:
        return done([=](auto n) { return a[n] + b[n]; });
    case StepOp::subtract:
        return done([=](auto n) { return a[n] - b[n]; });
    case StepOp::multiply:
        return done([=](auto n) { return a[n] * b[n]; });
    case StepOp::divide:
        return done([=](auto n) { return a[n] / b[n]; });
    case StepOp::power:
        return done([=](auto n) { return std::pow(a[n], b[n]); });
    case StepOp::equal:
        return truth([=](auto n) { return a[n] == b[n]; });
    case StepOp::not_equal:
        return truth([=](auto n) { return a[n] != b[n]; });
    case StepOp::to_boolean:
        return truth([=](auto n) { return a[n] != Complex(0); });
    case StepOp::choose: {
        const std::int64_t* condition = w.integers(step.in[0]);
        const Complex* c = w.complexes(step.in[2]);
        return done([=](auto n) { return condition[n] != 0 ? b[n] : c[n]; });
    }
    default:
        return complexCall(loop, a);
    }
}

} // namespace

Kind kindOf(Scalar type) {
    if (memory::isInteger(type)) {
        return Kind::integer;
    }
    return memory::isComplex(type) ? Kind::complex : Kind::real;
}

std::int64_t wrap(std::int64_t value, Scalar type) {
    if (type == Scalar::boolean) {
        return value != 0 ? 1 : 0;
    }
    const int shift = 64 - int(memory::sizeOf(type)) * 8;
    const std::uint64_t high = std::uint64_t(value) << shift;
    return memory::isSigned(type) ? std::int64_t(high) >> shift : std::int64_t(high >> shift);
}

Workspace::Workspace(const std::vector<Step>& steps) {
    std::size_t end = 0;
    for (const Step& step : steps) {
        m_offsets.push_back(end);
        end += std::size_t(kBlock) * (kindOf(step.type) == Kind::complex ? 16 : 8);
    }
    m_memory = std::make_unique<std::byte[]>(end);
}

void fillConstants(const std::vector<Step>& steps, Workspace& workspace) {
    for (std::uint32_t self = 0; self < steps.size(); ++self) {
        const Step& step = steps[self];
        if (step.op != StepOp::constant) {
            continue;
        }
        switch (kindOf(step.type)) {
        case Kind::integer:
            std::fill_n(workspace.integers(self), Workspace::kBlock,
                        std::get<std::int64_t>(step.value));
            break;
        case Kind::real:
            std::fill_n(workspace.reals(self), Workspace::kBlock, toDouble(step.value));
            break;
        case Kind::complex:
            std::fill_n(workspace.complexes(self), Workspace::kBlock,
                        Complex(toDouble(step.value)));
            break;
        }
    }
}

bool runStep(const Step& step, std::uint32_t self, Workspace& workspace, std::int64_t count) {
    const Loop loop{step, self, workspace, count};
    if (step.op == StepOp::to_real) {
        const std::int64_t* a = workspace.integers(step.in[0]);
        if (step.firstUnsigned64) {
            loop.reals([=](auto n) { return unsignedToDouble(a[n]); });
        } else {
            loop.reals([=](auto n) { return double(a[n]); });
        }
        return true;
    }
    if (step.op == StepOp::to_complex) {
        const double* a = workspace.reals(step.in[0]);
        loop.complexes([=](auto n) { return Complex(a[n]); });
        return true;
    }
    if (step.op == StepOp::call && step.function == Function::complex) {
        const double* a = workspace.reals(step.in[0]);
        const double* b = workspace.reals(step.in[1]);
        loop.complexes([=](auto n) { return Complex(a[n], b[n]); });
        return true;
    }
    switch (step.kind) {
    case Kind::integer:
        return runInteger(loop);
    case Kind::real:
        return runReal(loop);
    case Kind::complex:
        break;
    }
    return runComplex(loop);
}

} // namespace warpbench::project::element
