// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/project_document.h"

#include <QAbstractTableModel>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::ui {

/// A project's named things as rows, edited in place through the document's undo history.
class NameTableModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role { ErrorRole = Qt::UserRole }; ///< the error of a row; empty: none

    virtual void remove(int row) = 0;

    int columnCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : m_columns;
    }

  signals:
    /// An edit was refused; one sentence for the user.
    void refused(QString why);

  protected:
    NameTableModel(ProjectDocument& document, int columns, QObject* parent)
        : QAbstractTableModel(parent)
        , m_document(document)
        , m_columns(columns) {}

    ProjectDocument& m_document;

  private:
    int m_columns;
};

/// A model with rows of a type, whose `key()` identifies the thing that a row represents.
template <class Row>
class NameRowsModel : public NameTableModel {
  public:
    int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : int(m_rows.size());
    }

  protected:
    NameRowsModel(ProjectDocument& document, int columns, QObject* parent)
        : NameTableModel(document, columns, parent) {}

    const Row& rowOf(const QModelIndex& index) const { return m_rows[std::size_t(index.row())]; }
    const Row* rowAt(int row) const {
        return row < 0 || row >= int(m_rows.size()) ? nullptr : &m_rows[std::size_t(row)];
    }
    /// \returns the number of rows if there is none with that name
    int rowNamed(const std::string& name) const {
        const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                        [&](const Row& row) { return row.name == name; });
        return int(found - m_rows.begin());
    }
    /// Emits no signal; only before the model is shown.
    void begin(std::vector<Row> rows) { m_rows = std::move(rows); }
    /// Shows other rows. A renamed row or one that changed its kind counts as the same row at
    /// another position, so that editing continues in its next cell.
    void show(std::vector<Row> rows);

  private:
    /// Rows of `all` without a counterpart in `others`.
    static std::vector<int> without(const std::vector<Row>& all, const std::vector<Row>& others) {
        std::vector<int> left;
        for (int i = 0; i < int(all.size()); ++i)
            if (std::none_of(others.begin(), others.end(), [&](const Row& row) {
                    return row.key() == all[std::size_t(i)].key();
                }))
                left.push_back(i);
        return left;
    }

    std::vector<Row> m_rows;
};

template <class Row>
void NameRowsModel<Row>::show(std::vector<Row> rows) {
    if (rows == m_rows)
        return;
    const std::vector<int> gone = without(m_rows, rows);
    const std::vector<int> come = without(rows, m_rows);
    if (gone.size() != come.size() || gone.size() > 1) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    if (gone.size() == 1 && gone[0] != come[0]) {
        const int to = come[0] > gone[0] ? come[0] + 1 : come[0];
        beginMoveRows({}, gone[0], gone[0], {}, to);
        m_rows = std::move(rows);
        endMoveRows();
    } else {
        m_rows = std::move(rows);
    }
    emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, columnCount() - 1));
}

} // namespace warpbench::ui
