// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without contraction of a·b + c, like philox.cpp.
#include "core/plan/init.h"

#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/arrays/integer_range.h"
#include "core/base/parallel.h"
#include "core/base/path_text.h"
#include "core/expression/integer_math.h"
#include "core/formulas/element_expression.h"
#include "core/formulas/philox.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace warpbench::project {

namespace {

using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

constexpr std::int64_t kBlock = 1024; ///< components converted at once
constexpr std::int64_t kGrain = 16 * kBlock;

/// Bits of the significand, including the hidden one: the bits of a uniform number that the type
/// can represent without rounding up to 1.
int significandBits(Scalar scalar) {
    switch (scalar) {
    case Scalar::float16:
        return 11;
    case Scalar::bfloat16:
        return 8;
    case Scalar::float8_e4m3:
        return 4;
    case Scalar::float8_e5m2:
        return 3;
    case Scalar::float32:
    case Scalar::complex64:
        return 24;
    default:
        return 53;
    }
}

/// Real numbers per element: one per lane, and two for a complex one.
std::int64_t partsOf(const DType& dtype) {
    return dtype.lanes() * (arrays::isComplex(dtype.scalar()) ? 2 : 1);
}

Scalar partScalar(Scalar scalar) {
    if (scalar == Scalar::complex64) {
        return Scalar::float32;
    }
    return scalar == Scalar::complex128 ? Scalar::float64 : scalar;
}

/// Fills an array from `make(element, part)`, in blocks and on several threads.
template <class Value, class Make>
void generate(HostArray& array, Make make) {
    const std::int64_t parts = partsOf(array.dtype());
    const Scalar scalar = partScalar(array.dtype().scalar());
    std::byte* const data = array.bytes().data();
    parallelFor(array.elements() * parts, kGrain, [&](std::int64_t first, std::int64_t last) {
        std::array<Value, kBlock> block;
        for (std::int64_t at = first; at < last; at += kBlock) {
            const std::int64_t count = std::min(kBlock, last - at);
            for (std::int64_t n = 0; n < count; ++n) {
                block[std::size_t(n)] = make((at + n) / parts, std::uint32_t((at + n) % parts));
            }
            std::byte* const to = data + std::size_t(at) * arrays::sizeOf(scalar);
            const std::span<const Value> values(block.data(), std::size_t(count));
            if constexpr (std::is_same_v<Value, double>) {
                arrays::writeDoubles(scalar, to, values);
            } else {
                arrays::writeInt64s(scalar, to, values);
            }
        }
    });
}

/// Buffers whose first contents a formula names.
std::vector<std::size_t> buffersIn(const LaunchPlan& plan, const Formula& formula) {
    std::vector<std::size_t> list;
    for (const Node& node : formula.nodes()) {
        if (node.op == Op::name) {
            const auto buffer = plan.findBuffer(formula.names()[node.name]);
            if (buffer && std::find(list.begin(), list.end(), *buffer) == list.end()) {
                list.push_back(*buffer);
            }
        }
    }
    return list;
}

/// Buffers that must be filled before this one.
std::vector<std::size_t> initialNeeds(const LaunchPlan& plan, std::size_t buffer) {
    const PlannedInit& init = plan.buffers[buffer].init;
    if (init.kind != Init::Kind::expression || plan.buffers[buffer].elements == 0) {
        return {};
    }
    return buffersIn(plan, Formula::parse(init.expression));
}

/// Whether the expression of a check names a buffer's first contents.
bool isNamedByChecks(const LaunchPlan& plan, std::size_t index) {
    for (const PlannedBuffer& other : plan.buffers) {
        if (!other.expect || (other.expect->kind != PlannedExpect::Kind::expression &&
                              other.expect->kind != PlannedExpect::Kind::reference)) {
            continue;
        }
        ParseOptions options;
        options.arrayFunctions = other.expect->kind == PlannedExpect::Kind::reference;
        const auto named = buffersIn(plan, Formula::parse(other.expect->expression, options));
        if (std::find(named.begin(), named.end(), index) != named.end()) {
            return true;
        }
    }
    return false;
}

bool isSeen(const LaunchPlan& plan, std::size_t index) {
    const PlannedBuffer& buffer = plan.buffers[index];
    return !buffer.used || buffer.upload || buffer.resident || !buffer.download ||
           isNamedByChecks(plan, index);
}

/// The same for callers that know only sizes. Both references must outlive it.
BlockFor blocksBySize(const LaunchPlan& plan, const BlockAllocator& allocate) {
    return [&plan, &allocate](std::size_t buffer) {
        const auto bytes = std::size_t(plan.buffers[buffer].bytes);
        return allocate ? allocate(bytes) : arrays::HostBlock::onHeap(bytes);
    };
}

/// Makes the arrays of a plan, each when it is first needed.
class Initialiser {
  public:
    Initialiser(const LaunchPlan& plan, BlockFor blockFor)
        : m_plan(plan)
        , m_blockFor(std::move(blockFor))
        , m_arrays(plan.buffers.size())
        , m_state(plan.buffers.size(), State::untouched) {}

