// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the expression language, by name.
#include "core/expression/expression.h"
#include "core/expression/expression_limits.h"

#include <algorithm>

namespace warpbench::project {

const std::vector<FunctionInfo>& functions() {
    constexpr int kMany = int(kMaxArguments);
    constexpr unsigned kKeep = FunctionInfo::keepsIntegers;
    constexpr unsigned kNeed = FunctionInfo::needsIntegers;
    constexpr unsigned kComplex = FunctionInfo::takesComplex;
    constexpr unsigned kTruth = FunctionInfo::givesTruth;
    static const std::vector<FunctionInfo> list{
        {"abs", Function::abs, 1, 1, kComplex | kKeep},
        {"acos", Function::acos, 1, 1},
        {"asin", Function::asin, 1, 1},
        {"atan", Function::atan, 1, 1},
        {"atan2", Function::atan2, 2, 2},
        {"bit_and", Function::bit_and, 2, 2, kNeed},
        {"bit_or", Function::bit_or, 2, 2, kNeed},
        {"bit_xor", Function::bit_xor, 2, 2, kNeed},
        {"ceil", Function::ceil, 1, 1, kKeep},
        {"ceil_div", Function::ceil_div, 2, 2, kNeed},
        {"clamp", Function::clamp, 3, 3, kKeep},
        {"complex", Function::complex, 2, 2},
        {"conj", Function::conj, 1, 1, kComplex | kKeep},
        {"cos", Function::cos, 1, 1, kComplex},
        {"cosh", Function::cosh, 1, 1},
        {"erf", Function::erf, 1, 1},
        {"exp", Function::exp, 1, 1, kComplex},
        {"exp2", Function::exp2, 1, 1},
        {"expm1", Function::expm1, 1, 1},
        {"floor", Function::floor, 1, 1, kKeep},
        {"fmod", Function::fmod, 2, 2},
        {"gcd", Function::gcd, 2, 2, kNeed},
        {"hypot", Function::hypot, 2, 2},
        {"imag", Function::imag, 1, 1, kComplex},
        {"isfinite", Function::is_finite, 1, 1, kComplex | kKeep | kTruth},
        {"isinf", Function::is_inf, 1, 1, kKeep | kTruth},
        {"isnan", Function::is_nan, 1, 1, kComplex | kKeep | kTruth},
        {"lcm", Function::lcm, 2, 2, kNeed},
        {"log", Function::log, 1, 1, kComplex},
        {"log10", Function::log10, 1, 1},
        {"log1p", Function::log1p, 1, 1},
        {"log2", Function::log2, 1, 1},
        {"max", Function::max, 1, kMany, kKeep},
        {"min", Function::min, 1, kMany, kKeep},
        {"next_pow2", Function::next_pow2, 1, 1, kNeed},
        {"pow", Function::pow, 2, 2, kKeep},
        {"real", Function::real, 1, 1, kComplex | kKeep},
        {"round", Function::round, 1, 1, kKeep},
        {"rsqrt", Function::rsqrt, 1, 1},
        {"shift_left", Function::shift_left, 2, 2, kNeed},
        {"shift_right", Function::shift_right, 2, 2, kNeed},
        {"sigmoid", Function::sigmoid, 1, 1},
        {"sign", Function::sign, 1, 1, kKeep},
        {"sin", Function::sin, 1, 1, kComplex},
        {"sinh", Function::sinh, 1, 1},
        {"sqrt", Function::sqrt, 1, 1, kComplex},
        {"tan", Function::tan, 1, 1, kComplex},
        {"tanh", Function::tanh, 1, 1, kComplex},
        {"trunc", Function::trunc, 1, 1, kKeep},
        {"where", Function::where, 3, 3, kKeep},
    };
    return list;
}

const std::vector<FunctionInfo>& arrayFunctions() {
    static const std::vector<FunctionInfo> list{
        {"all", {}, 1, 2},
        {"amax", {}, 1, 2},
        {"amin", {}, 1, 2},
        {"any", {}, 1, 2},
        {"argmax", {}, 1, 2},
        {"argmin", {}, 1, 2},
        {"argsort", {}, 1, 1},
        {"bincount", {}, 2, 2},
        {"conv_full", {}, 2, 2},
        {"conv_same", {}, 2, 2},
        {"conv_valid", {}, 2, 2},
        {"correlate_full", {}, 2, 2},
        {"correlate_same", {}, 2, 2},
        {"correlate_valid", {}, 2, 2},
        {"cumprod", {}, 1, 2},
        {"cumsum", {}, 1, 2},
        {"dot", {}, 2, 2},
        {"exclusive_scan", {}, 1, 2},
        {"fft", {}, 1, 1},
        {"fft2", {}, 1, 1},
        {"flip", {}, 1, 2},
        {"histogram", {}, 4, 4},
        {"ifft", {}, 1, 1},
        {"ifft2", {}, 1, 1},
        {"matmul", {}, 2, 2},
        {"max", {}, 1, 1},
        {"mean", {}, 1, 2},
        {"min", {}, 1, 1},
        {"outer", {}, 2, 2},
        {"prod", {}, 1, 2},
        {"reshape", {}, 2, 9},
        {"roll", {}, 2, 3},
        {"scan", {}, 1, 2},
        {"shift", {}, 2, 3},
        {"softmax", {}, 1, 2},
        {"sort", {}, 1, 1},
        {"sum", {}, 1, 2},
        {"take", {}, 2, 2},
        {"transpose", {}, 1, 9},
    };
    return list;
}

const FunctionInfo* findFunction(std::string_view name) {
    const auto& list = functions();
    const auto found = std::lower_bound(
        list.begin(), list.end(), name,
        [](const FunctionInfo& info, std::string_view wanted) { return info.name < wanted; });
    return found != list.end() && found->name == name ? &*found : nullptr;
}

const FunctionInfo& infoOf(Function function) {
    static const auto byFunction = [] {
        std::vector<const FunctionInfo*> list;
        for (const FunctionInfo& info : functions()) {
            list.resize(std::max(list.size(), std::size_t(info.function) + 1));
            list[std::size_t(info.function)] = &info;
        }
        return list;
    }();
    return *byFunction.at(std::size_t(function));
}

} // namespace warpbench::project
