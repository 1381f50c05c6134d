// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/device_variables.h"
#include "ui/fields/name_table_model.h"

#include <vector>

namespace warpbench::ui {

struct ConstantRow {
    std::string name;
    QString type;
    QString value;
    bool read = false;
    QString evaluated; ///< the evaluated values
    QString error;     ///< why they cannot be evaluated; empty: they can

    const std::string& key() const { return name; }
    bool operator==(const ConstantRow&) const = default;
};

/// __constant__ and __device__ variables of the source that the project sets before the first
/// launch or reads after the check pass. Edits use the document's undo history.
class ConstantsModel final : public NameRowsModel<ConstantRow> {
    Q_OBJECT

  public:
    enum Column { NameColumn, TypeColumn, ValueColumn, ReadColumn, ColumnCount };

    explicit ConstantsModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Variables declared in the source without a row.
    std::vector<guess::DeviceVariable> missing() const;
    /// Adds a variable of the source; null: one with a new name. \returns its row
    int add(const guess::DeviceVariable* variable);
    void remove(int row) override;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  private:
    std::vector<ConstantRow> rowsOf(const project::Project& project) const;
    bool rename(const ConstantRow& row, const QString& name);
};

} // namespace warpbench::ui