    const HostArray& array(std::size_t index);

  private:
    enum class State { untouched, underWay, done };

    [[noreturn]] void fail(const PlannedBuffer& buffer, ErrorText said) const {
        throw Error(ErrorKind::project,
                    phrase("buffer '{buffer}': {problem}",
                           {{"buffer", buffer.name}, {"problem", std::move(said)}}),
                    buffer.place);
    }
    void make(std::size_t index);
    void fill(const PlannedBuffer& buffer, HostArray& array);
    void constant(const PlannedBuffer& buffer, HostArray& array, const Number& value);
    void arange(const PlannedBuffer& buffer, HostArray& array);
    void uniform(const PlannedBuffer& buffer, HostArray& array);
    void randint(const PlannedBuffer& buffer, HostArray& array);
    void expression(const PlannedBuffer& buffer, HostArray& array);
    void file(const PlannedBuffer& buffer, HostArray& array);

    const LaunchPlan& m_plan;
    BlockFor m_blockFor;
    std::vector<HostArray> m_arrays;
    std::vector<State> m_state;
};

const HostArray& Initialiser::array(std::size_t index) {
    // With an explicit stack: a project may chain any number of buffers.
    std::vector<std::size_t> pending{index};
    while (!pending.empty()) {
        const std::size_t next = pending.back();
        if (m_state[next] == State::untouched) {
            m_state[next] = State::underWay;
            for (const std::size_t other : initialNeeds(m_plan, next)) {
                if (m_state[other] == State::underWay) {
                    fail(m_plan.buffers[other],
                         {"WB1427", "its initialiser depends on itself",
                          "initialise one of the buffers in the cycle without the others"});
                }
                if (m_state[other] == State::untouched) {
                    pending.push_back(other);
                }
            }
            continue;
        }
        if (m_state[next] == State::underWay) {
            make(next);
            m_state[next] = State::done;
        }
        pending.pop_back();
    }
    return m_arrays[index];
}

void Initialiser::make(std::size_t index) {
    const PlannedBuffer& buffer = m_plan.buffers[index];
    auto block = m_blockFor(index);
    HostArray made(buffer.dtype, buffer.shape, std::move(block));
    if (!made.empty()) {
        fill(buffer, made);
    }
    m_arrays[index] = std::move(made);
}

void Initialiser::fill(const PlannedBuffer& buffer, HostArray& array) {
    const Init::Kind kind = buffer.init.kind;
    if (kind == Init::Kind::zeros) {
        std::memset(array.bytes().data(), 0, array.sizeBytes());
        return;
    }
    if (kind == Init::Kind::file) {
        file(buffer, array);
        return;
    }
    if (buffer.dtype.kind() == DType::Kind::structure) {
        fail(buffer, {"WB1428", "a buffer of structs cannot be initialised this way",
                      "use \"zeros\" or \"file\" for its init"});
    }
    const PlannedInit& init = buffer.init;
    switch (kind) {
    case Init::Kind::ones:
        constant(buffer, array, std::int64_t(1));
        break;
    case Init::Kind::constant:
        constant(buffer, array, init.value);
        break;
    case Init::Kind::arange:
        arange(buffer, array);
        break;
    case Init::Kind::uniform:
        uniform(buffer, array);
        break;
    case Init::Kind::normal:
        if (arrays::isInteger(buffer.dtype.scalar())) {
            fail(buffer, {"WB1429",
                          "normal numbers are fractions, but its type is {type}",
                          "use \"randint\", or a floating-point type",
                          {{"type", buffer.dtype.name()}}});
        }
        generate<double>(array, [&](std::int64_t element, std::uint32_t part) {
            return init.mean + init.stddev * standardNormal(randomBits(
                                                 init.seed, std::uint64_t(element), part));
        });
        break;
    case Init::Kind::randint:
        randint(buffer, array);
        break;
    default:
        expression(buffer, array);
        break;
    }
}

/// Every lane gets the value; imaginary parts are 0.
void Initialiser::constant(const PlannedBuffer& buffer, HostArray& array, const Number& value) {
    const Scalar scalar = buffer.dtype.scalar();
    const bool complex = arrays::isComplex(scalar);
    if (arrays::isInteger(scalar)) {
        const Integer whole = toInteger(value, Expression{toString(value), buffer.place});
        if (!arrays::holds(scalar, whole)) {
            fail(buffer, {"WB1430",
                          "{number} does not fit {type}",
                          "use a wider type or another value",
                          {{"number", toString(value)}, {"type", buffer.dtype.name()}}});
        }
        const auto bits = std::int64_t(whole.bits());
        generate<std::int64_t>(array, [&](std::int64_t, std::uint32_t) { return bits; });
        return;
    }
    const double real = toDouble(value);
    generate<double>(array, [&](std::int64_t, std::uint32_t part) {
        return complex && part % 2 == 1 ? 0.0 : real;
    });
}

/// start + step · index of the element, equal in all lanes. Integers wrap.
void Initialiser::arange(const PlannedBuffer& buffer, HostArray& array) {
    const PlannedInit& init = buffer.init;
    const bool exact = isInteger(init.start) && isInteger(init.step);
    if (arrays::isInteger(buffer.dtype.scalar()) && exact) {
        const std::uint64_t start = asInteger(init.start)->bits();
        const std::uint64_t step = asInteger(init.step)->bits();
        generate<std::int64_t>(array, [&](std::int64_t element, std::uint32_t) {
            return std::int64_t(start + step * std::uint64_t(element));
        });
        return;
    }
    const double start = toDouble(init.start);
    const double step = toDouble(init.step);
    const bool complex = arrays::isComplex(buffer.dtype.scalar());
    generate<double>(array, [&](std::int64_t element, std::uint32_t part) {
        return complex && part % 2 == 1 ? 0.0 : start + step * double(element);
    });
}

void Initialiser::uniform(const PlannedBuffer& buffer, HostArray& array) {
    const Scalar scalar = buffer.dtype.scalar();
    if (arrays::isInteger(scalar)) {
        fail(buffer, {"WB1431",
                      "uniform numbers are fractions, but its type is {type}",
                      "use \"randint\", or a floating-point type",
                      {{"type", buffer.dtype.name()}}});
    }
    const double low = toDouble(buffer.init.low);
    const double width = toDouble(buffer.init.high) - low;
    const int bits = significandBits(scalar);
    const std::uint64_t seed = buffer.init.seed;
    generate<double>(array, [&](std::int64_t element, std::uint32_t part) {
        return low + width * unitInterval(randomBits(seed, std::uint64_t(element), part), bits);
    });
}

void Initialiser::randint(const PlannedBuffer& buffer, HostArray& array) {
    const Integer low = *asInteger(buffer.init.low); // the plan has checked that they are integers
    const Integer high = *asInteger(buffer.init.high);
    const Scalar scalar = buffer.dtype.scalar();
    const Integer last = *sum(high, negated(Integer(std::uint64_t(1)))); // low < high
    for (const Integer& limit : {low, last}) {
        std::array<std::byte, 16> bits{};
        arrays::writeDouble(scalar, bits.data(), limit.toDouble());
        const bool fits = arrays::isInteger(scalar)
                              ? arrays::holds(scalar, limit)
                              : std::isfinite(arrays::readDouble(scalar, bits.data()));
        if (!fits) {
            fail(buffer, {"WB1432",
                          "randint makes {number}, which {type} cannot hold",
                          "use a wider type or a smaller range",
                          {{"number", limit.toString()}, {"type", buffer.dtype.name()}}});
        }
    }
    if (!arrays::isInteger(scalar) && (!low.asSigned() || !last.asSigned())) {
        fail(buffer, {"WB1433", "randint makes integers beyond 2^63 for uint64 buffers only",
                      "use a smaller range, or the type uint64"});
    }
    const std::uint64_t range = high.bits() - low.bits();
    const std::uint64_t seed = buffer.init.seed;
    generate<std::int64_t>(array, [&](std::int64_t element, std::uint32_t part) {
        const std::uint64_t random = randomBits(seed, std::uint64_t(element), part);
        return std::int64_t(low.bits() + integerBelow(random, range));
    });
}

void Initialiser::expression(const PlannedBuffer& buffer, HostArray& array) {
    ElementNames names;
    names.numbers = m_plan.names;
    names.initial = [this](const std::string& name) -> std::optional<HostArray> {
        const auto index = m_plan.findBuffer(name);
        return index ? std::optional(m_arrays[*index]) : std::nullopt; // made before this one
    };
    const Formula formula = Formula::parse(buffer.init.expression);
    ElementExpression(formula, buffer.dtype, buffer.shape, names).evaluate(array.bytes());
}

void Initialiser::file(const PlannedBuffer& buffer, HostArray& array) {
    const HostArray read = readBufferFile(buffer, buffer.init.path, buffer.init.member);
    std::memcpy(array.bytes().data(), read.bytes().data(), array.sizeBytes());
}

} // namespace

