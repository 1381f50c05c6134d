// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/comparison.h"

#include "core/arrays/element.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace warpbench::ui {

namespace {

using arrays::Scalar;

const QString kNone = QStringLiteral("–");

QString signedText(double value) {
    return value > 0 ? u'+' + QString::number(value, 'g', 6)
                     : QString::number(value, 'g', 6).replace(u'-', QStringLiteral("−"));
}

/// Exact for 64-bit differences of either sign.
QString integerDifference(Scalar scalar, const std::byte* got, const std::byte* want) {
    const std::int64_t a = arrays::readInt64(scalar, got);
    const std::int64_t b = arrays::readInt64(scalar, want);
    const bool below = scalar == Scalar::uint64 ? std::uint64_t(a) < std::uint64_t(b) : a < b;
    const std::uint64_t gap =
        below ? std::uint64_t(b) - std::uint64_t(a) : std::uint64_t(a) - std::uint64_t(b);
    return gap == 0 ? QStringLiteral("0")
                    : QStringLiteral("%1%2")
                          .arg(below ? QStringLiteral("−") : QStringLiteral("+"))
                          .arg(gap);
}

QString scalarDifference(Scalar scalar, const std::byte* got, const std::byte* want) {
    if (arrays::isInteger(scalar))
        return integerDifference(scalar, got, want);
    const std::complex<double> difference =
        arrays::readComplex(scalar, got) - arrays::readComplex(scalar, want);
    if (!std::isfinite(difference.real()) || !std::isfinite(difference.imag()))
        return kNone;
    if (!arrays::isComplex(scalar))
        return signedText(difference.real());
    return QStringLiteral("%1 %2j").arg(signedText(difference.real()),
                                        signedText(difference.imag()));
}

std::optional<double> relativeError(Scalar scalar, const std::byte* got, const std::byte* want) {
    const std::complex<double> a = arrays::readComplex(scalar, got);
    const std::complex<double> b = arrays::readComplex(scalar, want);
    const double error = std::abs(a - b) / std::abs(b);
    return std::isfinite(error) ? std::optional(error) : std::nullopt;
}

/// The type of a complex number's parts; for other numbers the type itself.
Scalar partOf(Scalar scalar) {
    if (!arrays::isComplex(scalar))
        return scalar;
    return scalar == Scalar::complex64 ? Scalar::float32 : Scalar::float64;
}

/// Maps floats of one type to integers: neighbours differ by 1, and both zeros are 0.
std::int64_t floatOrder(std::size_t size, const std::byte* from) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, size);
    const std::uint64_t sign = std::uint64_t(1) << (8 * size - 1);
    const auto magnitude = std::int64_t(bits & ~sign);
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

/// Of finite floats.
std::uint64_t ulpsApart(Scalar part, const std::byte* a, const std::byte* b) {
    const std::size_t size = arrays::sizeOf(part);
    const std::int64_t x = floatOrder(size, a), y = floatOrder(size, b);
    return x > y ? std::uint64_t(x) - std::uint64_t(y) : std::uint64_t(y) - std::uint64_t(x);
}

} // namespace

arrays::HostArray partOf(const arrays::HostArray& array, std::uint64_t first, std::uint64_t count) {
    const auto offset = std::size_t(array.bytes().data() - array.block()->data());
    return {array.dtype(),
            {std::int64_t(count)},
            array.block(),
            offset + std::size_t(first) * array.dtype().size()};
}

std::optional<Tolerance> parseTolerance(const QString& text) {
    static const QRegularExpression kForm(
        QStringLiteral(R"(^\s*([0-9.]+(?:[eE][-+]?[0-9]+)?)\s*(%|ulps?)?\s*$)"),
        QRegularExpression::CaseInsensitiveOption);
    if (text.trimmed().isEmpty())
        return Tolerance();
    const QRegularExpressionMatch match = kForm.match(text);
    bool isNumber = false;
    const double number = match.captured(1).toDouble(&isNumber);
    if (!isNumber)
        return std::nullopt;
    const QString unit = match.captured(2);
    return unit.isEmpty()               ? Tolerance{Tolerance::Kind::absolute, number}
           : unit == QLatin1String("%") ? Tolerance{Tolerance::Kind::relative, number / 100}
                                        : Tolerance{Tolerance::Kind::ulp, number};
}

