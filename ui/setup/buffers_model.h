// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/name_table_model.h"

#include <vector>

namespace warpbench::ui {

/// The project's buffers as a table: name, dtype, shape, initialiser, expected value. Name, dtype
/// and shape are edited in place, the rest in a form below; all edits use the undo history.
class BuffersModel final : public NameTableModel {
    Q_OBJECT

  public:
    enum Column { NameColumn, DTypeColumn, ShapeColumn, InitColumn, ExpectColumn, ColumnCount };

    explicit BuffersModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Adds a float32 buffer with a new name. \returns its row
    int add();
    /// \returns the row of the copy
    int duplicate(int row);
    void remove(int row) override;
    /// Moves a buffer up or down. \returns its new row
    int move(int row, int by);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  private:
    void refresh();
    bool rename(int row, const QString& name);
    std::string freshName(const std::string& base) const;

    std::vector<project::Buffer> m_buffers; ///< as last shown
    std::vector<QString> m_shapes;          ///< "1024 × 4, 16 KiB", or empty
    std::vector<QString> m_errors;          ///< why a shape cannot be evaluated
};

} // namespace warpbench::ui