HostArray readBufferFile(const PlannedBuffer& buffer, const std::filesystem::path& file,
                         const std::string& member) {
    try {
        return arrays::readArrayFile(file, member, buffer.dtype, buffer.shape);
    } catch (const Error& error) {
        if (error.place().line > 0 || buffer.place.line == 0)
            throw;
        throw Error(error.kind(),
                    phrase("buffer '{buffer}': {file}: {problem}", {{"buffer", buffer.name},
                                                                    {"file", utf8(file.filename())},
                                                                    {"problem", error.said()}}),
                    buffer.place);
    }
}

std::vector<HostArray> initialiseBuffers(const LaunchPlan& plan, const BlockAllocator& allocate) {
    return initialiseBuffers(plan, seenBuffers(plan), blocksBySize(plan, allocate));
}

std::vector<bool> seenBuffers(const LaunchPlan& plan) {
    std::vector<bool> seen(plan.buffers.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        seen[i] = isSeen(plan, i);
    }
    return seen;
}

std::vector<bool> buffersNamedAtFirst(const LaunchPlan& plan) {
    std::vector<bool> named(plan.buffers.size());
    for (std::size_t i = 0; i < named.size(); ++i) {
        named[i] = named[i] || isNamedByChecks(plan, i);
        for (const std::size_t other : initialNeeds(plan, i)) {
            named[other] = true;
        }
    }
    return named;
}

std::vector<bool> namedBuffers(const LaunchPlan& plan) {
    std::vector<bool> named = buffersNamedAtFirst(plan);
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (plan.buffers[i].expect) {
            named[i] = true;
            for (const std::size_t other : plan.buffers[i].expect->needsAfter) {
                named[other] = true;
            }
        }
    }
    return named;
}

std::vector<HostArray> initialiseBuffers(const LaunchPlan& plan, const std::vector<bool>& wanted,
                                         const BlockFor& blockFor) {
    Initialiser initialiser(plan, blockFor);
    std::vector<HostArray> arrays(plan.buffers.size());
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (wanted.at(i)) {
            arrays[i] = initialiser.array(i);
        }
    }
    return arrays;
}

HostArray initialiseBuffer(const LaunchPlan& plan, std::size_t buffer,
                           const BlockAllocator& allocate) {
    return Initialiser(plan, blocksBySize(plan, allocate)).array(buffer);
}

} // namespace warpbench::project
