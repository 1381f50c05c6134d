// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/step/step_models.h"

#include "ui/words/error_words.h"
#include "ui/words/step_words.h"
#include "ui/words/text.h"

#include <algorithm>

namespace warpbench::ui {

QString indexText(const std::array<std::uint32_t, 3>& index,
                  const std::array<std::uint32_t, 3>& size, const QString& separator) {
    QStringList axes{QString::number(index[0])};
    if (size[1] > 1 || size[2] > 1)
        axes << QString::number(index[1]);
    if (size[2] > 1)
        axes << QString::number(index[2]);
    return axes.join(separator);
}

namespace {

constexpr int kLanes = int(session::kStepLanes);

QString lineText(int line) {
    return line > 0 ? QString::number(line) : QStringLiteral("–");
}

/// "3,1": narrow, for a table.
QString threadText(quint32 linear, const std::array<std::uint32_t, 3>& size) {
    const quint32 x = std::max(1u, size[0]), y = std::max(1u, size[1]);
    return indexText({linear % x, linear / x % y, linear / (x * y)}, size, QStringLiteral(","));
}

QStringList textsOf(const session::StepValues& values) {
    QStringList texts;
    for (const std::string& value : values)
        texts << qs(value);
    return texts;
}

bool has(quint32 mask, int lane) {
    return (mask >> lane & 1u) != 0;
}

/// The common value of several lanes that have one; else empty.
QString sharedValue(const QStringList& values) {
    QString shared;
    int lanes = 0;
    for (const QString& value : values) {
        if (value.isEmpty())
            continue;
        if (++lanes > 1 && value != shared)
            return {};
        shared = value;
    }
    return lanes > 1 ? shared : QString();
}

} // namespace

// ---- lanes ----

void StepLanesModel::setState(const session::StepState* state) {
    beginResetModel();
    m_rows.clear();
    m_active = 0;
    if (state && state->warp < state->warps.size()) {
        const session::StepWarp& warp = state->warps[state->warp];
        m_active = state->activeMask;
        Row threads{tr("threadIdx"), tr("Which thread of the block the lane is"), {}};
        const bool ptx = m_holding == Holding::registers;
        Row places{
            ptx ? tr("PTX line") : tr("line"),
            ptx ? tr("The line of the PTX that the lane executes next; ended: it has returned")
                : tr("The line that the lane executes next; ended: it has returned"),
            {}};
        for (int lane = 0; lane < kLanes; ++lane) {
            const bool there = !has(warp.absentMask, lane);
            threads.values << (there
                                   ? threadText(state->warp * 32 + quint32(lane), state->blockSize)
                                   : QString());
            QString place = !there                       ? QString()
                            : has(warp.exitedMask, lane) ? tr("ended")
                                                         : QStringLiteral("–");
            for (const session::StepLanes& group : warp.groups) {
                if (has(group.mask, lane))
                    place = lineText(ptx ? group.ptxLine : group.line);
            }
            places.values << place;
        }
        m_rows = {threads, places};
        ptx ? addRegisters(*state) : addVariables(*state);
        for (std::size_t i = 2; i < m_rows.size(); ++i)
            m_rows[i].shared = sharedValue(m_rows[i].values);
    }
    endResetModel();
}

void StepLanesModel::addVariables(const session::StepState& state) {
    for (const session::StepVariable& variable : state.variables) {
        const QString type = qs(variable.type);
        m_rows.push_back({qs(variable.path),
                          variable.parameter ? tr("%1, a parameter").arg(type) : type,
                          textsOf(variable.values), variable.changed});
    }
    for (const session::StepPrint& print : state.prints)
        m_rows.push_back(
            {qs(print.expression),
             print.error.empty() ? tr("A watched expression") : errorInWords(print.error),
             textsOf(print.values), print.changed});
}

void StepLanesModel::addRegisters(const session::StepState& state) {
    for (const session::StepRegister& one : state.registers) {
        const QString type = qs(one.type);
        m_rows.push_back({qs(one.name),
                          one.named ? tr("%1; the next instruction uses it").arg(type) : type,
                          textsOf(one.values), one.changed, one.named});
    }
}

int StepLanesModel::namedRow() const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.named; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int StepLanesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepLanesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kLanes;
}

