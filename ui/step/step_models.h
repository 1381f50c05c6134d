// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stepping/stepping.h"

#include <QAbstractTableModel>
#include <QString>

#include <array>

namespace warpbench::ui {

/// Of a thread or block: "3", "3, 1", "3, 1, 2", with as many axes as `size`.
QString indexText(const std::array<std::uint32_t, 3>& index,
                  const std::array<std::uint32_t, 3>& size,
                  const QString& separator = QStringLiteral(", "));

/// Common roles of the tables for stepping.
enum StepRole {
    ChangedRole = Qt::UserRole, ///< the value has changed since it was last shown
    InactiveRole,               ///< of a lane that does not execute the next instruction
    MaskRole,                   ///< lanes, as bits
    WrongRole,                  ///< the error
    SharedRole, ///< of a row: the common value of all lanes; of a cell: that it has this value
};

/// The values in a warp's lanes: a row per variable or PTX register, a column per lane. The first
/// rows give each lane's thread and line; after the variables, the last rows are the watched
/// expressions.
class StepLanesModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum class Holding { variables, registers };

    explicit StepLanesModel(Holding holding, QObject* parent = nullptr)
        : QAbstractTableModel(parent)
        , m_holding(holding) {}

    /// \param state  null: empty
    void setState(const session::StepState* state);
    /// The first row used by the next instruction; -1: none.
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
        bool named = false;  ///< used by the next instruction
        QString shared = {}; ///< the common value of all lanes that have one; empty: values differ
    };
    void addVariables(const session::StepState& state);
    void addRegisters(const session::StepState& state);

    Holding m_holding;
    std::vector<Row> m_rows;
    quint32 m_active = 0;
};

/// The warps of a block: which lanes run next, where they are, and what they wait for. One row per
/// group of lanes at the same position.
class StepWarpsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { WarpColumn, LanesColumn, LineColumn, StateColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const session::StepState* state);
    int warpOf(int row) const { return m_rows[std::size_t(row)].warp; }
    /// The first row of the selected warp; -1: none.
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

/// The block's shared memory by variable, 16 elements per row.
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
        quint32 changed = 0; ///< elements as bits
    };

    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