namespace {

double magnitudeApart(Scalar part, const std::byte* a, const std::byte* b) {
    if (!arrays::isInteger(part))
        return std::abs(arrays::readDouble(part, a) - arrays::readDouble(part, b));
    const std::int64_t x = arrays::readInt64(part, a), y = arrays::readInt64(part, b);
    const bool isLess = part == Scalar::uint64 ? std::uint64_t(x) < std::uint64_t(y) : x < y;
    return double(isLess ? std::uint64_t(y) - std::uint64_t(x)
                         : std::uint64_t(x) - std::uint64_t(y));
}

/// Whether two numbers with different bits count as equal.
bool isNear(Scalar part, const std::byte* a, const std::byte* b, const Tolerance& tolerance) {
    const double x = arrays::readDouble(part, a), y = arrays::readDouble(part, b);
    if (std::isnan(x) || std::isnan(y))
        return std::isnan(x) && std::isnan(y);
    if (!arrays::isInteger(part) && x == y)
        return true;
    if (std::isinf(x) || std::isinf(y))
        return false;
    switch (tolerance.kind) {
    case Tolerance::Kind::absolute:
        return magnitudeApart(part, a, b) <= tolerance.most;
    case Tolerance::Kind::relative:
        return magnitudeApart(part, a, b) <= tolerance.most * std::abs(y);
    case Tolerance::Kind::ulp:
        return (arrays::isInteger(part) ? magnitudeApart(part, a, b)
                                        : double(ulpsApart(part, a, b))) <= tolerance.most;
    }
    return false;
}

/// Whether two elements with different bits count as equal.
bool areNear(const arrays::DType& dtype, const std::byte* a, const std::byte* b,
             const Tolerance& tolerance) {
    if (dtype.kind() == arrays::DType::Kind::structure)
        return false;
    const Scalar part = partOf(dtype.scalar());
    for (std::size_t at = 0; at < dtype.size(); at += arrays::sizeOf(part)) {
        if (std::memcmp(a + at, b + at, arrays::sizeOf(part)) != 0 &&
            !isNear(part, a + at, b + at, tolerance))
            return false;
    }
    return true;
}

} // namespace

std::shared_ptr<const project::ElementSet> differingElements(const arrays::HostArray& a,
                                                             const arrays::HostArray& b,
                                                             const Tolerance& tolerance) {
    const std::int64_t elements = std::min(a.elements(), b.elements());
    const std::size_t size = a.dtype().size();
    const std::byte* left = a.bytes().data();
    const std::byte* right = b.bytes().data();
    auto differing = std::make_shared<project::ElementSet>(elements);
    for (std::int64_t i = 0; i < elements; ++i, left += size, right += size) {
        if (std::memcmp(left, right, size) != 0 && !areNear(a.dtype(), left, right, tolerance))
            differing->insert(i);
    }
    differing->index();
    return differing;
}

QString differenceText(const arrays::DType& dtype, std::span<const std::byte> got,
                       std::span<const std::byte> want) {
    if (dtype.kind() == arrays::DType::Kind::structure)
        return kNone;
    const std::size_t size = arrays::sizeOf(dtype.scalar());
    QStringList lanes;
    for (std::size_t lane = 0; lane < std::size_t(dtype.lanes()); ++lane)
        lanes << scalarDifference(dtype.scalar(), got.data() + lane * size,
                                  want.data() + lane * size);
    return lanes.size() == 1 ? lanes[0] : u'(' + lanes.join(QStringLiteral(", ")) + u')';
}

double absoluteError(const arrays::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want) {
    constexpr double kUndefined = std::numeric_limits<double>::infinity();
    if (dtype.kind() == arrays::DType::Kind::structure)
        return kUndefined;
    double largest = 0;
    const std::size_t size = arrays::sizeOf(dtype.scalar());
    for (std::size_t at = 0; at < std::size_t(dtype.lanes()) * size; at += size) {
        const double error = std::abs(arrays::readComplex(dtype.scalar(), got.data() + at) -
                                      arrays::readComplex(dtype.scalar(), want.data() + at));
        largest = std::max(largest, std::isnan(error) ? kUndefined : error);
    }
    return largest;
}

QString relativeErrorText(const arrays::DType& dtype, std::span<const std::byte> got,
                          std::span<const std::byte> want) {
    if (dtype.kind() == arrays::DType::Kind::structure)
        return kNone;
    const std::size_t size = arrays::sizeOf(dtype.scalar());
    std::optional<double> largest;
    for (std::size_t lane = 0; lane < std::size_t(dtype.lanes()); ++lane) {
        if (const auto error =
                relativeError(dtype.scalar(), got.data() + lane * size, want.data() + lane * size))
            largest = std::max(largest.value_or(0), *error);
    }
    return largest ? QString::number(*largest, 'g', 3) : kNone;
}

bool hasUlps(const arrays::DType& dtype) {
    return dtype.kind() != arrays::DType::Kind::structure && !arrays::isInteger(dtype.scalar());
}

QString ulpErrorText(const arrays::DType& dtype, std::span<const std::byte> got,
                     std::span<const std::byte> want) {
    if (!hasUlps(dtype))
        return kNone;
    const Scalar part = partOf(dtype.scalar());
    const std::size_t size = arrays::sizeOf(part);
    std::optional<std::uint64_t> most;
    for (std::size_t at = 0; at < dtype.size(); at += size) {
        if (!std::isfinite(arrays::readDouble(part, got.data() + at)) ||
            !std::isfinite(arrays::readDouble(part, want.data() + at)))
            continue;
        most = std::max(most.value_or(0), ulpsApart(part, got.data() + at, want.data() + at));
    }
    return most ? QString::number(*most) : kNone;
}

} // namespace warpbench::ui
