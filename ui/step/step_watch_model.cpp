// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/step/step_watch_model.h"

#include "ui/step/step_models.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QSet>

#include <algorithm>
#include <bit>
#include <utility>

namespace warpbench::ui {

namespace {

/// Summary over the lanes: one value, minimum and maximum, or the number of values.
QString together(const session::StepValues& values) {
    QSet<QString> different;
    bool numbers = true;
    std::pair<double, QString> least, greatest;
    for (const std::string& value : values) {
        if (value.empty())
            continue;
        const QString text = qs(value);
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        numbers = numbers && isNumber; // NaN has no order
        if (different.isEmpty() || number < least.first)
            least = {number, text};
        if (different.isEmpty() || number > greatest.first)
            greatest = {number, text};
        different.insert(text);
    }
    if (different.isEmpty())
        return StepWatchModel::tr("no lane has a value");
    if (different.size() == 1)
        return StepWatchModel::tr("all the same");
    return numbers ? StepWatchModel::tr("%1 … %2").arg(least.second, greatest.second)
                   : StepWatchModel::tr("%n different value(s)", nullptr, int(different.size()));
}

} // namespace

StepWatchModel::Row StepWatchModel::rowOf(const session::StepPrint& print) const {
    Row row;
    if (!print.error.empty()) {
        row.error = errorInWords(print.error);
        return row;
    }
    const auto lane = std::size_t(m_lane);
    if (lane < print.values.size())
        row.value = qs(print.values[lane]);
    row.warp = together(print.values);
    row.changed = (print.changed >> m_lane & 1u) != 0;
    row.changedElsewhere = print.changed != 0;
    return row;
}

void StepWatchModel::set(const QStringList& expressions, const session::StepState* state,
                         int lane) {
    const int former =
        std::exchange(m_lane, lane >= 0                    ? lane
                              : state && state->activeMask ? std::countr_zero(state->activeMask)
                                                           : 0);
    m_active = !state || state->ended || (state->activeMask >> m_lane & 1u) != 0;
    std::vector<Row> rows(std::size_t(expressions.size()));
    for (std::size_t i = 0; state && !state->ended && i < rows.size(); ++i) {
        const std::string wanted = ss(expressions[qsizetype(i)]);
        for (const session::StepPrint& print : state->prints)
            if (print.expression == wanted)
                rows[i] = rowOf(print);
    }
    if (m_lane != former)
        emit headerDataChanged(Qt::Horizontal, LaneColumn, LaneColumn);
    if (expressions == m_expressions) { // keeps an open cell editor
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_expressions = expressions;
    m_rows = std::move(rows);
    endResetModel();
}

int StepWatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepWatchModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant StepWatchModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    const QString& expression = m_expressions[index.row()];
    const int column = index.column();
    if (role == ChangedRole)
        return column == LaneColumn ? row.changed : column == WarpColumn && row.changedElsewhere;
    if (role == InactiveRole)
        return column == LaneColumn && !m_active;
    if (role == WrongRole)
        return column == WarpColumn && !row.error.isEmpty();
    if (column == RemoveColumn) {
        return role == Qt::ToolTipRole || role == Qt::AccessibleTextRole
                   ? tr("Stop watching %1").arg(expression)
                   : QVariant();
    }
    if (role == Qt::ToolTipRole && row.value.isEmpty())
        return row.error.isEmpty() ? expression : row.error;
    if (role == Qt::ToolTipRole)
        return tr("%1 = %2 in lane %3").arg(expression, row.value).arg(m_lane);
    if (role == Qt::EditRole && column == ExpressionColumn)
        return expression;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ExpressionColumn:
        return expression;
    case LaneColumn:
        return row.changed ? QStringLiteral("• ") + row.value : row.value;
    default:
        return row.error.isEmpty() ? row.warp : row.error;
    }
}

bool StepWatchModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || index.column() != ExpressionColumn)
        return false;
    const QString text = value.toString().trimmed();
    if (text != m_expressions[index.row()])
        emit edited(index.row(), text);
    return true;
}

Qt::ItemFlags StepWatchModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == ExpressionColumn ? flags | Qt::ItemIsEditable : flags;
}

QVariant StepWatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case ExpressionColumn:
        return tr("Expression");
    case LaneColumn:
        return tr("Lane %1").arg(m_lane);
    case WarpColumn:
        return tr("Over the warp");
    default:
        return {};
    }
}

} // namespace warpbench::ui
