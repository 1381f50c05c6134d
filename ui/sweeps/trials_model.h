// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"

#include <QAbstractTableModel>

#include <string>
#include <vector>

namespace warpbench::ui {

/// The trials of a sweep: what was tried, what came of it, and why some do not count. Only columns
/// that say something are there.
class TrialsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role {
        SortRole = Qt::UserRole, ///< a number or a text; what is missing comes last
        BestRole,                ///< the best trial
        FailedRole,              ///< a trial that does not count
    };

    explicit TrialsModel(QObject* parent = nullptr);

    /// Shows a sweep; trials that were added since are inserted. \param report  null: nothing
    void show(const session::SweepReport* report);

    /// Where what is made best is; -1: nothing is shown.
    int objectiveColumn() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    /// A column is an axis, the objective, a figure, or words.
    struct Column {
        enum class Kind { axis, objective, range, figure, limiters, why } kind;
        std::string axis = {};
        std::size_t figure = 0; ///< of sweep::figures()
        bool operator==(const Column&) const = default;
    };
    std::vector<Column> columnsOf(const session::SweepReport& report) const;
    QString textOf(const sweep::Trial& trial, const Column& column) const;
    QVariant sortedBy(const sweep::Trial& trial, const Column& column) const;

    session::SweepReport m_report;
    std::vector<Column> m_columns;
};

} // namespace warpbench::ui
