// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/counters_model.h"

#include "ui/run/baselines.h"
#include "ui/words/describe.h"

#include <QCoreApplication>

#include <iterator>
#include <numeric>

namespace warpbench::ui {

namespace {

using session::Counters;

/// Behind a count: how much of a whole it is.
QString withShare(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0)
        return describeCount(part);
    return QStringLiteral("%1 (%2 %)")
        .arg(describeCount(part), QString::number(100 * ratio(part, whole), 'f', 1));
}

/// A counter: how it is called, what it is for, how it reads, whether it is more than need be.
struct CounterRow {
    const char* section;
    const char* name;
    const char* meaning;
    std::uint64_t (*count)(const Counters&);
    QString (*text)(const Counters&);
    bool (*concern)(const Counters&);
};

constexpr bool (*kNever)(const Counters&) = [](const Counters&) { return false; };
constexpr const char* kWork = QT_TRANSLATE_NOOP("Counters", "Work");
constexpr const char* kGlobal = QT_TRANSLATE_NOOP("Counters", "Global memory");
constexpr const char* kShared = QT_TRANSLATE_NOOP("Counters", "Shared and local memory");
constexpr const char* kWaits = QT_TRANSLATE_NOOP("Counters", "Waits");

// clang-format off
const CounterRow kCounterRows[] = {
    {kWork, QT_TRANSLATE_NOOP("Counters", "Warp instructions"),
     QT_TRANSLATE_NOOP("Counters", "PTX instructions, each counted once for the lanes that executed it together"),
     [](const Counters& c) { return c.warpInstructions; },
     [](const Counters& c) { return describeCount(c.warpInstructions); }, kNever},
    {kWork, QT_TRANSLATE_NOOP("Counters", "Active lanes"),
     QT_TRANSLATE_NOOP("Counters", "Of a warp's 32, on average: the others waited, or there was no thread for them"),
     [](const Counters& c) { return c.threadInstructions; },
     [](const Counters& c) { return QStringLiteral("%1 / 32").arg(ratio(c.threadInstructions, c.warpInstructions), 0, 'f', 1); },
     [](const Counters& c) { return ratio(c.threadInstructions, c.warpInstructions) < 24; }},
    {kWork, QT_TRANSLATE_NOOP("Counters", "Divergent branches"),
     QT_TRANSLATE_NOOP("Counters", "Branches that sent the lanes of a warp different ways, of all"),
     [](const Counters& c) { return c.details.branches; },
     [](const Counters& c) { return withShare(c.divergentBranches, c.details.branches); },
     [](const Counters& c) { return ratio(c.divergentBranches, c.details.branches) > 0.1; }},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Accesses"),
     QT_TRANSLATE_NOOP("Counters", "Loads, stores and atomics of warps"),
     [](const Counters& c) { return c.details.globalAccesses; },
     [](const Counters& c) { return describeCount(c.details.globalAccesses); }, kNever},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Sectors moved"),
     QT_TRANSLATE_NOOP("Counters", "32-byte sectors that the accesses touched, against the fewest that would do: at 1× they coalesce"),
     [](const Counters& c) { return c.globalSectors; },
     [](const Counters& c) { return QStringLiteral("%1 (%2×)").arg(describeCount(c.globalSectors), QString::number(ratio(c.globalSectors, c.idealGlobalSectors), 'f', 1)); },
     [](const Counters& c) { return ratio(c.globalSectors, c.idealGlobalSectors) >= 1.5; }},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Loaded"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes asked for"),
     [](const Counters& c) { return c.details.bytesLoaded; },
     [](const Counters& c) { return describeBytes(c.details.bytesLoaded); }, kNever},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Stored"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes wrote"),
     [](const Counters& c) { return c.details.bytesStored; },
     [](const Counters& c) { return describeBytes(c.details.bytesStored); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared accesses"),
     QT_TRANSLATE_NOOP("Counters", "Loads, stores and atomics of warps"),
     [](const Counters& c) { return c.details.sharedAccesses; },
     [](const Counters& c) { return describeCount(c.details.sharedAccesses); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Bank conflicts"),
     QT_TRANSLATE_NOOP("Counters", "Further passes, because lanes wanted different words of one bank; in all, and for an access"),
     [](const Counters& c) { return c.sharedBankConflicts; },
     [](const Counters& c) { return QStringLiteral("%1 (+%2)").arg(describeCount(c.sharedBankConflicts), QString::number(ratio(c.sharedBankConflicts, c.details.sharedAccesses), 'f', 1)); },
     [](const Counters& c) { return c.sharedBankConflicts > 0; }},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared loaded"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes read from shared memory"),
     [](const Counters& c) { return c.details.sharedBytesLoaded; },
     [](const Counters& c) { return describeBytes(c.details.sharedBytesLoaded); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared stored"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes wrote to shared memory"),
     [](const Counters& c) { return c.details.sharedBytesStored; },
     [](const Counters& c) { return describeBytes(c.details.sharedBytesStored); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Local memory"),
     QT_TRANSLATE_NOOP("Counters", "Bytes of arrays and spills that did not fit in registers, read and written"),
     [](const Counters& c) { return c.details.localBytesLoaded + c.details.localBytesStored; },
     [](const Counters& c) { return describeBytes(c.details.localBytesLoaded + c.details.localBytesStored); },
     [](const Counters& c) { return c.details.localBytesLoaded + c.details.localBytesStored > 0; }},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Atomics"),
     QT_TRANSLATE_NOOP("Counters", "Atomic operations of the lanes"),
     [](const Counters& c) { return c.details.atomics; },
     [](const Counters& c) { return describeCount(c.details.atomics); }, kNever},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Waiting atomics"),
     QT_TRANSLATE_NOOP("Counters", "Those that waited for another lane of the warp at the same address"),
     [](const Counters& c) { return c.details.atomicConflicts; },
     [](const Counters& c) { return withShare(c.details.atomicConflicts, c.details.atomics); },
     [](const Counters& c) { return ratio(c.details.atomicConflicts, c.details.atomics) > 0.1; }},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Barriers"),
     QT_TRANSLATE_NOOP("Counters", "Waited for by warps"),
     [](const Counters& c) { return c.details.barriers; },
     [](const Counters& c) { return describeCount(c.details.barriers); }, kNever},
};
// clang-format on

