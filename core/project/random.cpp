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

/// The generator that initialisers use (core/arrays/philox.h): the seed is the key, the element the
/// counter, and of a complex one each part has numbers of its own. As words 2 and 3 of the counter
/// are 0, the first round multiplies its low word alone; that product is taken from outside, since
/// the next element's is one addition more.
std::string bitsFunctions(std::uint64_t seed) {
    return fmt::format(
        R"(// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11): the seed is the key, the element the counter,
// whose low word comes multiplied by 0xD2511F53, as the first round has it.
static __device__ unsigned long long NAME_bits(unsigned long long product, unsigned high, bool second)
{{
    unsigned k0 = {}u, k1 = {}u;
    unsigned c0 = high ^ k0, c1 = 0, c2 = (unsigned)(product >> 32) ^ k1, c3 = (unsigned)product;
#pragma unroll
    for (int round = 1; round < 10; ++round) {{
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
        const unsigned high0 = __umulhi(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
        const unsigned high1 = __umulhi(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
    }}
    return second ? (unsigned long long)c2 << 32 | c3 : (unsigned long long)c0 << 32 | c1;
}}

static __device__ unsigned long long NAME_bits(unsigned long long element, bool second)
{{
    return NAME_bits(0xD2511F53ULL * (unsigned)element, (unsigned)(element >> 32), second);
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
/// the bits are theirs. The coefficients are constants of the module: in the code each would be two
/// instructions more wherever it is used.
std::string normalFunctions() {
    std::string rows;
    for (const auto& coefficients : normalCoefficients()) {
        rows += fmt::format("    {{{}}},\n", fmt::join(coefficients, ", "));
    }
    return fmt::format(
               R"(// The inverse of the normal distribution, by algorithm AS 241 (Wichura, 1988).
static __constant__ double NAME_coefficients[6][8] = {{
{}}};

static __device__ double NAME_polynomial(int row, double x)
{{
    double value = NAME_coefficients[row][7];
#pragma unroll
    for (int i = 6; i >= 0; --i)
        value = __dadd_rn(__dmul_rn(value, x), NAME_coefficients[row][i]);
    return value;
}}

)",
               rows) +
           kLogFunction +
           R"(// A probability less 1/2, both without rounding.
static __device__ double NAME_centred(unsigned long long random)
{
    return ((double)(random >> 12) + 0.5) * (1.0 / 4503599627370496.0) - 0.5;
}

// Up to 0.425 from the middle.
static __device__ double NAME_middle(double q)
{
    const double r = __dsub_rn(0.180625, __dmul_rn(q, q));
    return __ddiv_rn(__dmul_rn(q, NAME_polynomial(0, r)), NAME_polynomial(1, r));
}

static __device__ double NAME_tail(double q)
{
    const double r = __dsqrt_rn(-NAME_log(0.5 - fabs(q)));
    const double value =
        r <= 5 ? __ddiv_rn(NAME_polynomial(2, r - 1.6), NAME_polynomial(3, r - 1.6))
               : __ddiv_rn(NAME_polynomial(4, r - 5), NAME_polynomial(5, r - 5));
    return q < 0 ? -value : value;
}

)";
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

/// The value of an element, out of `random`, or of its `normal` number.
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
    if (normal && first == 0 && second == 1) {
        return "normal"; // which is no zero, whose sign an addition could change
    }
    const std::string one =
        normal ? "normal"
               : fmt::format("(double)(random >> {}) * {}", 64 - bits,
                             literal(std::bit_cast<double>(std::uint64_t(1023 - bits) << 52)));
    if (!normal && first == 0 && second == 1) {
        return one;
    }
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

/// What a part is made of: its type, how many an element has and a thread stores at once, and its
/// `value`, made of `from`. \param begin  elements of the whole buffer before this device's
std::string partLines(const ElementCode& code, const Buffer& target, const std::string& begin,
                      const std::string& from, const std::string& value) {
    const memory::Scalar scalar = target.dtype.scalar();
    const bool complex = memory::isComplex(scalar);
    const std::string converted =
        complex ? fmt::format("(T)({})", value)
                : code.converted(target, isShort(scalar) ? "NAME_odd(" + value + ")" : value);
    return fmt::format(
        R"(    using T = {0}; // {1}
    constexpr int kParts = {2};
    constexpr int kPack = {3}; // parts that a thread stores at once
    union Pack {{
        {4} whole;
        T at[kPack];
    }};
    T* const out = reinterpret_cast<T*>(b_{5});
    const unsigned long long begin = {6};
    const unsigned long long parts = count * kParts;
    // Where a pack's first element is a multiple of theirs, its low word and what is added do not overflow.
    const bool packed = begin % (kPack / kParts) == 0;
    const auto value = []({7}) {{ return {8}; }};
)",
        complex ? typeName(componentOf(scalar)) : code.typeOf(scalar),
        complex ? "the real or the imaginary part of an element" : "an element, which has one part",
        complex ? 2 : 1, code.pack() * (complex ? 2 : 1),
        carrierOf(memory::sizeOf(scalar) * code.pack()), target.name, begin, from, converted);
}

/// What the parts of a pack get, the first of which is part `at`. \param get  of each, called `e`
std::string packLines(const std::string& at, const std::string& get) {
    return fmt::format(R"(        Pack pack;
        const unsigned long long element = begin + ({0}) / kParts;
        const unsigned long long product = 0xD2511F53ULL * (unsigned)element;
#pragma unroll
        for (int e = 0; e < kPack; ++e) {{
            const unsigned long long random = NAME_bits(
                product + e / kParts * 0xD2511F53ULL, (unsigned)(element >> 32), e % kParts != 0);
            {1}
        }}
        reinterpret_cast<Pack*>(out)[({0}) / kPack].whole = pack.whole;
)",
                       at, get);
}

/// Four columns to the right.
std::string indented(const std::string& lines) {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        const bool directive = lines[at] == '#';
        text += (directive ? "" : "    ") + lines.substr(at, end - at);
        at = end;
    }
    return text;
}

/// All without signs and the thread in 32 bits: what stands before the loop is a third less so.
std::string uniformLoops() {
    return R"(    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned threads = gridDim.x * blockDim.x;
    const unsigned long long packs = packed ? parts / kPack : 0;
    for (unsigned long long p = thread; p < packs; p += threads) {
)" + packLines("p * kPack", "pack.at[e] = value(random);") +
           R"(    }
#pragma unroll 1
    for (unsigned long long at = packs * kPack + thread; at < parts; at += threads)
        out[at] = value(NAME_bits(begin + at / kParts, at % kParts != 0));
)";
}

constexpr int kNormalTile = 2048; ///< parts that a block makes at once

// What stands before a thread's loop is a quarter of what a pack takes, so that there are four for
// each, but only where there is enough for blocks on all multiprocessors of the largest GPUs.
constexpr std::size_t kPacksOfThread = 4;
constexpr int kLeastBlocks = 1024;

/// A normal number in seven lies in the tails, where it takes three times the work, and of a warp
/// some nearly always do. So a block leaves them until it has them all, and its warps work at those
/// with all their lanes.
std::string normalLoops() {
    return fmt::format(R"(    constexpr int kTile = {}; // parts that a block makes at once
    __shared__ unsigned short tails[kTile];
    __shared__ int found;
    for (unsigned long long tile = blockIdx.x * (long long)kTile; tile < parts;
         tile += gridDim.x * (long long)kTile) {{
        if (threadIdx.x == 0)
            found = 0;
        __syncthreads();
        const int here = parts - tile < kTile ? (int)(parts - tile) : kTile;
        const auto make = [&](T& part, int at, unsigned long long random) {{
            const double q = NAME_centred(random);
            part = value(NAME_middle(q));
            if (fabs(q) > 0.425) // for those below
                tails[atomicAdd(&found, 1)] = at;
        }};
        const int whole = packed ? here / kPack * kPack : 0;
        for (int p = threadIdx.x * kPack; p < whole; p += blockDim.x * kPack) {{
)",
                       kNormalTile) +
           indented(packLines("tile + p", "make(pack.at[e], p + e, random);")) +
           R"(        }
        const auto randomAt = [&](int at) {
            return NAME_bits(begin + (tile + at) / kParts, (tile + at) % kParts != 0);
        };
#pragma unroll 1
        for (int at = whole + threadIdx.x; at < here; at += blockDim.x)
            make(out[tile + at], at, randomAt(at));
        __syncthreads();
        for (int t = threadIdx.x; t < found; t += blockDim.x)
            out[tile + tails[t]] = value(NAME_tail(NAME_centred(randomAt(tails[t]))));
        __syncthreads();
    }
)";
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
    std::string begin = "first_";
    for (std::size_t d = 1; d < target.shape.size(); ++d) {
        begin += fmt::format(" * d{}_", d);
    }
    const bool normal = read.word == "normal";
    const char* from = normal ? "double normal" : "unsigned long long random";
    const std::string body =
        partLines(code, target, begin, from, value) + (normal ? normalLoops() : uniformLoops());
    const std::string state = bitsFunctions(seedOf(step, names)) +
                              (isShort(part) ? kOddFunction : "") +
                              (normal ? normalFunctions() : "");
    KernelText text{"random", state, body};
    if (normal) {
        text.tile = kNormalTile / (part == target.dtype.scalar() ? 1 : 2);
    } else {
        text.packs = kPacksOfThread;
        text.leastBlocks = kLeastBlocks;
    }
    return finishKernel(known, code, text, block, kMostStridingBlocks, code.bytesWritten());
}

} // namespace warpbench::project
