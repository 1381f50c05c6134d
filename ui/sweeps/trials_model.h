// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sweep_report.h"

#include <QAbstractTableModel>

#include <string>
#include <vector>

namespace warpbench::ui {

/// The trials of a sweep: the values tried, the results, and why some trials are invalid. Omits
/// columns without information.
class TrialsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role {
        SortRole = Qt::UserRole, ///< a number or a text; missing values are last
        BestRole,                ///< the best trial
        FailedRole,              ///< an invalid trial
    };

    explicit TrialsModel(QObject* parent = nullptr);

    /// Shows a sweep; inserts trials that are new. \param report  null: none
    void show(const session::SweepReport* report);

    /// The column of the objective; -1: none.
    int objectiveColumn() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    /// A column is an axis, the objective, a figure, or text.
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
