// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace warpbench::ui {

/// The expressions that are watched while a launch is stepped through: a row for each, with its
/// value in the lane that is looked at, and what the warp's lanes have of it together. Typing in
/// the first column asks for another expression.
class StepWatchModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { ExpressionColumn, LaneColumn, WarpColumn, RemoveColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// \param state  null, or without some of the expressions: these have no value yet
    /// \param lane   that is looked at; -1: none, the first active one is
    void set(const QStringList& expressions, const session::StepState* state, int lane);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// What was typed in place of an expression; empty: it is to go.
    void edited(int row, const QString& text);

  private:
    struct Row {
        QString value; ///< in the lane
        QString warp;  ///< in a few words
        QString error; ///< why there are none
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
