// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_state.h"

#include <QAbstractTableModel>

#include <deque>

namespace warpbench::ui {

/// The same run without what keeps large things alive: the contents of buffers, traces of accesses,
/// and its code where that is large (PTX and machine code of more than 256 KiB).
RunState withoutContents(RunState run);

/// The runs of a project since it was opened, the newest first. Keeps the latest `kMostRuns`; of
/// all but the newest only what was measured, for the contents of buffers may be large.
class RunHistory final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        NumberColumn,
        TimeColumn,
        DeviceColumn,
        OutcomeColumn,
        FigureColumn,
        ChangesColumn, ///< against the run before
        ColumnCount
    };
    static constexpr int kMostRuns = 100;

    using QAbstractTableModel::QAbstractTableModel;

    void append(RunState run);
    void clear();
    /// \param row  0: the newest
    const RunState& run(int row) const { return m_runs[std::size_t(row)].state; }
    /// Counts the runs of the project from 1.
    int number(int row) const { return m_runs[std::size_t(row)].number; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Entry {
        int number = 0; ///< counts the runs of the project from 1
        RunState state;
        QString changes;
    };
    std::deque<Entry> m_runs;
    int m_count = 0;
};

} // namespace warpbench::ui
