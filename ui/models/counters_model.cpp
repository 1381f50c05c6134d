// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/counters_model.h"

#include "ui/models/baselines.h"
#include "ui/models/describe.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <utility>

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

void CountersModel::setReport(const session::RunReport* report) {
    beginResetModel();
    m_launches.clear();
    for (std::size_t i = 0; report && i < report->launches.size(); ++i) {
        const session::LaunchReport& launch = report->launches[i];
        if (launch.counters)
            m_launches.push_back({qs(launch.kernel), *launch.counters, i});
    }
    findRows();
    endResetModel();
}

/// What any launch did, or did in the baseline: that there are no more conflicts is worth a row.
void CountersModel::findRows() {
    m_rows.clear();
    for (int row = 0; row < int(std::size(kCounterRows)); ++row) {
        bool any = false;
        for (int column = 0; column < int(m_launches.size()); ++column) {
            const Counters* base = before(column);
            any = any || kCounterRows[row].count(m_launches[std::size_t(column)].counters) > 0 ||
                  (base && kCounterRows[row].count(*base) > 0);
        }
        if (any)
            m_rows.push_back(row);
    }
}

void CountersModel::setBaseline(std::shared_ptr<const session::RunReport> report,
                                const QString& name) {
    beginResetModel();
    m_baseline = std::move(report);
    m_baselineName = name;
    findRows();
    endResetModel();
}

const Counters* CountersModel::before(int column) const {
    const Launch& launch = m_launches[std::size_t(column)];
    if (!m_baseline || launch.index >= m_baseline->launches.size())
        return nullptr;
    const session::LaunchReport& other = m_baseline->launches[launch.index];
    return qs(other.kernel) == launch.kernel && other.counters ? &*other.counters : nullptr;
}

/// The figure, and behind it how it differs from the baseline's.
QString CountersModel::withChange(const QModelIndex& index) const {
    const CounterRow& row = kCounterRows[m_rows[std::size_t(index.row())]];
    const Counters& counters = m_launches[std::size_t(index.column())].counters;
    const Counters* base = before(index.column());
    if (!base || valueOf(row, counters) == valueOf(row, *base))
        return row.text(counters);
    return QStringLiteral("%1  ◆ %2")
        .arg(row.text(counters), describeChange(valueOf(row, counters), valueOf(row, *base)));
}

int CountersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int CountersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_launches.size());
}

QVariant CountersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CounterRow& row = kCounterRows[m_rows[std::size_t(index.row())]];
    const Counters& counters = m_launches[std::size_t(index.column())].counters;
    switch (role) {
    case Qt::DisplayRole:
        return withChange(index);
    case Qt::ToolTipRole: {
        const Counters* base = before(index.column());
        return base ? QStringLiteral("%1\n%2: %3")
                          .arg(translatedCounter(row.meaning), m_baselineName, row.text(*base))
                    : translatedCounter(row.meaning);
    }
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case SectionRole:
        return translatedCounter(row.section);
    case ConcernRole:
        return row.concern(counters);
    default:
        return {};
    }
}

QVariant CountersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0 || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    if (orientation == Qt::Horizontal)
        return section < int(m_launches.size()) ? m_launches[std::size_t(section)].kernel
                                                : QVariant();
    if (section >= int(m_rows.size()))
        return {};
    const CounterRow& row = kCounterRows[m_rows[std::size_t(section)]];
    return role == Qt::DisplayRole ? translatedCounter(row.name)
                                   : QStringLiteral("%1: %2").arg(translatedCounter(row.section),
                                                                  translatedCounter(row.meaning));
}

} // namespace warpbench::ui
