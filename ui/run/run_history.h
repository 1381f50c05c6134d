// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QAbstractTableModel>

#include <deque>

namespace warpbench::ui {

/// The same run without large data: buffer contents, traces of accesses, and PTX and machine code
/// of more than 256 KiB.
RunState withoutContents(RunState run);

/// The runs of a project since it was opened, newest first. Keeps the last `kMostRuns`, with buffer
/// contents only for the newest, because they may be large.
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
    void clear();
    /// \param row  0: newest
    const RunState& run(int row) const { return m_runs[std::size_t(row)].state; }
    /// The number of the run in the project, from 1.
    int number(int row) const { return m_runs[std::size_t(row)].number; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Entry {
        int number = 0; ///< of the run in the project, from 1
        RunState state;
        QString changes;
    };
    std::deque<Entry> m_runs;
    int m_count = 0;
};

} // namespace warpbench::ui
