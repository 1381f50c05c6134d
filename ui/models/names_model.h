// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"
#include "ui/models/project_document.h"

#include <QAbstractTableModel>

#include <vector>

namespace warpbench::ui {

/// Parameters and defines in one table, for they share one namespace: name, value as written, what
/// it comes to, and which of the two it is. Editing goes through the document's undo history.
class NamesModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { NameColumn, ValueColumn, EvaluatedColumn, KindColumn, ColumnCount };
    enum Role { ErrorRole = Qt::UserRole };

    explicit NamesModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Adds one with a fresh name. \returns its row
    int add(bool define);
    void remove(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  signals:
    /// An edit was refused; one sentence for the user.
    void refused(QString why);

  private:
    struct Row {
        std::string name;
        QString value;
        Evaluated evaluated;
        bool define = false;
        bool bare = false; ///< a define without a value

        bool operator==(const Row& o) const {
            return name == o.name && value == o.value && define == o.define &&
                   evaluated.value == o.evaluated.value && evaluated.error == o.evaluated.error;
        }
    };
    std::vector<Row> rowsOf(const project::Project& project) const;
    void refresh();
    bool rename(const Row& row, const QString& name);
    bool setKind(const Row& row, bool define);

    ProjectDocument& m_document;
    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
