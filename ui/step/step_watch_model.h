// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// The expressions watched during stepping: one row per expression, with its value in the
/// selected lane and a summary over the warp's lanes. Typing in the first column changes the
/// expression.
class StepWatchModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { ExpressionColumn, LaneColumn, WarpColumn, RemoveColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// \param state  null, or without some of the expressions, which then have no value yet
    /// \param lane   the selected one; -1: none, uses the first active one
    void set(const QStringList& expressions, const session::StepState* state, int lane);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// The user replaced an expression; empty: remove it.
    void edited(int row, const QString& text);

  private:
    struct Row {
        QString value; ///< in the lane
        QString warp;  ///< summary in a few words
        QString error; ///< why there are no values
        bool changed = false;
        bool changedElsewhere = false; ///< in another lane
        friend bool operator==(const Row&, const Row&) = default;
    };
    Row rowOf(const session::StepPrint& print) const;

    QStringList m_expressions;
    std::vector<Row> m_rows;
    int m_lane = 0;
    bool m_active = true; ///< the lane executes the next instruction
};

} // namespace warpbench::ui
