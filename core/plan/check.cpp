// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/check.h"

#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/base/cancellation.h"
#include "core/base/parallel.h"
#include "core/formulas/element_expression.h"
#include "core/formulas/reference.h"
#include "core/plan/init.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace warpbench::project {

namespace {

using arrays::DType;
using arrays::HostArray;
using arrays::Scalar;

ElementNames namesOf(const LaunchPlan& plan, const ArraySource& initial, const ArraySource& after) {
    const auto lookup = [&plan](const ArraySource& source) {
        return [&plan, source](const std::string& name) -> std::optional<HostArray> {
            const auto index = plan.findBuffer(name);
            return index ? std::optional(source(*index)) : std::nullopt;
        };
    };
    ElementNames names;
    names.numbers = plan.names;
    names.initial = lookup(initial);
    names.after = lookup(after);
    return names;
}

/// Checks whether a reference's result fits the buffer. Dimensions of 1 do not matter.
/// \throws Error (project) if it does not
void requireFitting(const HostArray& result, const PlannedBuffer& buffer,
                    const PlannedExpect& expect) {
    const auto refuse = [&](ErrorText said) {
        throw Error(ErrorKind::project,
                    phrase("\"{expression}\": {problem}",
                           {{"expression", expect.expression.text}, {"problem", std::move(said)}}),
                    expect.expression.place);
    };
    if (buffer.dtype.kind() == DType::Kind::structure) {
        refuse({"WB1402",
                "no function makes structs, and '{buffer}' holds them",
                "use a file, or a reference kernel and another buffer",
                {{"buffer", buffer.name}}});
    }
    std::vector<std::int64_t> wanted = buffer.shape;
    if (buffer.dtype.lanes() > 1) {
        wanted.push_back(buffer.dtype.lanes());
    }
    std::vector<std::int64_t> found = result.shape();
    std::erase(wanted, 1);
    std::erase(found, 1);
    if (found != wanted) {
        const auto text = [](const std::vector<std::int64_t>& shape) {
            std::string list = "(";
            for (const std::int64_t extent : shape) {
                list += (list.size() > 1 ? ", " : "") + std::to_string(extent);
            }
            return list + ")";
        };
        refuse({"WB1403",
                "the result's shape is {found}, but '{buffer}' has {expected}",
                "make them fit, for example with reshape()",
                {{"found", text(result.shape())},
                 {"buffer", buffer.name},
                 {"expected", text(buffer.shape)}}});
    }
    if (arrays::isComplex(result.dtype().scalar()) && !arrays::isComplex(buffer.dtype.scalar())) {
        refuse({"WB1404",
                "the result is complex, but '{buffer}' is {type}",
                "take real(), imag() or abs() of it",
                {{"buffer", buffer.name}, {"type", buffer.dtype.name()}}});
    }
}

/// The expected contents of a buffer, part by part: all of it may be as large as the buffer, and is
/// not needed if the check passes. Any thread; several at once.
class Expected {
  public:
    Expected(const LaunchPlan& plan, const PlannedBuffer& buffer, const PlannedExpect& expect,
             const ArraySource& initial, const ArraySource& after)
        : m_scalarBytes(scalarBytesOf(buffer.dtype)) {
        switch (expect.kind) {
        case PlannedExpect::Kind::file:
            m_array = readBufferFile(buffer, expect.path, expect.member);
            break;
        case PlannedExpect::Kind::buffer:
            m_array = after(expect.other);
            if (m_array.dtype() != buffer.dtype || m_array.elements() != buffer.elements) {
                throw Error(ErrorKind::project,
                            {"WB1405",
                             "'{buffer}' is compared with '{other}' of another type or size",
                             "make dtype and shape the same",
                             {{"buffer", buffer.name}, {"other", plan.buffers[expect.other].name}}},
                            buffer.place);
            }
            break;
        case PlannedExpect::Kind::reference: {
            ParseOptions options;
            options.arrayFunctions = true;
            const Formula formula = Formula::parse(expect.expression, options);
            m_array = evaluateReference(formula, namesOf(plan, initial, after));
            requireFitting(m_array, buffer, expect);
            m_rounded = buffer.dtype.scalar();
            break;
        }
        case PlannedExpect::Kind::expression:
            m_expression.emplace(Formula::parse(expect.expression), buffer.dtype, buffer.shape,
                                 namesOf(plan, initial, after));
            break;
        }
    }
    /// An array that exists as a whole.
    explicit Expected(HostArray array)
        : m_scalarBytes(scalarBytesOf(array.dtype()))
        , m_array(std::move(array)) {}

