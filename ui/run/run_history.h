// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QAbstractTableModel>

#include <deque>
#include <vector>

namespace warpbench::ui {

/// The same run without large data: buffer contents, traces of accesses, and PTX and machine code
/// of more than 256 KiB.
RunState withoutContents(RunState run);

/// The runs of a project, newest first: those since it was opened, and earlier ones (KeptRuns).
/// Keeps the last `kMostRuns`, with buffer contents only for the newest, because they may be large.
class RunHistory final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        NumberColumn,
        TimeColumn,
        DeviceColumn,
        OutcomeColumn,
        FigureColumn,
        ChangesColumn, ///< since the previous run
        ColumnCount
    };
    static constexpr int kMostRuns = 100;

    using QAbstractTableModel::QAbstractTableModel;

    void append(RunState run);
    /// Adds runs from before the project was opened, newest first; the others get higher numbers.
    void addEarlier(std::vector<RunState> runs);
    void clear();
    /// The set-up of the run of row 0.
    void setNewestProject(std::shared_ptr<const project::Project> project);
    /// \param row  0: newest
    const RunState& run(int row) const { return m_runs[std::size_t(row)].state; }
    /// The number of the run in the project, from 1 for the earliest one that is known.
    int number(int row) const { return m_runs[std::size_t(row)].number; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    void appended(); ///< the run of row 0

  private:
    struct Entry {
        int number = 0;
        RunState state;
        QString changes;
    };
    std::deque<Entry> m_runs;
    int m_count = 0;
};

} // namespace warpbench::ui
