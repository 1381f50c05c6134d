// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/counters_model.h"

#include "ui/run/baselines.h"
#include "ui/words/describe.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace warpbench::ui {

namespace {

using session::Counters;

/// A count followed by its share of a total.
QString withShare(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0)
        return describeCount(part);
    return QStringLiteral("%1 (%2 %)")
        .arg(describeCount(part), QString::number(100 * ratio(part, whole), 'f', 1));
}

using Member = std::uint64_t session::WorkCounters::*;

/// One or two counters: name, description, format, and whether the value is too
/// high.
struct CounterRow {
    const char* section;
    const char* name;
    const char* meaning;
    std::array<Member, 3> shows; ///< differences use the first one; null: unused
    QString (*text)(const Counters&);
    bool (*concern)(const Counters&);
    bool summed = false; ///< shows the sum of `shows`
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
     {&Counters::warpInstructions},
     [](const Counters& c) { return describeCount(c.warpInstructions); }, kNever},
    {kWork, QT_TRANSLATE_NOOP("Counters", "Active lanes"),
     QT_TRANSLATE_NOOP("Counters", "Of a warp's 32, on average; the others waited or were without a thread"),
     {&Counters::threadInstructions, &Counters::warpInstructions},
     [](const Counters& c) { return QStringLiteral("%1 / 32").arg(ratio(c.threadInstructions, c.warpInstructions), 0, 'f', 1); },
     [](const Counters& c) { return ratio(c.threadInstructions, c.warpInstructions) < 24; }},
    {kWork, QT_TRANSLATE_NOOP("Counters", "Divergent branches"),
     QT_TRANSLATE_NOOP("Counters", "Branches that sent the lanes of a warp different ways, of all"),
     {&Counters::branches, &Counters::divergentBranches},
     [](const Counters& c) { return withShare(c.divergentBranches, c.branches); },
     [](const Counters& c) { return ratio(c.divergentBranches, c.branches) > 0.1; }},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Accesses"),
     QT_TRANSLATE_NOOP("Counters", "Loads, stores and atomics of warps"),
     {&Counters::globalAccesses},
     [](const Counters& c) { return describeCount(c.globalAccesses); }, kNever},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Sectors moved"),
     QT_TRANSLATE_NOOP("Counters", "32-byte sectors that the accesses touched, against the fewest that would do: at 1× they coalesce"),
     {&Counters::globalSectors, &Counters::idealGlobalSectors},
     [](const Counters& c) { return QStringLiteral("%1 (%2×)").arg(describeCount(c.globalSectors), QString::number(ratio(c.globalSectors, c.idealGlobalSectors), 'f', 1)); },
     [](const Counters& c) { return ratio(c.globalSectors, c.idealGlobalSectors) >= 1.5; }},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Loaded"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes asked for"),
     {&Counters::bytesLoaded},
     [](const Counters& c) { return describeBytes(c.bytesLoaded); }, kNever},
    {kGlobal, QT_TRANSLATE_NOOP("Counters", "Stored"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes wrote"),
     {&Counters::bytesStored},
     [](const Counters& c) { return describeBytes(c.bytesStored); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared accesses"),
     QT_TRANSLATE_NOOP("Counters", "Loads, stores and atomics of warps"),
     {&Counters::sharedAccesses},
     [](const Counters& c) { return describeCount(c.sharedAccesses); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Bank conflicts"),
     QT_TRANSLATE_NOOP("Counters", "Extra passes, because lanes wanted different words of one bank; in total and per access"),
     {&Counters::sharedBankConflicts, &Counters::sharedAccesses},
     [](const Counters& c) { return QStringLiteral("%1 (+%2)").arg(describeCount(c.sharedBankConflicts), QString::number(ratio(c.sharedBankConflicts, c.sharedAccesses), 'f', 1)); },
     [](const Counters& c) { return c.sharedBankConflicts > 0; }},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared loaded"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes read from shared memory"),
     {&Counters::sharedBytesLoaded},
     [](const Counters& c) { return describeBytes(c.sharedBytesLoaded); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Shared stored"),
     QT_TRANSLATE_NOOP("Counters", "Bytes that the lanes wrote to shared memory"),
     {&Counters::sharedBytesStored},
     [](const Counters& c) { return describeBytes(c.sharedBytesStored); }, kNever},
    {kShared, QT_TRANSLATE_NOOP("Counters", "Local memory"),
     QT_TRANSLATE_NOOP("Counters", "Bytes of arrays and spills that did not fit in registers, read and written"),
     {&Counters::localBytesLoaded, &Counters::localBytesStored},
     [](const Counters& c) { return describeBytes(c.localBytesLoaded + c.localBytesStored); },
     [](const Counters& c) { return c.localBytesLoaded + c.localBytesStored > 0; }, true},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Atomics"),
     QT_TRANSLATE_NOOP("Counters", "Atomic operations of the lanes"),
     {&Counters::atomics},
     [](const Counters& c) { return describeCount(c.atomics); }, kNever},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Waiting atomics"),
     QT_TRANSLATE_NOOP("Counters", "Those that waited for another lane of the warp at the same address"),
     {&Counters::atomicConflicts, &Counters::atomics},
     [](const Counters& c) { return withShare(c.atomicConflicts, c.atomics); },
     [](const Counters& c) { return ratio(c.atomicConflicts, c.atomics) > 0.1; }},
    {kWaits, QT_TRANSLATE_NOOP("Counters", "Barriers"),
     QT_TRANSLATE_NOOP("Counters", "Waits of warps at barriers"),
     {&Counters::barriers},
     [](const Counters& c) { return describeCount(c.barriers); }, kNever},
};
// clang-format on