    /// Components [first, first + count) in the buffer's type; elements for structs.
    /// \param room  storage that may be used for them; must outlive the result
    const std::byte* part(std::int64_t first, std::int64_t count,
                          std::vector<std::byte>& room) const {
        if (!m_expression && !m_rounded) {
            return m_array.bytes().data() + std::size_t(first) * m_scalarBytes;
        }
        room.resize(std::size_t(count) * m_scalarBytes);
        write(first, count, room);
        return room.data();
    }
    void write(std::int64_t first, std::int64_t count, std::span<std::byte> out) const {
        const auto at = std::size_t(first);
        const auto n = std::size_t(count);
        if (m_expression) {
            m_expression->evaluate(first, count, out);
        } else if (!m_rounded) {
            std::memcpy(out.data(), m_array.bytes().data() + at * m_scalarBytes, n * m_scalarBytes);
        } else if (m_array.dtype().scalar() == Scalar::uint64 && !arrays::isInteger(*m_rounded)) {
            std::vector<double> reals(n);
            arrays::readDoubles(Scalar::uint64, m_array.bytes().data() + at * sizeof(std::uint64_t),
                                reals);
            arrays::writeDoubles(*m_rounded, out.data(), reals);
        } else if (arrays::isInteger(m_array.dtype().scalar())) {
            arrays::writeInt64s(*m_rounded, out.data(), m_array.as<std::int64_t>().subspan(at, n));
        } else if (m_array.dtype().scalar() == Scalar::float64) {
            arrays::writeDoubles(*m_rounded, out.data(), m_array.as<double>().subspan(at, n));
        } else {
            arrays::writeComplexes(*m_rounded, out.data(),
                                   m_array.as<std::complex<double>>().subspan(at, n));
        }
    }

  private:
    static std::size_t scalarBytesOf(const DType& dtype) {
        return dtype.kind() == DType::Kind::structure ? dtype.size()
                                                      : arrays::sizeOf(dtype.scalar());
    }

    std::size_t m_scalarBytes;
    HostArray m_array;                             ///< unless an expression makes it
    std::optional<Scalar> m_rounded;               ///< a reference's result is converted to it
    std::optional<ElementExpression> m_expression; ///< computes the requested components
};

/// The number of expected components computed at a time.
constexpr std::int64_t kPart = 1 << 16;

/// Compares component by component; one per thread, then merged.
class Comparison {
  public:
    /// \param wrong  receives the elements that differ
    Comparison(const PlannedExpect& expect, const HostArray& got, ElementSet& wrong)
        : m_expect(expect)
        , m_wrong(wrong)
        , m_lanes(got.dtype().lanes())
        , m_scalar(got.dtype().scalar())
        , m_gotData(got.bytes().data()) {}

    /// \param want  component `first` and those after it
    void run(std::int64_t first, std::int64_t last, const std::byte* want) {
        const std::size_t size = arrays::sizeOf(m_scalar);
        const std::byte* got = m_gotData + std::size_t(first) * size;
        for (std::int64_t c = first; c < last; ++c, got += size, want += size) {
            const bool sameBits = std::memcmp(got, want, size) == 0;
            const bool nanBits = sameBits && !m_expect.equalNan && !arrays::isInteger(m_scalar);
            if ((!sameBits || nanBits) && !matches(got, want, sameBits)) {
                ++mismatches;
                firstMismatch = firstMismatch < 0 ? c : firstMismatch;
                m_wrong.insert(c / m_lanes);
            }
        }
    }

