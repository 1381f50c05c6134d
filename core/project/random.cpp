// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/arrays/philox.h"
#include "core/base/suggest.h"
#include "core/project/elementwise.h"
#include "core/project/generated_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace warpbench::project {

namespace {

/// "z = normal(0, 2)", taken apart.
struct Distribution {
    std::string target;
    std::string word; ///< uniform, normal, randint
    std::vector<Expression> numbers;
};

[[noreturn]] void fail(const Step& step, const std::string& text, const std::string& remedy) {
    throw Error(ErrorKind::project, text, remedy, step.text.place);
}

/// What stands between the brackets, at the outer commas.
std::vector<Expression> splitNumbers(std::string_view text, const Place& place) {
    std::vector<Expression> numbers;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (text[i] == ',' && depth == 0)) {
            const std::string_view one = trimmed(text.substr(begin, i - begin));
            if (!one.empty() || !numbers.empty() || i < text.size()) {
                numbers.push_back({std::string(one), place});
            }
            begin = i + 1;
        } else {
            depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        }
    }
    return numbers;
}

Distribution readDistribution(const Step& step) {
    constexpr const char* kForm =
        "write for instance z = uniform(0, 1), z = normal(0, 1) or z = randint(0, 10)";
    const std::string& text = step.text.text;
    const std::size_t equals = text.find('=');
    Distribution read;
    read.target = std::string(trimmed(std::string_view(text).substr(0, equals)));
    if (equals == std::string::npos || !isName(read.target)) {
        fail(step, "it is not said which buffer gets random numbers", kForm);
    }
    const std::string_view right = trimmed(std::string_view(text).substr(equals + 1));
    const std::size_t open = right.find('(');
    read.word = std::string(trimmed(right.substr(0, open)));
    const std::vector<std::string> words{"uniform", "normal", "randint"};
    if (std::find(words.begin(), words.end(), read.word) == words.end()) {
        fail(step, fmt::format("there is no distribution \"{}\"", read.word),
             suggestion(read.word, words));
    }
    if (open != std::string_view::npos) {
        if (right.back() != ')') {
            fail(step, "a bracket is not closed", kForm);
        }
        read.numbers =
            splitNumbers(right.substr(open + 1, right.size() - open - 2), step.text.place);
    }
    const bool may = read.numbers.size() == 2 || (read.numbers.empty() && read.word != "randint");
    if (!may) {
        fail(step, fmt::format("{} takes two numbers", read.word), kForm);
    }
    return read;
}

std::string literal(double value) {
    return fmt::format("__longlong_as_double(0x{:x}LL)", std::bit_cast<std::uint64_t>(value));
}

/// The generator that initialisers use (core/arrays/philox.h), for one element: of a complex one
/// each part has numbers of its own.
std::string bitsFunction(std::uint64_t seed) {
    return fmt::format(
        R"(// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11): the seed is the key, the element the counter.
static __device__ unsigned long long NAME_bits(unsigned long long element, bool second = false)
{{
    unsigned c0 = (unsigned)element, c1 = (unsigned)(element >> 32), c2 = 0, c3 = 0;
    unsigned k0 = {}u, k1 = {}u;
#pragma unroll
    for (int round = 0; round < 10; ++round) {{
        const unsigned high0 = __umulhi(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
        const unsigned high1 = __umulhi(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }}
    return second ? (unsigned long long)c2 << 32 | c3 : (unsigned long long)c0 << 32 | c1;
}}

)",
        std::uint32_t(seed), std::uint32_t(seed >> 32));
}

// Cut off, with an odd last bit where something was: from there to 16 bits is as from the double.
constexpr const char* kOddFunction = R"(static __device__ float NAME_odd(double value)
{
    const float cut = __double2float_rz(value);
    return __uint_as_float(__float_as_uint(cut) | (cut != value));
}

)";

constexpr const char* kLogFunction =
    R"(// Natural logarithm of a number in (0, 1).
