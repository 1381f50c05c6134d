// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/documents/evaluation.h"
#include "ui/fields/name_table_model.h"

#include <vector>

namespace warpbench::ui {

struct NameRow {
    std::string name;
    QString value;
    Evaluated evaluated;
    bool define = false;
    bool bare = false; ///< a define without value

    std::pair<std::string, bool> key() const { return {name, define}; }
    bool operator==(const NameRow& o) const {
        return name == o.name && value == o.value && define == o.define &&
               evaluated.value == o.evaluated.value && evaluated.error == o.evaluated.error;
    }
};

/// Parameters and defines in one table, because they share a namespace: name, value as written,
/// evaluated value, and which of the two it is. Edits use the document's undo history.
class NamesModel final : public NameRowsModel<NameRow> {
    Q_OBJECT

  public:
    enum Column { NameColumn, ValueColumn, EvaluatedColumn, KindColumn, ColumnCount };

    explicit NamesModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Adds one with a new name. \returns its row
    int add(bool define);
    void remove(int row) override;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  private:
    static std::vector<NameRow> rowsOf(const project::Project& project);
    bool rename(const NameRow& row, const QString& name);
    bool setKind(const NameRow& row, bool define);
};

} // namespace warpbench::ui