    std::int64_t mismatches = 0;
    std::int64_t firstMismatch = -1;
    double maxAbsError = 0;
    double maxRelError = 0;

  private:
    bool matches(const std::byte* gotAt, const std::byte* wantAt, bool sameBits) {
        if (arrays::isInteger(m_scalar)) {
            noteIntegers(arrays::readInt64(m_scalar, gotAt), arrays::readInt64(m_scalar, wantAt));
            return arrays::readInt64(m_scalar, gotAt) == arrays::readInt64(m_scalar, wantAt);
        }
        const std::complex<double> got = arrays::readComplex(m_scalar, gotAt);
        const std::complex<double> want = arrays::readComplex(m_scalar, wantAt);
        const bool gotNan = std::isnan(got.real()) || std::isnan(got.imag());
        const bool wantNan = std::isnan(want.real()) || std::isnan(want.imag());
        if (gotNan || wantNan) {
            return gotNan && wantNan && m_expect.equalNan;
        }
        const bool finite = std::isfinite(got.real()) && std::isfinite(got.imag()) &&
                            std::isfinite(want.real()) && std::isfinite(want.imag());
        if (!finite) {
            return got == want;
        }
        const double error = std::abs(got - want);
        const double magnitude = std::abs(want);
        note(error, magnitude);
        if (m_expect.exact) {
            return sameBits; // +0 is not -0
        }
        return error <= m_expect.atol + m_expect.rtol * magnitude;
    }

    void note(double error, double magnitude) {
        maxAbsError = std::max(maxAbsError, error);
        if (magnitude > 0) {
            maxRelError = std::max(maxRelError, error / magnitude);
        }
    }

    void noteIntegers(std::int64_t got, std::int64_t want) {
        const bool isUnsigned = m_scalar == Scalar::uint64;
        const bool below = isUnsigned ? std::uint64_t(got) < std::uint64_t(want) : got < want;
        const std::uint64_t gap = below ? std::uint64_t(want) - std::uint64_t(got)
                                        : std::uint64_t(got) - std::uint64_t(want);
        note(double(gap), isUnsigned ? double(std::uint64_t(want)) : std::fabs(double(want)));
    }