QVariant StepLanesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    const QString value = row.values.value(index.column());
    const bool changed = has(row.changed, index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (value.isEmpty() && has(m_active, index.column()))
            return QStringLiteral("–"); // for example memory that was never written
        return changed ? QStringLiteral("• ") + value : value;
    case Qt::EditRole:
        return value;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return changed
                   ? tr("%1 = %2 in lane %3: has changed").arg(row.name, value).arg(index.column())
                   : tr("%1 = %2 in lane %3").arg(row.name, value).arg(index.column());
    case ChangedRole:
        return changed;
    case InactiveRole:
        return !has(m_active, index.column());
    case SharedRole:
        return !row.shared.isEmpty() && !value.isEmpty();
    default:
        return {};
    }
}

QVariant StepLanesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        if (role == Qt::DisplayRole)
            return has(m_active, section) ? QString::number(section)
                                          : QStringLiteral("(%1)").arg(section);
        if (role == Qt::ToolTipRole)
            return has(m_active, section) ? tr("Lane %1 executes the next instruction").arg(section)
                                          : tr("Lane %1 does not take part").arg(section);
        return {};
    }
    if (section < 0 || section >= rowCount())
        return {};
    const Row& row = m_rows[std::size_t(section)];
    if (role == Qt::DisplayRole)
        return (row.named ? QStringLiteral("▸ ") : QString()) +
               (row.changed ? QStringLiteral("• ") : QString()) + row.name;
    if (role == SharedRole)
        return row.shared;
    return role == Qt::ToolTipRole ? QVariant(row.tip) : QVariant();
}

// ---- warps ----

void StepWarpsModel::setState(const session::StepState* state) {
    beginResetModel();
    m_rows.clear();
    m_warp = -1;
    if (state && !state->ended) {
        m_warp = int(state->warp);
        for (const session::StepWarp& warp : state->warps) {
            for (session::StepLanes group : warp.groups) {
                // A step moves one warp, while the others wait.
                if (int(warp.warp) != m_warp && group.state == "next")
                    group.state = "ready";
                m_rows.push_back(
                    {int(warp.warp), group.mask, lineText(group.line), stateInWords(group)});
            }
            if (warp.groups.empty())
                m_rows.push_back({int(warp.warp), 0, {}, tr("has ended")});
        }
    }
    endResetModel();
}

int StepWarpsModel::currentRow() const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [this](const Row& row) { return row.warp == m_warp; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

int StepWarpsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepWarpsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant StepWarpsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    if (role == MaskRole && index.column() == LanesColumn)
        return row.mask;
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return row.line.isEmpty() ? tr("Warp %1 %2").arg(row.warp).arg(row.state)
                                  : tr("Warp %1, %2: line %3, %4")
                                        .arg(row.warp)
                                        .arg(lanesInWords(row.mask), row.line, row.state);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case WarpColumn:
        return row.warp == m_warp ? QStringLiteral("▸ %1").arg(row.warp)
                                  : QString::number(row.warp);
    case LineColumn:
        return row.line;
    case StateColumn:
        return row.state;
    default:
        return {};
    }
}

QVariant StepWarpsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case WarpColumn:
        return tr("Warp");
    case LanesColumn:
        return tr("Lanes");
    case LineColumn:
        return tr("Line");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

// ---- shared memory ----

void StepSharedModel::setState(const session::StepState* state) {
    beginResetModel();
    m_rows.clear();
    if (state && !state->ended) {
        for (const session::StepShared& shared : state->shared) {
            for (std::size_t first = 0; first < shared.values.size(); first += kColumns) {
                Row row;
                row.name = QStringLiteral("%1[%2]").arg(qs(shared.name)).arg(first);
                const std::size_t end =
                    std::min(shared.values.size(), first + std::size_t(kColumns));
                for (std::size_t i = first; i < end; ++i)
                    row.values << qs(shared.values[i]);
                m_rows.push_back(std::move(row));
            }
            const std::size_t firstRow =
                m_rows.size() - (shared.values.size() + kColumns - 1) / kColumns;
            for (const std::uint32_t index : shared.changed)
                m_rows[firstRow + index / kColumns].changed |= 1u << (index % kColumns);
        }
    }
    endResetModel();
}

int StepSharedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepSharedModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QVariant StepSharedModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    const bool changed = has(row.changed, index.column());
    const QString value = row.values.value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (value.isEmpty() && index.column() < row.values.size())
            return QStringLiteral("–"); // never written
        return changed ? QStringLiteral("• ") + value : value;
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case ChangedRole:
        return changed;
    case InactiveRole:
        return false;
    default:
        return {};
    }
}

QVariant StepSharedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return QStringLiteral("+%1").arg(section);
    return section >= 0 && section < rowCount() ? m_rows[std::size_t(section)].name : QVariant();
}

} // namespace warpbench::ui
