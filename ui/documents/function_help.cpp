// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/function_help.h"

#include <QCoreApplication>

#include <iterator>

namespace warpbench::ui {

namespace {

struct Entry {
    const char* name;
    const char* arguments;
    const char* meaning;
};

/// docs/project-file.md, "Whole-array references".
constexpr Entry kArrays[] = {
    {"all", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "whether every element is true")},
    {"amax", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "the largest element")},
    {"amin", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "the smallest element")},
    {"any", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "whether any element is true")},
    {"argmax", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "where the largest element is")},
    {"argmin", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "where the smallest element is")},
    {"argsort", "a", QT_TRANSLATE_NOOP("FunctionHelp", "the order that sorts the last axis")},
    {"bincount", "a, bins", QT_TRANSLATE_NOOP("FunctionHelp", "how often 0, 1, … bins − 1 occur")},
    {"conv_full", "a, kernel",
     QT_TRANSLATE_NOOP("FunctionHelp", "convolution, wherever the two overlap")},
    {"conv_same", "a, kernel", QT_TRANSLATE_NOOP("FunctionHelp", "convolution, as large as a")},
    {"conv_valid", "a, kernel",
     QT_TRANSLATE_NOOP("FunctionHelp", "convolution, where the kernel fits in a")},
    {"correlate_full", "a, kernel",
     QT_TRANSLATE_NOOP("FunctionHelp", "correlation, wherever the two overlap")},
    {"correlate_same", "a, kernel",
     QT_TRANSLATE_NOOP("FunctionHelp", "correlation, as large as a: a stencil")},
    {"correlate_valid", "a, kernel",
     QT_TRANSLATE_NOOP("FunctionHelp", "correlation, where the kernel fits in a")},
    {"cumprod", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "running product")},
    {"cumsum", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "running sum: an inclusive scan")},
    {"dot", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "inner product")},
    {"exclusive_scan", "a, axis",
     QT_TRANSLATE_NOOP("FunctionHelp", "running sum of the elements before: an exclusive scan")},
    {"fft", "a", QT_TRANSLATE_NOOP("FunctionHelp", "Fourier transform of the last axis")},
    {"fft2", "a", QT_TRANSLATE_NOOP("FunctionHelp", "Fourier transform of the last two axes")},
    {"flip", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "in reverse order")},
    {"histogram", "a, bins, low, high",
     QT_TRANSLATE_NOOP("FunctionHelp", "how many values each bin contains")},
    {"ifft", "a", QT_TRANSLATE_NOOP("FunctionHelp", "inverse of fft")},
    {"ifft2", "a", QT_TRANSLATE_NOOP("FunctionHelp", "inverse of fft2")},
    {"matmul", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "matrix product")},
    {"max", "a", QT_TRANSLATE_NOOP("FunctionHelp", "the largest element of all")},
    {"mean", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "mean value")},
    {"min", "a", QT_TRANSLATE_NOOP("FunctionHelp", "the smallest element of all")},
    {"outer", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "each element of a times each of b")},
    {"prod", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "product of the elements")},
    {"reshape", "a, sizes…",
     QT_TRANSLATE_NOOP("FunctionHelp", "the same elements in another shape")},
    {"roll", "a, distance, axis",
     QT_TRANSLATE_NOOP("FunctionHelp", "shifted; elements that leave one end enter at the other")},
    {"scan", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "the same as cumsum")},
    {"shift", "a, distance, axis",
     QT_TRANSLATE_NOOP("FunctionHelp", "shifted; zeros fill the gap")},
    {"softmax", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "exponentials that add up to 1")},
    {"sort", "a", QT_TRANSLATE_NOOP("FunctionHelp", "sorted along the last axis")},
    {"sum", "a, axis", QT_TRANSLATE_NOOP("FunctionHelp", "sum of the elements")},
    {"take", "a, indices", QT_TRANSLATE_NOOP("FunctionHelp", "the elements at these places")},
    {"transpose", "a, axes…", QT_TRANSLATE_NOOP("FunctionHelp", "rows become columns")},
};

