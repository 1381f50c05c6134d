// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/suggest.h"
#include "core/steps/elementwise.h"
#include "core/steps/generated_kernel.h"
#include "core/steps/random_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace warpbench::project {

namespace {

/// The parts of "z = normal(0, 2)".
struct Distribution {
    std::string target;
    std::string word; ///< uniform, normal, randint
    std::vector<Expression> numbers;
};

constexpr const char* kForm =
    "write for instance z = uniform(0, 1), z = normal(0, 1) or z = randint(0, 10)";

[[noreturn]] void fail(const Step& step, ErrorText said) {
    throw Error(ErrorKind::project, std::move(said), step.text.place);
}

/// The arguments between the parentheses, split at the outer commas.
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
    const std::string& text = step.text.text;
    const std::size_t equals = text.find('=');
    Distribution read;
    read.target = std::string(trimmed(std::string_view(text).substr(0, equals)));
    if (equals == std::string::npos || !isName(read.target)) {
        fail(step, {"WB1523", "the buffer for the random numbers is missing", kForm});
    }
    const std::string_view right = trimmed(std::string_view(text).substr(equals + 1));
    const std::size_t open = right.find('(');
    read.word = std::string(trimmed(right.substr(0, open)));
    const std::vector<std::string> words{"uniform", "normal", "randint"};
    if (std::find(words.begin(), words.end(), read.word) == words.end()) {
        const ErrorText said{
            "WB1524", "unknown distribution \"{name}\"", {}, {{"name", read.word}}};
        fail(step, said.advised(suggestion(read.word, words)));
    }
    if (open != std::string_view::npos) {
        if (right.back() != ')') {
            fail(step, {"WB1525", "a bracket is not closed", kForm});
        }
        read.numbers =
            splitNumbers(right.substr(open + 1, right.size() - open - 2), step.text.place);
    }
    const bool may = read.numbers.size() == 2 || (read.numbers.empty() && read.word != "randint");
    if (!may) {
        fail(step, {"WB1526", "{function} takes two numbers", kForm, {{"function", read.word}}});
    }
    return read;
}

std::string literal(double value) {
    return fmt::format("__longlong_as_double(0x{:x}LL)", std::bit_cast<std::uint64_t>(value));
}

/// The type of each part of a complex number; otherwise the type itself.
arrays::Scalar componentOf(arrays::Scalar scalar) {
    return scalar == arrays::Scalar::complex64    ? arrays::Scalar::float32
           : scalar == arrays::Scalar::complex128 ? arrays::Scalar::float64
                                                  : scalar;
}

bool isShort(arrays::Scalar scalar) {
    return scalar == arrays::Scalar::float16 || scalar == arrays::Scalar::bfloat16;
}

/// The value of an element, from `random`, or from its `normal` number.
std::string realValue(const Step& step, const Distribution& read, arrays::Scalar scalar,
                      Names& names) {
    if (!arrays::isFloating(scalar)) {
        fail(
            step,
            {"WB1527",
             "{function} numbers are fractions, but the type of '{buffer}' is {type}",
             "use randint, or a floating-point type",
             {{"function", read.word}, {"buffer", read.target}, {"type", arrays::nameOf(scalar)}}});
    }
    const bool normal = read.word == "normal";
    double first = 0;
    double second = 1;
    if (!read.numbers.empty()) {
        first = toDouble(names.number(read.numbers[0]));
        second = toDouble(names.number(read.numbers[1]));
    }
    if (normal && !(second >= 0)) {
        fail(step, {"WB1528", "the standard deviation is negative", "give 0 or more"});
    }
    // As many bits as the type has, so that nothing is rounded up to `high`.
    const int bits = scalar == arrays::Scalar::float64    ? 53
                     : scalar == arrays::Scalar::float16  ? 11
                     : scalar == arrays::Scalar::bfloat16 ? 8
                                                          : 24;
    const bool standard = first == 0 && second == 1; // further operations would not change any bit
    if (scalar == arrays::Scalar::float32 && !normal && standard) {
        return "(float)(unsigned)(random >> 40) * (1.0f / 16777216)"; // none is lost in a float
                                                                      // either
    }
    const std::string one =
        normal ? "normal" // never a zero, whose sign an addition could change
               : fmt::format("(double)(random >> {}) * {}", 64 - bits,
                             literal(std::bit_cast<double>(std::uint64_t(1023 - bits) << 52)));
    if (standard) {
        return one;
    }
    return fmt::format("__dadd_rn({}, __dmul_rn({}, {}))", literal(first),
                       literal(normal ? second : second - first), one);
}

bool canHold(arrays::Scalar scalar, const Integer& limit) {
    if (arrays::isInteger(scalar)) {
        return arrays::holds(scalar, limit);
    }
    std::array<std::byte, 16> bits{};
    arrays::writeDouble(scalar, bits.data(), limit.toDouble());
    return limit.asSigned().has_value() && std::isfinite(arrays::readDouble(scalar, bits.data()));
}

std::string integerValue(const Step& step, const Distribution& read, arrays::Scalar scalar,
                         Names& names) {
    const Integer low = toInteger(names.number(read.numbers[0]), read.numbers[0]);
    const Integer high = toInteger(names.number(read.numbers[1]), read.numbers[1]);
    if (compare(low, high) >= 0) {
        fail(step, {"WB1529",
                    "randint has the empty range [{low}, {high})",
                    "make the second number larger than the first",
                    {{"low", low.toString()}, {"high", high.toString()}}});
    }
    const Integer last = *sum(high, negated(Integer(std::uint64_t(1))));
    for (const Integer& limit : {low, last}) {
        if (!canHold(scalar, limit)) {
            fail(step, {"WB1530",
                        "randint makes {number}, which {type} cannot hold",
                        "use a wider type or a smaller range",
                        {{"number", limit.toString()}, {"type", arrays::nameOf(scalar)}}});
        }
    }
    const std::string value = fmt::format("0x{:x}ULL + __umul64hi(random, 0x{:x}ULL)", low.bits(),
                                          high.bits() - low.bits());
    return arrays::isInteger(scalar) ? value : "(double)(long long)(" + value + ")";
}

std::uint64_t seedOf(const Step& step, Names& names) {
    const Integer seed = toInteger(names.number(step.seed), step.seed);
    if (seed.negative) {
        throw Error(ErrorKind::project, {"WB1531", "the seed is negative", "give 0 or more"},
                    step.seed.place);
    }
    return seed.bits();
}

/// The properties of a part: its type, how many an element has and a thread stores at once, and its
/// `value`, computed from `from`. \param begin  elements of the whole buffer before this device's
std::string partLines(const ElementCode& code, const Buffer& target, const std::string& begin,
                      const std::string& from, const std::string& value) {
    const arrays::Scalar scalar = target.dtype.scalar();
    const bool complex = arrays::isComplex(scalar);
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
        carrierOf(arrays::sizeOf(scalar) * code.pack()), target.name, begin, from, converted);
}

// The code before a thread's loop takes a fifth to a third of the time of a pack (sm_90), so each
// thread gets four, but only if there are enough for as many blocks as fill an H200 at
// once.
constexpr std::size_t kPacksOfThread = 4;
constexpr int kLeastBlocks = 1024;

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
    const arrays::Scalar part = componentOf(target.dtype.scalar());
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
                              (isShort(part) ? oddFunction() : "") +
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
