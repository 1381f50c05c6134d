// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweeps/trials_model.h"

#include "core/sweep/figures.h"
#include "ui/sweeps/trial_words.h"
#include "ui/words/describe.h"
#include "ui/words/text.h"

#include <algorithm>
#include <limits>
#include <set>

namespace warpbench::ui {

namespace {

/// Numbers by size, followed by all other values in alphabetical order.
QVariant sortable(const QString& text) {
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? QVariant(number) : QVariant(text);
}

} // namespace

TrialsModel::TrialsModel(QObject* parent)
    : QAbstractTableModel(parent) {}

std::vector<TrialsModel::Column> TrialsModel::columnsOf(const session::SweepReport& report) const {
    using Kind = Column::Kind;
    const auto& trials = report.result.trials;
    const auto any = [&](auto has) { return std::any_of(trials.begin(), trials.end(), has); };
    std::set<std::string> axes;
    for (const sweep::Trial& trial : trials)
        for (const auto& value : trial.set)
            axes.insert(value.first);
    std::vector<Column> columns;
    columns.reserve(axes.size());
    for (const std::string& axis : axes)
        columns.push_back({Kind::axis, axis});
    columns.push_back({Kind::objective});
    if (any([](const sweep::Trial& trial) { return trial.estimate.has_value(); }))
        columns.push_back({Kind::range});
    const auto figures = sweep::figures();
    for (std::size_t i = 0; i < figures.size(); ++i)
        if (&figures[i] != sweep::figureOf(report.objective) &&
            any([&](const sweep::Trial& trial) { return figures[i].of(trial).has_value(); }))
            columns.push_back({Kind::figure, {}, i});
    if (any([](const sweep::Trial& trial) { return trial.resources.has_value(); }))
        columns.push_back({Kind::limiters});
    if (any([](const sweep::Trial& trial) { return !whyNot(trial).isEmpty(); }))
        columns.push_back({Kind::why});
    return columns;
}

void TrialsModel::show(const session::SweepReport* report) {
    session::SweepReport shown = report ? *report : session::SweepReport();
    std::vector<Column> columns = report ? columnsOf(shown) : std::vector<Column>();
    const auto& before = m_report.result.trials;
    const auto& now = shown.result.trials;
    const bool goesOn = columns == m_columns && now.size() >= before.size() && !before.empty() &&
                        std::equal(before.begin(), before.end(), now.begin(),
                                   [](const auto& a, const auto& b) { return a.set == b.set; });
    if (!goesOn) {
        beginResetModel();
        m_report = std::move(shown);
        m_columns = std::move(columns);
        endResetModel();
        return;
    }
    const int first = int(before.size());
    if (now.size() > before.size()) {
        beginInsertRows({}, first, int(now.size()) - 1);
        m_report = std::move(shown);
        endInsertRows();
    } else {
        m_report = std::move(shown);
    }
    emit dataChanged(index(0, 0), index(first - 1, columnCount() - 1)); // the best trial has
                                                                        // changed
}

int TrialsModel::objectiveColumn() const {
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (m_columns[i].kind == Column::Kind::objective)
            return int(i);
    return -1;
}

int TrialsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_report.result.trials.size());
}

int TrialsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

QString TrialsModel::textOf(const sweep::Trial& trial, const Column& column) const {
    switch (column.kind) {
    case Column::Kind::axis: {
        const auto value = trial.set.find(column.axis);
        return value == trial.set.end() ? QString() : qs(value->second);
    }
    case Column::Kind::objective:
        return trial.objective ? objectiveText(m_report.objective, *trial.objective)
                               : QStringLiteral("–");
    case Column::Kind::range:
        return trial.estimate ? tr("%1 to %2")
                                    .arg(describeMilliseconds(trial.estimate->low),
                                         describeMilliseconds(trial.estimate->high))
                              : QString();
    case Column::Kind::figure: {
        const sweep::Figure& figure = sweep::figures()[column.figure];
        const auto value = figure.of(trial);
        return value ? figureText(figure, *value) : QStringLiteral("–");
    }
    case Column::Kind::limiters:
        return trial.resources ? qs(trial.resources->limiters).replace(u'_', u' ') : QString();
    case Column::Kind::why:
        return whyNot(trial);
    }
    return {};
}

QVariant TrialsModel::sortedBy(const sweep::Trial& trial, const Column& column) const {
    constexpr double kMissing = std::numeric_limits<double>::infinity();
    switch (column.kind) {
    case Column::Kind::objective: {
        if (!trial.objective)
            return kMissing;
        return m_report.objective.largerIsBetter ? -*trial.objective : *trial.objective;
    }
    case Column::Kind::range:
        return trial.estimate ? trial.estimate->low : kMissing;
    case Column::Kind::figure:
        return sweep::figures()[column.figure].of(trial).value_or(kMissing);
    default:
        return sortable(textOf(trial, column));
    }
}

QVariant TrialsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = std::size_t(index.row());
    const sweep::Trial& trial = m_report.result.trials[row];
    const Column& column = m_columns[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(trial, column);
    case Qt::ToolTipRole:
        return trialText(trial, m_report.objective);
    case Qt::TextAlignmentRole:
        return column.kind == Column::Kind::limiters || column.kind == Column::Kind::why
                   ? QVariant()
                   : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case SortRole:
        return sortedBy(trial, column);
    case BestRole:
        return m_report.result.best == row;
    case FailedRole:
        return !whyNot(trial).isEmpty();
    default:
        return {};
    }
}

QVariant TrialsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_columns[std::size_t(section)];
    if (role == Qt::ToolTipRole && column.kind == Column::Kind::range)
        return tr("Nine of ten real times are within it: if two ranges overlap, a GPU may order "
                  "them differently");
    if (role == Qt::TextAlignmentRole)
        return column.kind == Column::Kind::limiters || column.kind == Column::Kind::why
                   ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                   : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column.kind) {
    case Column::Kind::axis:
        return qs(column.axis);
    case Column::Kind::objective:
        return objectiveTitle(m_report.objective);
    case Column::Kind::range:
        return tr("Range");
    case Column::Kind::figure:
        return figureTitle(sweep::figures()[column.figure]);
    case Column::Kind::limiters:
        return tr("Limited by");
    case Column::Kind::why:
        return tr("Why it does not count");
    }
    return {};
}

} // namespace warpbench::ui
