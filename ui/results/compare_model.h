// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/side_by_side.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// Two texts with their lines aligned. Immutable; can be created on any
/// thread.
struct Comparison {
    QStringList before, after;
    std::vector<int> beforeLines, afterLines; ///< line numbers in the whole text, from 1
    std::vector<SideRow> rows;
    std::vector<int> changes; ///< the first row of each change, ascending
};
/// \param ofListing  PTX or SASS: ignores addresses
/// \param withoutNumbers  also ignores the numbers of registers and labels
Comparison compareTexts(QStringList before, std::vector<int> beforeLines, QStringList after,
                        std::vector<int> afterLines, bool ofListing, bool withoutNumbers);

/// A comparison as a table: line number and text of each side.
class CompareModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { BeforeLineColumn, BeforeColumn, AfterLineColumn, AfterColumn, ColumnCount };
    enum Role { KindRole = Qt::UserRole }; ///< SideRow::Kind as int

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: empty.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    const Comparison* comparison() const { return m_comparison.get(); }
    /// The number, from 1, of the change at or before a row; 0: none.
    int changeAt(int row) const;
    /// The first row of the next or previous change; -1: none.
    int nextChange(int row, int direction) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

  private:
    std::shared_ptr<const Comparison> m_comparison;
};

} // namespace warpbench::ui