const CounterRow& activeLanes() {
    return kCounterRows[1];
}

std::uint64_t countOf(const CounterRow& row, const Counters& counters) {
    return counters.*row.shows[0] + (row.summed ? counters.*row.shows[1] : 0);
}

/// The value to compare: the one shown in the row.
double valueOf(const CounterRow& row, const Counters& counters) {
    return &row == &activeLanes() ? ratio(counters.threadInstructions, counters.warpInstructions)
                                  : double(countOf(row, counters));
}

/// Counters without a row above, shown with their names from the report.
const std::vector<const session::CounterField*>& plainFields() {
    static const auto fields = [] {
        std::vector<const session::CounterField*> plain;
        for (const session::CounterField& field : session::kCounterFields) {
            const bool shown = std::any_of(std::begin(kCounterRows), std::end(kCounterRows),
                                           [&](const CounterRow& row) {
                                               return std::find(row.shows.begin(), row.shows.end(),
                                                                field.member) != row.shows.end();
                                           });
            if (!shown)
                plain.push_back(&field);
        }
        return plain;
    }();
    return fields;
}

/// Null for the table's own rows.
const session::CounterField* plainField(int row) {
    const std::size_t index = std::size_t(row);
    return index < std::size(kCounterRows) ? nullptr
                                           : plainFields()[index - std::size(kCounterRows)];
}

QString translatedCounter(const char* text) {
    return QCoreApplication::translate("Counters", text);
}

} // namespace

const std::optional<Counters>& CountersModel::figuresOf(const session::LaunchReport& launch) const {
    return launch.counters;
}

std::vector<int> CountersModel::allRows() const {
    std::vector<int> rows(std::size(kCounterRows) + plainFields().size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

FigureWords CountersModel::wordsOf(int row) const {
    if (const session::CounterField* field = plainField(row))
        return {tr("More counters"), QString::fromUtf8(field->key).replace('_', ' '),
                QString::fromUtf8(field->text)};
    const CounterRow& one = kCounterRows[row];
    return {translatedCounter(one.section), translatedCounter(one.name),
            translatedCounter(one.meaning)};
}

bool CountersModel::any(int row, const Counters& counters) const {
    if (const session::CounterField* field = plainField(row))
        return counters.*field->member > 0;
    return countOf(kCounterRows[row], counters) > 0;
}

QString CountersModel::textOf(int row, const Counters& counters) const {
    if (const session::CounterField* field = plainField(row))
        return describeCount(counters.*field->member);
    return kCounterRows[row].text(counters);
}

QString CountersModel::changeOf(int row, const Counters& now, const Counters& before) const {
    const session::CounterField* field = plainField(row);
    const double value = field ? double(now.*field->member) : valueOf(kCounterRows[row], now);
    const double other = field ? double(before.*field->member) : valueOf(kCounterRows[row], before);
    return value == other ? QString() : describeChange(value, other);
}

bool CountersModel::isConcern(int row, const Counters& counters) const {
    return !plainField(row) && kCounterRows[row].concern(counters);
}

} // namespace warpbench::ui
