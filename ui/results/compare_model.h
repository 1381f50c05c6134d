// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/side_by_side.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// Two texts and how their lines are beside each other. Immutable once made; any thread may make
/// one.
struct Comparison {
    QStringList before, after;
    std::vector<int> beforeLines, afterLines; ///< where they are in the whole text, from 1
    std::vector<SideRow> rows;
    std::vector<int> changes; ///< the first row of each change, ascending
};
/// \param ofListing  PTX or SASS: addresses are not compared
/// \param withoutNumbers  nor are the numbers of registers and labels
Comparison compareTexts(QStringList before, std::vector<int> beforeLines, QStringList after,
                        std::vector<int> afterLines, bool ofListing, bool withoutNumbers);

/// A comparison as a table: line and text of the one side, line and text of the other.
class CompareModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { BeforeLineColumn, BeforeColumn, AfterLineColumn, AfterColumn, ColumnCount };
    enum Role { KindRole = Qt::UserRole }; ///< SideRow::Kind as int

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: nothing to show.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    const Comparison* comparison() const { return m_comparison.get(); }
    /// The change that a row is in or comes after, from 1; 0: before the first one.
    int changeAt(int row) const;
    /// The first row of the next change after a row, or of the one before it; -1: none.
    int nextChange(int row, int direction) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

  private:
    std::shared_ptr<const Comparison> m_comparison;
};

} // namespace warpbench::ui
