// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elements/buffer_facts.h"

#include "core/arrays/distinct.h"
#include "ui/words/describe.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace warpbench::ui {

namespace {

/// Integers in full, as far as a double is exact; other numbers with a readable number of digits.
QString numberText(double value, bool whole) {
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (whole && std::abs(value) < kExact && value == std::floor(value))
        return QString::number(qint64(value));
    return QString::number(value, 'g', whole && std::abs(value) < 1e9 ? 10 : 6);
}

QString linkText(const QString& text, const QString& to) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(to, text);
}

/// \param complex  magnitudes are counted
QString distinctFormat(std::int64_t count, bool complex) {
    if (count > arrays::DistinctValues::kMost)
        return complex ? tr("more than %1 distinct |z|") : tr("more than %1 distinct");
    return complex ? tr("distinct |z| %1") : tr("distinct %1");
}

} // namespace

QString statisticsText(const session::BufferReport& buffer) {
    QStringList parts;
    const bool whole = buffer.dtype.kind() != arrays::DType::Kind::structure &&
                       arrays::isInteger(buffer.dtype.scalar());
    const auto number = [whole](double value, const std::string& exact = {}) {
        return exact.empty() ? numberText(value, whole) : QString::fromStdString(exact);
    };
    if (buffer.min)
        parts.append(tr("min %1").arg(number(*buffer.min, buffer.exactMin)));
    if (buffer.max)
        parts.append(tr("max %1").arg(number(*buffer.max, buffer.exactMax)));
    if (buffer.mean)
        parts.append(tr("mean %1").arg(number(*buffer.mean)));
    if (buffer.nan.value_or(0) > 0)
        parts.append(tr("%1 NaN").arg(describeCount(std::uint64_t(*buffer.nan))));
    if (buffer.inf.value_or(0) > 0)
        parts.append(tr("%1 infinite").arg(describeCount(std::uint64_t(*buffer.inf))));
    return parts.join(QStringLiteral("   "));
}

QString numberText(const project::Number& number) {
    return project::isInteger(number) ? QString::fromStdString(project::toString(number))
                                      : numberText(std::get<double>(number), false);
}

QString statisticsLinks(const arrays::DType& dtype, const arrays::Summary& summary) {
    const bool whole = arrays::isInteger(dtype.scalar());
    QStringList parts;
    // Keeps a value and its name on one line; a link's tag keeps its space.
    const auto add = [&parts](QString format, const QString& figure) {
        parts.append(format.replace(u' ', QChar::Nbsp).arg(figure));
    };
    const auto end = [&](const arrays::Summary::End& at) {
        return linkText(numberText(at.value),
                        QStringLiteral("#%1").arg(at.component / dtype.lanes()));
    };
    const auto count = [](std::int64_t values, const QString& search) {
        return linkText(describeCount(std::uint64_t(values)), search);
    };
    if (summary.min) {
        const bool complex = arrays::isComplex(dtype.scalar());
        add(complex ? tr("min |z| %1") : tr("min %1"), end(*summary.min));
        add(complex ? tr("max |z| %1") : tr("max %1"), end(*summary.max));
        add(complex ? tr("mean |z| %1") : tr("mean %1"), numberText(summary.mean, whole));
    }
    if (const auto deviation = summary.deviation())
        add(tr("std. dev. %1"), numberText(*deviation, false));
    if (summary.distinct)
        add(distinctFormat(*summary.distinct, arrays::isComplex(dtype.scalar())),
            describeCount(
                std::uint64_t(std::min(*summary.distinct, arrays::DistinctValues::kMost))));
    if (summary.zeros > 0)
        add(tr("zeros %1"), count(summary.zeros, QStringLiteral("= 0")));
    if (summary.nan > 0)
        add(tr("NaN %1"), count(summary.nan, QStringLiteral("nan")));
    if (summary.inf > 0)
        add(tr("infinite %1"), count(summary.inf, QStringLiteral("inf")));
    return parts.join(QStringLiteral("&nbsp;&nbsp; "));
}

QString checkText(const session::ExpectReport& expect, const session::BufferReport& buffer) {
    if (expect.passed)
        return tr("✓ as expected");
    // Mismatches count components of vector types; marks are on whole elements.
    const std::int64_t wrong = expect.wrong ? expect.wrong->count() : expect.mismatches;
    QString text =
        tr("✗ %1 of %2 elements are wrong")
            .arg(describeCount(std::uint64_t(wrong)), describeCount(buffer.ref.elements));
    if (const auto& first = expect.firstMismatch) {
        QStringList index;
        for (const std::int64_t i : first->index)
            index.append(QString::number(i));
        text += tr(", first [%1]: got %2, expected %3")
                    .arg(index.join(QStringLiteral(", ")), QString::fromStdString(first->got),
                         QString::fromStdString(first->want));
    }
    return text;
}

} // namespace warpbench::ui
