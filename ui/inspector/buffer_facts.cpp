// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/buffer_facts.h"

#include "ui/models/describe.h"

#include <QCoreApplication>
#include <QStringList>

namespace warpbench::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("BufferFacts", text);
}

} // namespace

QString statisticsText(const session::BufferReport& buffer) {
    QStringList parts;
    const auto number = [](double value) { return QString::number(value, 'g', 5); };
    if (buffer.min)
        parts.append(tr("min %1").arg(number(*buffer.min)));
    if (buffer.max)
        parts.append(tr("max %1").arg(number(*buffer.max)));
    if (buffer.mean)
        parts.append(tr("mean %1").arg(number(*buffer.mean)));
    if (buffer.nan.value_or(0) > 0)
        parts.append(tr("%1 NaN").arg(describeCount(std::uint64_t(*buffer.nan))));
    if (buffer.inf.value_or(0) > 0)
        parts.append(tr("%1 infinite").arg(describeCount(std::uint64_t(*buffer.inf))));
    return parts.join(QStringLiteral("   "));
}

QString checkText(const session::ExpectReport& expect, std::uint64_t elements) {
    if (expect.passed)
        return tr("✓ as expected");
    QString text =
        tr("✗ %1 of %2 elements are wrong")
            .arg(describeCount(std::uint64_t(expect.mismatches)), describeCount(elements));
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
