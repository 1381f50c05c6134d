// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/name_table_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::ui {

struct AxisRow {
    std::string name;
    QString values;
    std::size_t count = 0;
    QString error; ///< why it cannot be tried; empty: it can

    std::string key() const { return name; }
    bool operator==(const AxisRow&) const = default;
};

/// The axes of the project's sweep: names of parameters, defines and compiler options, and the
/// values to try for each. Edits use the document's undo history.
class AxesModel final : public NameRowsModel<AxisRow> {
    Q_OBJECT

  public:
    enum Column { NameColumn, ValuesColumn, CountColumn, ColumnCount };

    explicit AxesModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Parameters, defines and common compiler options that are not axes yet.
    std::vector<std::string> available() const;
    /// Adds an axis with values around the current one. \returns its row
    int add(const std::string& name);
    void remove(int row) override;
    /// The number of combinations of all axes.
    std::uint64_t combinations() const;
    bool hasErrors() const;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  private:
    static std::vector<AxisRow> rowsOf(const project::Project& project);
};

/// Changes the project's sweep as one step of the history. Removes a sweep that has become
/// empty.
void editSweep(ProjectDocument& document, const QString& text,
               const std::function<void(project::Sweep&)>& change, const QString& mergeKey = {});

} // namespace warpbench::ui