static __device__ double NAME_log(double x)
{
    const unsigned long long bits = __double_as_longlong(x);
    int exponent = (int)(bits >> 52) - 1022;
    double m = __longlong_as_double((bits & 0xfffffffffffffULL) | 1022ULL << 52);
    if (m < 0.70710678118654752440) {
        m *= 2;
        --exponent;
    }
    const double s = __ddiv_rn(m - 1, m + 1);
    const double s2 = __dmul_rn(s, s);
    double series = 1.0 / 23;
#pragma unroll
    for (int n = 21; n >= 1; n -= 2)
        series = __dadd_rn(__dmul_rn(series, s2), 1.0 / n);
    const double artanh = __dmul_rn(s, series);
    return __dadd_rn(__dmul_rn(exponent, 0.6931471803691238),
                     __dadd_rn(__dmul_rn(2, artanh), __dmul_rn(exponent, 1.9082149292705877e-10)));
}

)";

/// The inverse of the normal distribution as initialisers have it, operation by operation, so that
/// the bits are theirs.
std::string normalFunction() {
    std::string text = "static __device__ double NAME_polynomial(const double (&c)[8], double x)\n"
                       "{\n"
                       "    double value = c[7];\n"
                       "#pragma unroll\n"
                       "    for (int i = 6; i >= 0; --i)\n"
                       "        value = __dadd_rn(__dmul_rn(value, x), c[i]);\n"
                       "    return value;\n"
                       "}\n\n";
    text += kLogFunction;
    text += "// The inverse of the normal distribution, by algorithm AS 241 (Wichura, 1988).\n"
            "static __device__ double NAME_normal(unsigned long long random)\n"
            "{\n";
    char name = 'a';
    for (const auto& coefficients : normalCoefficients()) {
        text += fmt::format("    const double {}[8] = {{{}}};\n", name++,
                            fmt::join(coefficients, ", "));
    }
    text += R"(    const double p = ((double)(random >> 12) + 0.5) * (1.0 / 4503599627370496.0);
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        const double r = __dsub_rn(0.180625, __dmul_rn(q, q));
        return __ddiv_rn(__dmul_rn(q, NAME_polynomial(a, r)), NAME_polynomial(b, r));
    }
    double r = __dsqrt_rn(-NAME_log(q < 0 ? p : 1 - p));
    double value;
    if (r <= 5) {
        r -= 1.6;
        value = __ddiv_rn(NAME_polynomial(c, r), NAME_polynomial(d, r));
    } else {
        r -= 5;
        value = __ddiv_rn(NAME_polynomial(e, r), NAME_polynomial(f, r));
    }
    return q < 0 ? -value : value;
}

)";
    return text;
}

/// Of each part of a complex number; else the type itself.
memory::Scalar componentOf(memory::Scalar scalar) {
    return scalar == memory::Scalar::complex64    ? memory::Scalar::float32
           : scalar == memory::Scalar::complex128 ? memory::Scalar::float64
                                                  : scalar;
}

bool isShort(memory::Scalar scalar) {
    return scalar == memory::Scalar::float16 || scalar == memory::Scalar::bfloat16;
}

/// The value of an element, out of `random`.
std::string realValue(const Step& step, const Distribution& read, memory::Scalar scalar,
                      Names& names) {
    if (!memory::isFloating(scalar)) {
        fail(step,
             fmt::format("{} numbers are fractions, and the type of '{}' is {}", read.word,
                         read.target, memory::nameOf(scalar)),
             "use randint, or a floating-point type");
    }
    const bool normal = read.word == "normal";
    double first = 0;
    double second = 1;
    if (!read.numbers.empty()) {
        first = toDouble(names.number(read.numbers[0]));
        second = toDouble(names.number(read.numbers[1]));
    }
    if (normal && !(second >= 0)) {
        fail(step, "the standard deviation is negative", "give 0 or more");
    }
    // As many bits as the type has, so that nothing is rounded up to `high`.
    const int bits = scalar == memory::Scalar::float64    ? 53
                     : scalar == memory::Scalar::float16  ? 11
                     : scalar == memory::Scalar::bfloat16 ? 8
                                                          : 24;
    if (scalar == memory::Scalar::float32 && read.word == "uniform" && first == 0 && second == 1) {
        // No bit of these is lost in a float, and what follows would change none.
        return "(float)(unsigned)(random >> 40) * (1.0f / 16777216)";
    }
    const std::string one =
        normal ? "NAME_normal(random)"
               : fmt::format("(double)(random >> {}) * {}", 64 - bits,
                             literal(std::bit_cast<double>(std::uint64_t(1023 - bits) << 52)));
    return fmt::format("__dadd_rn({}, __dmul_rn({}, {}))", literal(first),
                       literal(normal ? second : second - first), one);
}

