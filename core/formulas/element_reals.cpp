// SPDX-License-Identifier: GPL-3.0-or-later
// Reals and complex numbers: in double precision.
#include "core/expression/integer_math.h"
#include "core/formulas/element_loop.h"

#include <cmath>

namespace warpbench::project::element {

namespace {

/// Functions for both kinds. False if the step calls another one.
template <class Number>
bool callEither(const Loop& loop) {
    const auto* a = loop.operand<Number>(0);
    const auto done = [&](auto body) { return loop.fill<Number>(body); };
    switch (loop.step.function) {
    case Function::cos:
        return done([=](auto n) { return std::cos(a[n]); });
    case Function::exp:
        return done([=](auto n) { return std::exp(a[n]); });
    case Function::log:
        return done([=](auto n) { return std::log(a[n]); });
    case Function::sin:
        return done([=](auto n) { return std::sin(a[n]); });
    case Function::sqrt:
        return done([=](auto n) { return std::sqrt(a[n]); });
    case Function::tan:
        return done([=](auto n) { return std::tan(a[n]); });
    case Function::tanh:
        return done([=](auto n) { return std::tanh(a[n]); });
    default:
        return false;
    }
}

/// Steps that are the same for both kinds. False where this is another one.
template <class Number>
bool runEither(const Loop& loop) {
    const auto* a = loop.operand<Number>(0);
    const auto* b = loop.operand<Number>(1);
    const auto done = [&](auto body) { return loop.fill<Number>(body); };
    const auto truth = [&](auto body) { return loop.fill<std::int64_t>(body); };
    switch (loop.step.op) {
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
        return truth([=](auto n) { return a[n] != Number(0); });
    case StepOp::choose: { // the condition is an integer block
        const auto* condition = loop.operand<std::int64_t>(0);
        const auto* c = loop.operand<Number>(2);
        return done([=](auto n) { return condition[n] != 0 ? b[n] : c[n]; });
    }
    case StepOp::call:
        return callEither<Number>(loop);
    default:
        return false;
    }
}

template <double (*function)(double)>
bool mapped(const Loop& loop, const double* a) {
    return loop.fill<double>([=](auto n) { return function(a[n]); });
}

bool realCall(const Loop& loop, const double* a, const double* b) {
    const auto done = [&](auto body) { return loop.fill<double>(body); };
    const auto truth = [&](auto body) { return loop.fill<std::int64_t>(body); };
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
    case Function::cosh:
        return mapped<std::cosh>(loop, a);
    case Function::erf:
        return mapped<std::erf>(loop, a);
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
    case Function::sinh:
        return mapped<std::sinh>(loop, a);
    case Function::trunc:
        return mapped<std::trunc>(loop, a);
    case Function::imag:
        return done([](auto) { return 0.0; });
    default: // real, conj: real numbers are unchanged
        return done([=](auto n) { return a[n]; });
    }
}

bool complexCall(const Loop& loop) {
    const auto* a = loop.operand<Complex>(0);
    const auto real = [&](auto body) { return loop.fill<double>(body); };
    const auto truth = [&](auto body) { return loop.fill<std::int64_t>(body); };
    switch (loop.step.function) {
    case Function::abs:
        return real([=](auto n) { return std::abs(a[n]); });
    case Function::real:
        return real([=](auto n) { return a[n].real(); });
    case Function::imag:
        return real([=](auto n) { return a[n].imag(); });
    case Function::conj:
        return loop.fill<Complex>([=](auto n) { return std::conj(a[n]); });
    case Function::is_nan:
        return truth([=](auto n) { return std::isnan(a[n].real()) || std::isnan(a[n].imag()); });
    default: // isfinite
        return truth(
            [=](auto n) { return std::isfinite(a[n].real()) && std::isfinite(a[n].imag()); });
    }
}

} // namespace

bool runReal(const Loop& loop) {
    if (runEither<double>(loop)) {
        return true;
    }
    const auto* a = loop.operand<double>(0);
    const auto* b = loop.operand<double>(1);
    const auto done = [&](auto body) { return loop.fill<double>(body); };
    const auto truth = [&](auto body) { return loop.fill<std::int64_t>(body); };
    switch (loop.step.op) {
    case StepOp::floor_divide:
        return done([=](auto n) { return std::floor(a[n] / b[n]); });
    case StepOp::modulo:
        return done([=](auto n) { return floorModulo(a[n], b[n]); });
    case StepOp::less:
        return truth([=](auto n) { return a[n] < b[n]; });
    case StepOp::less_equal:
        return truth([=](auto n) { return a[n] <= b[n]; });
    case StepOp::greater:
        return truth([=](auto n) { return a[n] > b[n]; });
    case StepOp::greater_equal:
        return truth([=](auto n) { return a[n] >= b[n]; });
    case StepOp::minimum: // NaN wins, as in NumPy
        return done([=](auto n) { return a[n] < b[n] || std::isnan(a[n]) ? a[n] : b[n]; });
    case StepOp::maximum:
        return done([=](auto n) { return a[n] > b[n] || std::isnan(a[n]) ? a[n] : b[n]; });
    default:
        return realCall(loop, a, b);
    }
}

bool runComplex(const Loop& loop) {
    return runEither<Complex>(loop) || complexCall(loop);
}

} // namespace warpbench::project::element