/// docs/project-file.md, "Expressions".
constexpr Entry kElements[] = {
    {"abs", "x", QT_TRANSLATE_NOOP("FunctionHelp", "distance from 0")},
    {"acos", "x", QT_TRANSLATE_NOOP("FunctionHelp", "inverse cosine")},
    {"asin", "x", QT_TRANSLATE_NOOP("FunctionHelp", "inverse sine")},
    {"atan", "x", QT_TRANSLATE_NOOP("FunctionHelp", "inverse tangent")},
    {"atan2", "y, x", QT_TRANSLATE_NOOP("FunctionHelp", "angle of the point (x, y)")},
    {"bit_and", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "bits that are set in both")},
    {"bit_or", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "bits that are set in either")},
    {"bit_xor", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "bits that are set in exactly one")},
    {"ceil", "x", QT_TRANSLATE_NOOP("FunctionHelp", "rounded up")},
    {"ceil_div", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "a / b, rounded up: blocks of a grid")},
    {"clamp", "x, low, high",
     QT_TRANSLATE_NOOP("FunctionHelp", "limited to the range between two bounds")},
    {"complex", "re, im", QT_TRANSLATE_NOOP("FunctionHelp", "a complex number")},
    {"conj", "z", QT_TRANSLATE_NOOP("FunctionHelp", "complex conjugate")},
    {"cos", "x", QT_TRANSLATE_NOOP("FunctionHelp", "cosine")},
    {"cosh", "x", QT_TRANSLATE_NOOP("FunctionHelp", "hyperbolic cosine")},
    {"erf", "x", QT_TRANSLATE_NOOP("FunctionHelp", "error function")},
    {"exp", "x", QT_TRANSLATE_NOOP("FunctionHelp", "e to the power of x")},
    {"exp2", "x", QT_TRANSLATE_NOOP("FunctionHelp", "2 to the power of x")},
    {"expm1", "x", QT_TRANSLATE_NOOP("FunctionHelp", "exp(x) − 1, accurate near 0")},
    {"floor", "x", QT_TRANSLATE_NOOP("FunctionHelp", "rounded down")},
    {"fmod", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "remainder with the sign of a, as in C")},
    {"gcd", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "greatest common divisor")},
    {"hypot", "x, y", QT_TRANSLATE_NOOP("FunctionHelp", "length of (x, y)")},
    {"imag", "z", QT_TRANSLATE_NOOP("FunctionHelp", "imaginary part")},
    {"isfinite", "x", QT_TRANSLATE_NOOP("FunctionHelp", "neither NaN nor infinite")},
    {"isinf", "x", QT_TRANSLATE_NOOP("FunctionHelp", "infinite")},
    {"isnan", "x", QT_TRANSLATE_NOOP("FunctionHelp", "not a number")},
    {"lcm", "a, b", QT_TRANSLATE_NOOP("FunctionHelp", "least common multiple")},
    {"log", "x", QT_TRANSLATE_NOOP("FunctionHelp", "natural logarithm")},
    {"log10", "x", QT_TRANSLATE_NOOP("FunctionHelp", "logarithm to base 10")},
    {"log1p", "x", QT_TRANSLATE_NOOP("FunctionHelp", "log(1 + x), accurate near 0")},
    {"log2", "x", QT_TRANSLATE_NOOP("FunctionHelp", "logarithm to base 2")},
    {"max", "a, b, …", QT_TRANSLATE_NOOP("FunctionHelp", "the largest of its arguments")},
    {"min", "a, b, …", QT_TRANSLATE_NOOP("FunctionHelp", "the smallest of its arguments")},
    {"next_pow2", "n", QT_TRANSLATE_NOOP("FunctionHelp", "the next power of two")},
    {"pow", "x, y", QT_TRANSLATE_NOOP("FunctionHelp", "x to the power of y")},
    {"real", "z", QT_TRANSLATE_NOOP("FunctionHelp", "real part")},
    {"round", "x", QT_TRANSLATE_NOOP("FunctionHelp", "rounded to the nearest, ties to even")},
    {"rsqrt", "x", QT_TRANSLATE_NOOP("FunctionHelp", "1 / sqrt(x)")},
    {"shift_left", "a, bits", QT_TRANSLATE_NOOP("FunctionHelp", "a << bits")},
    {"shift_right", "a, bits", QT_TRANSLATE_NOOP("FunctionHelp", "a >> bits")},
    {"sigmoid", "x", QT_TRANSLATE_NOOP("FunctionHelp", "1 / (1 + exp(−x))")},
    {"sign", "x", QT_TRANSLATE_NOOP("FunctionHelp", "−1, 0 or 1")},
    {"sin", "x", QT_TRANSLATE_NOOP("FunctionHelp", "sine")},
    {"sinh", "x", QT_TRANSLATE_NOOP("FunctionHelp", "hyperbolic sine")},
    {"sqrt", "x", QT_TRANSLATE_NOOP("FunctionHelp", "square root")},
    {"tan", "x", QT_TRANSLATE_NOOP("FunctionHelp", "tangent")},
    {"tanh", "x", QT_TRANSLATE_NOOP("FunctionHelp", "hyperbolic tangent")},
    {"trunc", "x", QT_TRANSLATE_NOOP("FunctionHelp", "without the fraction")},
    {"where", "condition, a, b", QT_TRANSLATE_NOOP("FunctionHelp", "a where it is true, else b")},
};

} // namespace

std::vector<FunctionHelp> functionHelp(bool wholeArrays) {
    std::vector<FunctionHelp> all;
    const auto add = [&](const Entry& entry, bool wholeArray) {
        all.push_back({QString::fromLatin1(entry.name), QString::fromUtf8(entry.arguments),
                       QCoreApplication::translate("FunctionHelp", entry.meaning), wholeArray});
    };
    if (wholeArrays) {
        for (const Entry& entry : kArrays)
            add(entry, true);
    }
    for (const Entry& entry : kElements)
        add(entry, false);
    return all;
}

} // namespace warpbench::ui
