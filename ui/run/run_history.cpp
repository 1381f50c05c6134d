// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_history.h"

#include "ui/run/baselines.h"
#include "ui/run/run_changes.h"
#include "ui/words/describe.h"
#include "ui/words/outcome.h"
#include "ui/words/text.h"

#include <algorithm>
#include <utility>

namespace warpbench::ui {

namespace {

constexpr std::size_t kLargeCode = 256 * 1024; // bytes; there may be a hundred runs

} // namespace

RunState withoutContents(RunState run) {
    auto report = std::make_shared<session::RunReport>(*run.report);
    for (session::BufferReport& buffer : report->buffers)
        buffer.ref = {};
    for (session::LaunchReport& launch : report->launches)
        launch.trace.reset();
    if (report->code &&
        report->code->ptx.size() + (report->code->cubin ? report->code->cubin->size() : 0) >
            kLargeCode)
        report->code.reset();
    run.report = std::move(report);
    return run;
}

void RunHistory::append(RunState run) {
    QString changes;
    if (!m_runs.empty()) {
        changes = changesBetween(m_runs.front().state, run);
        m_runs.front().state = withoutContents(std::move(m_runs.front().state));
    }
    if (m_runs.size() == std::size_t(kMostRuns)) {
        beginRemoveRows({}, kMostRuns - 1, kMostRuns - 1);
        m_runs.pop_back();
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    m_runs.push_front({++m_count, std::move(run), std::move(changes)});
    endInsertRows();
    emit appended();
}

void RunHistory::addEarlier(std::vector<RunState> runs) {
    runs.resize(std::min(runs.size(), std::size_t(kMostRuns) - m_runs.size()));
    if (runs.empty())
        return;
    const int count = int(runs.size());
    if (!m_runs.empty()) {
        for (Entry& entry : m_runs)
            entry.number += count;
        m_runs.back().changes = changesBetween(runs.front(), m_runs.back().state);
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
    m_count += count;
    beginInsertRows({}, rowCount(), rowCount() + count - 1);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool first = i + 1 == runs.size();
        QString changes = first ? QString() : changesBetween(runs[i + 1], runs[i]);
        m_runs.push_back({count - int(i), runs[i], std::move(changes)});
    }
    endInsertRows();
}

void RunHistory::setNewestProject(std::shared_ptr<const project::Project> project) {
    if (!m_runs.empty()) {
        m_runs.front().state.project = std::move(project);
    }
}

void RunHistory::clear() {
    beginResetModel();
    m_runs.clear();
    m_count = 0;
    endResetModel();
}

int RunHistory::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunHistory::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunHistory::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Entry& entry = m_runs[std::size_t(index.row())];
    if (role == Qt::ToolTipRole && index.column() == ChangesColumn) {
        return entry.changes; // it may be wider than its column
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const session::RunReport& report = *entry.state.report;
    switch (index.column()) {
    case NumberColumn:
        return entry.number;
    case TimeColumn:
        return describeMoment(entry.state.time);
    case DeviceColumn:
        return report.device ? qs(report.device->name) : tr("no device");
    case OutcomeColumn:
        return describeOutcome(report);
    case FigureColumn:
        return describeCost(report);
    case ChangesColumn:
        return entry.changes;
    default:
        return {};
    }
}

QVariant RunHistory::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NumberColumn:
        return tr("Run");
    case TimeColumn:
        return tr("Time");
    case DeviceColumn:
        return tr("Device");
    case OutcomeColumn:
        return tr("Outcome");
    case FigureColumn:
        return tr("Cost");
    case ChangesColumn:
        return tr("Changes");
    default:
        return {};
    }
}

} // namespace warpbench::ui
