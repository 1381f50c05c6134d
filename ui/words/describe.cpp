// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/describe.h"

#include "core/base/bytes_text.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QLocale>
#include <QStringList>

#include <cmath>

namespace warpbench::ui {

namespace {

/// Three significant digits without an exponent.
QString threeDigits(double value) {
    const double magnitude = std::abs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return QString::number(value, 'f', decimals);
}

/// Groups digits in threes with spaces at which no line breaks; a sign and decimals are allowed.
/// (Qt breaks lines at narrow ones, and replaces them in HTML.)
QString inThrees(QString number) {
    const qsizetype point = number.indexOf(u'.');
    const qsizetype first = number.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = (point < 0 ? number.size() : point) - 3; at > first; at -= 3) {
        number.insert(at, QChar::Nbsp);
    }
    return number;
}

} // namespace

QString describeBytes(std::uint64_t bytes) {
    return QString::fromStdString(bytesText(bytes));
}

QString describeMilliseconds(double ms) {
    if (ms < 0.001) {
        return QStringLiteral("%1 ns").arg(threeDigits(ms * 1e6));
    }
    if (ms < 1) {
        return QStringLiteral("%1 µs").arg(threeDigits(ms * 1e3));
    }
    if (ms < 1000) {
        return QStringLiteral("%1 ms").arg(threeDigits(ms));
    }
    return QStringLiteral("%1 s").arg(threeDigits(ms / 1e3));
}

QString describeRate(double perSecond, const QString& unit) {
    static const char* const prefixes[] = {"", "k", "M", "G", "T", "P"};
    int prefix = 0;
    while (std::abs(perSecond) >= 1000 && prefix < 5) {
        perSecond /= 1000;
        ++prefix;
    }
    return QStringLiteral("%1 %2%3").arg(threeDigits(perSecond), QLatin1String(prefixes[prefix]),
                                         unit);
}

QString describeCount(std::uint64_t count) {
    return inThrees(QString::number(count));
}

QString describeFigure(double value, int decimals) {
    const QString number = QString::number(value, 'f', decimals);
    return std::abs(value) < 10'000 ? number : inThrees(number); // four digits are easy to read
}

QString describeCompactly(std::uint64_t count) {
    static const char* const kPrefixes[] = {"", "k", "M", "G", "T"};
    int prefix = 0;
    while (count >= 10'000 && prefix < 4) {
        count = (count + 500) / 1000;
        ++prefix;
    }
    return QString::number(count) + QLatin1String(kPrefixes[prefix]);
}

QString describeExtent(const std::array<std::uint32_t, 3>& extent) {
    QString text = QString::number(extent[0]);
    if (extent[1] != 1 || extent[2] != 1) {
        text += QStringLiteral(" × %1").arg(extent[1]);
    }
    if (extent[2] != 1) {
        text += QStringLiteral(" × %1").arg(extent[2]);
    }
    return text;
}

static QString rangeOf(const cuda::GpuConditions::Range& range) {
    const qint64 least = qRound64(range[0]), most = qRound64(range[1]);
    return least == most ? QString::number(least) : tr("%1 to %2").arg(least).arg(most);
}

static QString describeSlowdown(const std::string& name) {
    if (name == "power_cap")
        return tr("its power limit");
    if (name == "thermal" || name == "hardware_thermal")
        return tr("its temperature");
    if (name == "power_brake")
        return tr("the power supply");
    if (name == "sync_boost")
        return tr("other GPUs it is synchronised with");
    if (name == "display_clock")
        return tr("the display's clock");
    return tr("its hardware (power or temperature)");
}

QString describeConditions(const cuda::GpuConditions& conditions) {
    QStringList parts;
    if (conditions.smClockMhz)
        parts += tr("clock %1 MHz").arg(rangeOf(*conditions.smClockMhz));
    if (conditions.memoryClockMhz)
        parts += tr("memory %1 MHz").arg(rangeOf(*conditions.memoryClockMhz));
    if (conditions.temperatureC)
        parts += tr("%1 °C").arg(rangeOf(*conditions.temperatureC));
    if (conditions.powerW)
        parts += tr("%1 W").arg(rangeOf(*conditions.powerW));
    QStringList slowdowns;
    for (const std::string& name : conditions.slowdowns)
        slowdowns += describeSlowdown(name);
    slowdowns.removeDuplicates();
    if (!slowdowns.isEmpty())
        parts += tr("slowed down by %1").arg(slowdowns.join(tr(" and ")));
    return parts.join(tr(", "));
}

QString describeGraph(const session::GraphReport& graph) {
    return tr("A pass: %1 cold, %2 warm, %3 as one graph")
        .arg(describeMilliseconds(graph.coldMs), describeMilliseconds(graph.warm.median),
             describeMilliseconds(graph.replay.median));
}

QString describeMemory(const session::MemoryUse& memory, const session::PoolUse& pool) {
    return tr("Device memory: %1, %2 from the driver")
        .arg(describeBytes(memory.bytes), describeBytes(pool.managedBytes));
}

QString describeMoment(const QDateTime& time) {
    return time.date() == QDate::currentDate()
               ? QLocale().toString(time.time(), QStringLiteral("HH:mm:ss"))
               : QLocale().toString(time, QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString describeStatus(session::RunStatus status) {
    using session::RunStatus;
    switch (status) {
    case RunStatus::ok:
        return tr("Finished");
    case RunStatus::expect_failed:
        return tr("A result is not as expected");
    case RunStatus::compile_error:
        return tr("The kernel did not compile");
    case RunStatus::device_error:
        return tr("The run failed");
    case RunStatus::fault:
        return tr("The kernel caused a fault");
    case RunStatus::cancelled:
        return tr("Stopped");
    case RunStatus::timeout:
        return tr("Stopped at its time limit");
    }
    return {};
}

QString describeDevice(const session::DeviceInfo& device) {
    return qs(device.name);
}

} // namespace warpbench::ui