    const PlannedExpect& m_expect;
    ElementSet& m_wrong;
    std::int64_t m_lanes;
    Scalar m_scalar;
    const std::byte* m_gotData;
};

/// Structs are compared as bytes without their padding: field by field.
bool sameStruct(const DType& dtype, const std::byte* a, const std::byte* b) {
    if (dtype.kind() != DType::Kind::structure) {
        return std::memcmp(a, b, dtype.size()) == 0;
    }
    for (const arrays::Field& field : dtype.fields()) {
        for (std::size_t n = 0; n < field.count; ++n) {
            const std::size_t at = field.offset + n * field.type->size();
            if (!sameStruct(*field.type, a + at, b + at)) {
                return false;
            }
        }
    }
    return true;
}

/// Keeps the wrong elements, if any.
void keepWrong(CheckResult& result, ElementSet wrong) {
    if (result.passed)
        return;
    wrong.index();
    result.wrong = std::make_shared<const ElementSet>(std::move(wrong));
}

/// The expected value of one component, or of one element for structs, as an array.
HostArray wantedAt(std::int64_t at, const HostArray& got, const Expected& want) {
    const bool isStruct = got.dtype().kind() == DType::Kind::structure;
    HostArray one(isStruct ? got.dtype() : DType(got.dtype().scalar()), {1});
    want.write(at, 1, one.bytes());
    return one;
}

CheckResult compareStructs(const HostArray& got, const Expected& want) {
    CheckResult result;
    ElementSet wrong(got.elements());
    const std::size_t size = got.dtype().size();
    std::vector<std::byte> room;
    const std::byte* const wanted = want.part(0, got.elements(), room);
    CancelPoint cancel;
    for (std::int64_t n = 0; n < got.elements(); ++n) {
        cancel(std::int64_t(size));
        const std::size_t at = std::size_t(n) * size;
        if (sameStruct(got.dtype(), got.bytes().data() + at, wanted + at)) {
            continue;
        }
        ++result.mismatches;
        wrong.insert(n);
        if (!result.firstMismatch) {
            result.firstMismatch = {arrays::unravel(n, got.shape()), arrays::formatElement(got, n),
                                    arrays::formatElement(wantedAt(n, got, want), 0)};
        }
    }
    result.passed = result.mismatches == 0;
    keepWrong(result, std::move(wrong));
    return result;
}

/// \param component  of the buffer
CheckResult::Mismatch mismatchAt(std::int64_t component, const HostArray& got,
                                 const Expected& want) {
    const std::int64_t lanes = got.dtype().lanes();
    CheckResult::Mismatch mismatch;
    mismatch.index = arrays::unravel(component / lanes, got.shape());
    if (lanes > 1) {
        mismatch.index.push_back(component % lanes);
    }
    mismatch.got = arrays::ElementReader(got).format(component);
    mismatch.want = arrays::ElementReader(wantedAt(component, got, want)).format(0);
    return mismatch;
}

CheckResult compare(const HostArray& got, const Expected& want, const PlannedExpect& expect) {
    if (got.dtype().kind() == DType::Kind::structure) {
        return compareStructs(got, want);
    }
    ElementSet wrong(got.elements());
    Comparison total(expect, got, wrong);
    std::mutex merging;
    const auto look = [&](std::int64_t first, std::int64_t last) {
        Comparison part(expect, got, wrong);
        std::vector<std::byte> room;
        for (std::int64_t at = first; at < last; at += kPart) {
            const std::int64_t count = std::min(kPart, last - at);
            part.run(at, at + count, want.part(at, count, room));
        }
        const std::lock_guard lock(merging);
        total.mismatches += part.mismatches;
        total.maxAbsError = std::max(total.maxAbsError, part.maxAbsError);
        total.maxRelError = std::max(total.maxRelError, part.maxRelError);
        if (part.firstMismatch >= 0 &&
            (total.firstMismatch < 0 || part.firstMismatch < total.firstMismatch)) {
            total.firstMismatch = part.firstMismatch;
        }
    };
    parallelFor(got.elements() * got.dtype().lanes(), kPart, look);
    CheckResult result;
    result.mismatches = total.mismatches;
    result.passed = total.mismatches == 0;
    result.maxAbsError = total.maxAbsError;
    result.maxRelError = total.maxRelError;
    if (total.firstMismatch >= 0) {
        result.firstMismatch = mismatchAt(total.firstMismatch, got, want);
    }
    keepWrong(result, std::move(wrong));
    return result;
}

} // namespace

CheckResult compareArrays(const HostArray& got, const HostArray& want,
                          const PlannedExpect& expect) {
    if (got.dtype() != want.dtype() || got.elements() != want.elements()) {
        throw Error(ErrorKind::project,
                    {"WB1406", "two arrays of different type or size are compared",
                     "make dtype and shape the same"});
    }
    return compare(got, Expected(want), expect);
}

void writeExpected(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                   const ArraySource& initial, const ArraySource& after, HostArray& want) {
    const PlannedBuffer& planned = plan.buffers[buffer];
    const Expected expected(plan, planned, expect, initial, after);
    const bool isStruct = planned.dtype.kind() == DType::Kind::structure;
    const std::size_t size =
        isStruct ? planned.dtype.size() : arrays::sizeOf(planned.dtype.scalar());
    const std::int64_t count = planned.elements * (isStruct ? 1 : planned.dtype.lanes());
    parallelFor(count, kPart, [&](std::int64_t first, std::int64_t last) {
        expected.write(first, last - first, want.bytes().subspan(std::size_t(first) * size));
    });
}

CheckResult checkBuffer(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                        const ArraySource& initial, const ArraySource& after) {
    return compare(after(buffer), Expected(plan, plan.buffers[buffer], expect, initial, after),
                   expect);
}

} // namespace warpbench::project
