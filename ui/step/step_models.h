// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QAbstractTableModel>

namespace warpbench::ui {

/// Roles that the tables of a launch that is stepped through have in common.
enum StepRole {
    ChangedRole = Qt::UserRole, ///< another value than when last looked at
    InactiveRole,               ///< of a lane that does not execute the next instruction
    MaskRole,                   ///< lanes, as bits
    WrongRole,                  ///< says what is wrong
    SharedRole, ///< of a row: the value that all its lanes have; of a cell: that it is that one
};

/// What the lanes of a warp hold: a row for each variable, or PTX register, a column for each lane.
/// The first rows say which thread a lane is and at which line it is; behind variables the last
/// ones are the watched expressions.
class StepLanesModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum class Holding { variables, registers };

    explicit StepLanesModel(Holding holding, QObject* parent = nullptr)
        : QAbstractTableModel(parent)
        , m_holding(holding) {}

    /// \param state  null: nothing to show
    void setState(const session::StepState* state);
    /// The first row that the next instruction names; -1: none.
    int namedRow() const;
    /// Lanes that execute the next instruction.
    quint32 activeLanes() const { return m_active; }
    bool empty() const { return m_rows.empty(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        QString name;
        QString tip;
        QStringList values;
        quint32 changed = 0;
        bool named = false;  ///< by the next instruction
        QString shared = {}; ///< the value of all lanes that have one; empty: they differ
    };
    void addVariables(const session::StepState& state);
    void addRegisters(const session::StepState& state);

    Holding m_holding;
    std::vector<Row> m_rows;
    quint32 m_active = 0;
};

/// The warps of a block: which lanes run next, where they are, and what they wait for. A row for
/// each group of lanes at one place.
class StepWarpsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { WarpColumn, LanesColumn, LineColumn, StateColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const session::StepState* state);
    int warpOf(int row) const { return m_rows[std::size_t(row)].warp; }
    /// The first row of the warp that is looked at; -1: none.
    int currentRow() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        int warp = 0;
        quint32 mask = 0;
        QString line; ///< empty: it has ended
        QString state;
    };

    std::vector<Row> m_rows;
    int m_warp = -1;
};

/// Shared memory of the block, by variables: 16 elements a row.
class StepSharedModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    static constexpr int kColumns = 16;

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const session::StepState* state);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Row {
        QString name; ///< "tile[16]"
        QStringList values;
        quint32 changed = 0; ///< elements, as bits
    };

    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
