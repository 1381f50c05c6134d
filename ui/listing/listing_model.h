// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/listing/listing.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>
#include <vector>

namespace warpbench::ui {

/// A listing as a table: each line with its source line, its text, and, if the simulated GPU
/// counted them, its executions by warps and the average number of active lanes. Can hide
/// directives and debug information.
class ListingModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { LineColumn, ExecutionsColumn, LanesColumn, TextColumn, ColumnCount };
    enum Role {
        LinkedRole = Qt::UserRole, ///< true: belongs to the marked line
        ConcernRole                ///< true: many lanes were idle
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: empty.
    void setListing(std::shared_ptr<const Listing> listing);
    const Listing* listing() const { return m_listing.get(); }
    /// Whether to show directives and debug information.
    void setEverything(bool on);
    /// Sets the counts of PTX lines, summed over all launches. Empty:
    /// unknown.
    void setCounts(const std::vector<session::PtxLineCounters>& counts);
    bool hasCounts() const { return !m_counts.empty(); }
    /// Marks the rows of a line of the source or of a linked source. 0: none.
    void setLinkedLine(int sourceLine, const QString& file = {});
    int linkedLine() const { return m_linked; }

    /// The listing line of a row.
    int lineOf(int row) const { return m_rows[std::size_t(row)]; }
    /// The row of a line, or of the next visible line; -1: none.
    int rowOf(int line) const;
    /// The first row that belongs to a source line; -1: none.
    int firstRowOf(int sourceLine, const QString& file = {}) const;
    /// The next row that contains `text`, starting at `from` and wrapping around; -1: none.
    int find(const QString& text, int from, int direction) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// All rows must be repainted. dataChanged() would make the view look up the position of each
    /// row, which blocks the window for two frames with 100,000 rows.
    void repaintWanted();

  private:
    void showRows();
    bool isShown(int line) const;
    QString tipOf(int line) const;
    /// The counts of a listing line; null: none.
    const session::PtxLineCounters* countsOf(int line) const;
    QVariant countText(int line, int column) const;

    std::shared_ptr<const Listing> m_listing;
    std::vector<int> m_rows;                          ///< shown lines, ascending
    std::map<int, session::PtxLineCounters> m_counts; ///< by PTX line
    int m_linked = 0;
    QString m_linkedFile;
    bool m_everything = false;
};

} // namespace warpbench::ui
