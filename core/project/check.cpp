// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/check.h"

#include "core/arrays/array_file.h"
#include "core/arrays/element.h"
#include "core/arrays/element_expression.h"
#include "core/arrays/reference.h"
#include "core/base/parallel.h"
#include "core/project/init.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

namespace warpbench::project {

namespace {

using memory::DType;
using memory::HostArray;
using memory::Scalar;

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

/// A reference's result, rounded to the buffer's dtype. Dimensions of 1 do not matter.
HostArray fitted(const HostArray& result, const PlannedBuffer& buffer,
                 const PlannedExpect& expect) {
    std::vector<std::int64_t> wanted = buffer.shape;
    if (buffer.dtype.lanes() > 1) {
        wanted.push_back(buffer.dtype.lanes());
    }
    std::vector<std::int64_t> found = result.shape();
    std::erase(wanted, 1);
    std::erase(found, 1);
    const auto refuse = [&](const std::string& text, const std::string& remedy) {
        throw Error(ErrorKind::project, "\"" + expect.expression.text + "\": " + text, remedy,
                    expect.expression.place);
    };
    if (found != wanted) {
        const auto text = [](const std::vector<std::int64_t>& shape) {
            std::string list = "(";
            for (const std::int64_t extent : shape) {
                list += (list.size() > 1 ? ", " : "") + std::to_string(extent);
            }
            return list + ")";
        };
        refuse("the result's shape is " + text(result.shape()) + ", and '" + buffer.name +
                   "' has " + text(buffer.shape),
               "make them fit, for example with reshape()");
    }
    const Scalar from = result.dtype().scalar();
    const Scalar to = buffer.dtype.scalar();
    if (memory::isComplex(from) && !memory::isComplex(to)) {
        refuse("the result is complex, and '" + buffer.name + "' is " + buffer.dtype.name(),
               "take real(), imag() or abs() of it");
    }
    HostArray fitted(buffer.dtype, buffer.shape);
    std::byte* const data = fitted.bytes().data();
    if (from == Scalar::int64) {
        memory::writeInt64s(to, data, result.as<std::int64_t>());
    } else if (from == Scalar::float64) {
        memory::writeDoubles(to, data, result.as<double>());
    } else {
        memory::writeComplexes(to, data, result.as<std::complex<double>>());
    }
    return fitted;
}

/// Compares component by component; one per thread, then merged.
class Comparison {
  public:
    /// \param wrong  takes the elements that differ
    Comparison(const PlannedExpect& expect, const HostArray& got, const HostArray& want,
               ElementSet& wrong)
        : m_expect(expect)
        , m_wrong(wrong)
        , m_lanes(got.dtype().lanes())
        , m_got(got)
        , m_want(want)
        , m_scalar(m_got.scalar())
        , m_gotData(got.bytes().data())
        , m_wantData(want.bytes().data()) {}

