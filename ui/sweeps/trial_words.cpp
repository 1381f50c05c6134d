// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/trial_words.h"

#include "ui/words/describe.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"
#include "ui/words/tr.h"

#include <QStringList>

#include <cmath>
#include <string_view>

namespace warpbench::ui {

namespace {

/// Names of figures and objectives by key.
QString known(std::string_view key) {
    if (key == "time" || key == "time_ms")
        return tr("Time");
    if (key == "estimated_time" || key == "estimated_ms")
        return tr("Estimated time");
    if (key == "energy" || key == "energy_mj")
        return tr("Energy");
    if (key == "bytes_per_second")
        return tr("Bytes per second");
    if (key == "flops_per_second")
        return tr("Operations per second");
    if (key == "registers")
        return tr("Registers");
    if (key == "spill_bytes")
        return tr("Spills");
    if (key == "shared_bytes")
        return tr("Shared memory");
    if (key == "occupancy")
        return tr("Occupancy");
    if (key == "compile_ms")
        return tr("Compiling");
    if (key == "transfer_ms")
        return tr("Copying");
    if (key == "run_ms")
        return tr("Trial");
    return {};
}

QString inUnit(std::string_view key, std::string_view unit, double value) {
    if (unit == "ms")
        return describeMilliseconds(value);
    if (key == "occupancy")
        return QStringLiteral("%1 %").arg(value * 100, 0, 'f', value < 0.1 ? 1 : 0);
    if (unit == "bytes")
        return describeBytes(std::uint64_t(value));
    if (unit == "mJ")
        return value < 1000 ? tr("%1 mJ").arg(value, 0, 'g', 4)
                            : tr("%1 J").arg(value / 1000, 0, 'g', 4);
    if (unit == "bytes/s")
        return describeRate(value, QStringLiteral("B/s"));
    if (unit == "flops/s")
        return describeRate(value, QStringLiteral("FLOP/s"));
    return value >= 0 && value == std::floor(value) ? describeCount(std::uint64_t(value))
                                                    : QString::number(value, 'g', 6);
}

} // namespace

QString objectiveTitle(const sweep::Objective& objective) {
    QString title = known(objective.name);
    if (!title.isEmpty())
        return title;
    QString words = qs(objective.name).replace(u'_', u' ');
    return words.replace(0, 1, words.left(1).toUpper());
}

QString objectiveText(const sweep::Objective& objective, double value) {
    return inUnit(objective.name, objective.unit, value);
}

QString figureTitle(const sweep::Figure& figure) {
    return known(figure.key);
}

QString figureText(const sweep::Figure& figure, double value) {
    if (figure.key == std::string_view("compile_ms") && value == 0)
        return tr("from the cache");
    return inUnit(figure.key, figure.unit, value);
}

QString valuesText(const sweep::Trial& trial) {
    QStringList values;
    for (const auto& [name, value] : trial.set)
        values.append(QStringLiteral("%1 = %2").arg(qs(name), qs(value)));
    return values.join(QStringLiteral(", "));
}

QString whyNot(const sweep::Trial& trial) {
    if (trial.status == "ok" && trial.objective)
        return {};
    QString why = errorInWords(trial.message).simplified();
    if (why.isEmpty())
        why = trial.status == "expect_failed" ? tr("its result is wrong") : qs(trial.status);
    return why;
}

QString trialText(const sweep::Trial& trial, const sweep::Objective& objective) {
    QStringList lines{valuesText(trial)};
    if (trial.objective)
        lines.append(QStringLiteral("%1: %2").arg(objectiveTitle(objective),
                                                  objectiveText(objective, *trial.objective)));
    if (trial.estimate)
        lines.append(tr("Nine of ten real times are between %1 and %2")
                         .arg(describeMilliseconds(trial.estimate->low),
                              describeMilliseconds(trial.estimate->high)));
    for (const sweep::Figure& figure : sweep::figures())
        if (const auto value = figure.of(trial); value && &figure != sweep::figureOf(objective))
            lines.append(
                QStringLiteral("%1: %2").arg(figureTitle(figure), figureText(figure, *value)));
    if (const QString why = whyNot(trial); !why.isEmpty())
        lines.append(tr("Does not count: %1").arg(why));
    return lines.join(u'\n');
}

} // namespace warpbench::ui