constexpr const CounterRow& kActiveLanes = kCounterRows[1];

/// What a difference is told of: what the row shows.
double valueOf(const CounterRow& row, const Counters& counters) {
    return &row == &kActiveLanes ? ratio(counters.threadInstructions, counters.warpInstructions)
                                 : double(row.count(counters));
}

QString translatedCounter(const char* text) {
    return QCoreApplication::translate("Counters", text);
}

} // namespace

const std::optional<Counters>& CountersModel::figuresOf(const session::LaunchReport& launch) const {
    return launch.counters;
}

std::vector<int> CountersModel::allRows() const {
    std::vector<int> rows(std::size(kCounterRows));
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

FigureWords CountersModel::wordsOf(int row) const {
    const CounterRow& one = kCounterRows[row];
    return {translatedCounter(one.section), translatedCounter(one.name),
            translatedCounter(one.meaning)};
}

bool CountersModel::any(int row, const Counters& counters) const {
    return kCounterRows[row].count(counters) > 0;
}

QString CountersModel::textOf(int row, const Counters& counters) const {
    return kCounterRows[row].text(counters);
}

QString CountersModel::changeOf(int row, const Counters& now, const Counters& before) const {
    const double value = valueOf(kCounterRows[row], now);
    const double other = valueOf(kCounterRows[row], before);
    return value == other ? QString() : describeChange(value, other);
}

bool CountersModel::isConcern(int row, const Counters& counters) const {
    return kCounterRows[row].concern(counters);
}

} // namespace warpbench::ui
