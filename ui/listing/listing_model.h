// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"
#include "ui/listing/listing.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>
#include <vector>

namespace warpbench::ui {

/// A listing as a table: the line of the source that each line comes from, how often warps executed
/// it and with how many lanes, where the simulated GPU counted that, and its text. Directives and
/// debugging information may be left out.
class ListingModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { LineColumn, ExecutionsColumn, LanesColumn, TextColumn, ColumnCount };
    enum Role {
        LinkedRole = Qt::UserRole, ///< true: belongs to the linked line
        ConcernRole                ///< true: many lanes were idle
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: nothing to show.
    void setListing(std::shared_ptr<const Listing> listing);
    const Listing* listing() const { return m_listing.get(); }
    /// Whether directives and debugging information are rows too.
    void setEverything(bool on);
    /// What lines of the PTX did, of all launches: those of one line are added up. Empty: not
    /// known.
    void setCounts(const std::vector<session::PtxLineCounters>& counts);
    bool hasCounts() const { return !m_counts.empty(); }
    /// Marks what belongs to a line of the source, or of a linked one. 0: none.
    void setLinkedLine(int sourceLine, const QString& file = {});
    int linkedLine() const { return m_linked; }

    /// The line of the listing that a row shows.
    int lineOf(int row) const { return m_rows[std::size_t(row)]; }
    /// The row of a line, or of the next one that is shown; -1: none.
    int rowOf(int line) const;
    /// The first row of a line of the source; -1: none.
    int firstRowOf(int sourceLine, const QString& file = {}) const;
    /// The next row whose text has `text`, from `from` on and round; -1: none.
    int find(const QString& text, int from, int direction) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// Any row may look otherwise. Told so rather than by dataChanged(): for that a view looks up
    /// the place of each of its rows, and of 100,000 that keeps the window busy for two frames.
    void repaintWanted();

  private:
    void showRows();
    bool isShown(int line) const;
    QString tipOf(int line) const;
    /// Of a line of the listing; null: nothing was counted there.
    const session::PtxLineCounters* countsOf(int line) const;
    QVariant countText(int line, int column) const;

    std::shared_ptr<const Listing> m_listing;
    std::vector<int> m_rows;                          ///< lines, ascending
    std::map<int, session::PtxLineCounters> m_counts; ///< by line of the PTX
    int m_linked = 0;
    QString m_linkedFile;
    bool m_everything = false;
};

} // namespace warpbench::ui