    void run(std::int64_t first, std::int64_t last) {
        const std::size_t size = memory::sizeOf(m_scalar);
        for (std::int64_t c = first; c < last; ++c) {
            const std::size_t at = std::size_t(c) * size;
            const bool sameBits = std::memcmp(m_gotData + at, m_wantData + at, size) == 0;
            const bool nanBits = sameBits && !m_expect.equalNan && !memory::isInteger(m_scalar);
            if ((!sameBits || nanBits) && !matches(c, sameBits)) {
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
    bool matches(std::int64_t c, bool sameBits) {
        if (memory::isInteger(m_scalar)) {
            noteIntegers(m_got.asInt64(c), m_want.asInt64(c));
            return m_got.asInt64(c) == m_want.asInt64(c);
        }
        const std::complex<double> got = m_got.asComplex(c);
        const std::complex<double> want = m_want.asComplex(c);
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
    memory::ElementReader m_got;
    memory::ElementReader m_want;
    Scalar m_scalar;
    const std::byte* m_gotData;
    const std::byte* m_wantData;
};

/// Structs are compared as bytes without their padding: field by field.
bool sameStruct(const DType& dtype, const std::byte* a, const std::byte* b) {
    if (dtype.kind() != DType::Kind::structure) {
        return std::memcmp(a, b, dtype.size()) == 0;
    }
    for (const memory::Field& field : dtype.fields()) {
        for (std::size_t n = 0; n < field.count; ++n) {
            const std::size_t at = field.offset + n * field.type->size();
            if (!sameStruct(*field.type, a + at, b + at)) {
                return false;
            }
        }
    }
    return true;
}

/// Keeps the elements that are wrong, where there are any.
void keepWrong(CheckResult& result, ElementSet wrong) {
    if (result.passed)
        return;
    wrong.index();
    result.wrong = std::make_shared<const ElementSet>(std::move(wrong));
}

CheckResult compareStructs(const HostArray& got, const HostArray& want) {
    CheckResult result;
    ElementSet wrong(got.elements());
    const std::size_t size = got.dtype().size();
    for (std::int64_t n = 0; n < got.elements(); ++n) {
        const std::size_t at = std::size_t(n) * size;
        if (sameStruct(got.dtype(), got.bytes().data() + at, want.bytes().data() + at)) {
            continue;
        }
        ++result.mismatches;
        wrong.insert(n);
        if (!result.firstMismatch) {
            result.firstMismatch = {memory::unravel(n, got.shape()), memory::formatElement(got, n),
                                    memory::formatElement(want, n)};
        }
    }
    result.passed = result.mismatches == 0;
    keepWrong(result, std::move(wrong));
    return result;
}

} // namespace

CheckResult compareArrays(const HostArray& got, const HostArray& want,
                          const PlannedExpect& expect) {
    if (got.dtype() != want.dtype() || got.elements() != want.elements()) {
        throw Error(ErrorKind::project, "two arrays of different type or size are compared",
                    "make dtype and shape the same");
    }
    if (got.dtype().kind() == DType::Kind::structure) {
        return compareStructs(got, want);
    }
    const std::int64_t lanes = got.dtype().lanes();
    constexpr std::int64_t kGrain = 1 << 16;
    ElementSet wrong(got.elements());
    Comparison total(expect, got, want, wrong);
    std::mutex merging;
    parallelFor(got.elements() * lanes, kGrain, [&](std::int64_t first, std::int64_t last) {
        Comparison part(expect, got, want, wrong);
        part.run(first, last);
        const std::lock_guard lock(merging);
        total.mismatches += part.mismatches;
        total.maxAbsError = std::max(total.maxAbsError, part.maxAbsError);
        total.maxRelError = std::max(total.maxRelError, part.maxRelError);
        if (part.firstMismatch >= 0 &&
            (total.firstMismatch < 0 || part.firstMismatch < total.firstMismatch)) {
            total.firstMismatch = part.firstMismatch;
        }
    });
    CheckResult result;
    result.mismatches = total.mismatches;
    result.passed = total.mismatches == 0;
    result.maxAbsError = total.maxAbsError;
    result.maxRelError = total.maxRelError;
    if (total.firstMismatch >= 0) {
        CheckResult::Mismatch mismatch;
        mismatch.index = memory::unravel(total.firstMismatch / lanes, got.shape());
        if (lanes > 1) {
            mismatch.index.push_back(total.firstMismatch % lanes);
        }
        mismatch.got = memory::ElementReader(got).format(total.firstMismatch);
        mismatch.want = memory::ElementReader(want).format(total.firstMismatch);
        result.firstMismatch = std::move(mismatch);
    }
    keepWrong(result, std::move(wrong));
    return result;
}

HostArray expectedValue(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                        const ArraySource& initial, const ArraySource& after) {
    const PlannedBuffer& planned = plan.buffers[buffer];
    switch (expect.kind) {
    case PlannedExpect::Kind::file:
        return readBufferFile(planned, expect.path, expect.member);
    case PlannedExpect::Kind::buffer: {
        HostArray other = after(expect.other);
        if (other.dtype() != planned.dtype || other.elements() != planned.elements) {
            throw Error(ErrorKind::project,
                        "'" + planned.name + "' is compared with '" +
                            plan.buffers[expect.other].name + "' of another type or size",
                        "make dtype and shape the same", planned.place);
        }
        return HostArray(planned.dtype, planned.shape, other.block(),
                         other.empty() ? 0
                                       : std::size_t(other.bytes().data() - other.block()->data()));
    }
    case PlannedExpect::Kind::reference: {
        ParseOptions options;
        options.arrayFunctions = true;
        const Formula formula = Formula::parse(expect.expression, options);
        return fitted(evaluateReference(formula, namesOf(plan, initial, after)), planned, expect);
    }
    case PlannedExpect::Kind::expression:
        break;
    }
    const Formula formula = Formula::parse(expect.expression);
    HostArray want(planned.dtype, planned.shape);
    ElementExpression(formula, planned.dtype, planned.shape, namesOf(plan, initial, after))
        .evaluate(want.bytes());
    return want;
}

CheckResult checkBuffer(const LaunchPlan& plan, std::size_t buffer, const PlannedExpect& expect,
                        const ArraySource& initial, const ArraySource& after) {
    HostArray want = expectedValue(plan, buffer, expect, initial, after);
    CheckResult result = compareArrays(after(buffer), want, expect);
    if (!result.passed)
        result.want = std::move(want);
    return result;
}

} // namespace warpbench::project