bool canHold(memory::Scalar scalar, const Integer& limit) {
    if (memory::isInteger(scalar)) {
        return holds(scalar, limit);
    }
    std::array<std::byte, 16> bits{};
    memory::writeDouble(scalar, bits.data(), limit.toDouble());
    return limit.asSigned().has_value() && std::isfinite(memory::readDouble(scalar, bits.data()));
}

std::string integerValue(const Step& step, const Distribution& read, memory::Scalar scalar,
                         Names& names) {
    const Integer low = toInteger(names.number(read.numbers[0]), read.numbers[0]);
    const Integer high = toInteger(names.number(read.numbers[1]), read.numbers[1]);
    if (compare(low, high) >= 0) {
        fail(step,
             fmt::format("randint has the empty range [{}, {})", low.toString(), high.toString()),
             "make the second number larger than the first");
    }
    const Integer last = *sum(high, negated(Integer(std::uint64_t(1))));
    for (const Integer& limit : {low, last}) {
        if (!canHold(scalar, limit)) {
            fail(step,
                 fmt::format("randint makes {}, which {} cannot hold", limit.toString(),
                             memory::nameOf(scalar)),
                 "use a wider type or a smaller range");
        }
    }
    const std::string value = fmt::format("0x{:x}ULL + __umul64hi(random, 0x{:x}ULL)", low.bits(),
                                          high.bits() - low.bits());
    return memory::isInteger(scalar) ? value : "(double)(long long)(" + value + ")";
}

std::uint64_t seedOf(const Step& step, Names& names) {
    const Integer seed = toInteger(names.number(step.seed), step.seed);
    if (seed.negative) {
        throw Error(ErrorKind::project, "the seed is negative", "give 0 or more", step.seed.place);
    }
    return seed.bits();
}

/// What each element gets: `at` says which. \param first  of this device's in the whole buffer
std::string randomElement(const ElementCode& code, const Buffer& target, const std::string& first,
                          std::string value) {
    const memory::Scalar scalar = target.dtype.scalar();
    std::string lines;
    if (memory::isComplex(scalar)) {
        const char* part = typeName(componentOf(scalar));
        lines = fmt::format("        const auto part = [&](unsigned long long random) {{\n"
                            "            return {0}({1});\n        }};\n"
                            "        v_{2} = T_{2}(part(NAME_bits({3} + at)), "
                            "part(NAME_bits({3} + at, true)));\n",
                            part, value, target.name, first);
    } else {
        if (isShort(scalar)) {
            value = "NAME_odd(" + value + ")";
        }
        lines = fmt::format("        const unsigned long long random = NAME_bits({} + at);\n"
                            "        v_{} = {};\n",
                            first, target.name, code.converted(target, value));
    }
    return fmt::format("    const auto element = [&](T_{0}& v_{0}, long long at) {{\n{1}    }};\n",
                       target.name, lines);
}

} // namespace

GeneratedKernel randomKernel(const Project& project, const Step& step, const Expression& block) {
    const Distribution read = readDistribution(step);
    const Project known = withPartNames(project);
    ElementCode code(known, step.text);
    code.takeHalf();
    code.takeComplex();
    code.reads(Formula::parse({"i", step.text.place}), step.text.place); // the row in the whole
    code.writes(read.target, step.text.place);
    code.complete();
    const Buffer& target = *code.packed().front().buffer;
    Names names(project);
    const memory::Scalar part = componentOf(target.dtype.scalar());
    const std::string value = read.word == "randint" ? integerValue(step, read, part, names)
                                                     : realValue(step, read, part, names);
    std::string row = "first_";
    for (std::size_t d = 1; d < target.shape.size(); ++d) {
        row += fmt::format(" * d{}_", d);
    }
    const std::string body = code.declarations() + randomElement(code, target, row, value) +
                             kThreadLines + packedLoops(code);
    const std::string state = bitsFunction(seedOf(step, names)) +
                              (isShort(part) ? kOddFunction : "") +
                              (read.word == "normal" ? normalFunction() : "");
    return finishKernel(known, code, {"random", state, body}, block, kMostStridingBlocks,
                        code.bytesWritten());
}

} // namespace warpbench::project
