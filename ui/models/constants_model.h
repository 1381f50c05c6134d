// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/guess/device_variables.h"
#include "ui/models/project_document.h"

#include <QAbstractTableModel>

#include <vector>

namespace warpbench::ui {

/// The __constant__ and __device__ variables of the source that the project sets before the first
/// launch or reads after the check pass. Editing goes through the document's undo history.
class ConstantsModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { NameColumn, TypeColumn, ValueColumn, ReadColumn, ColumnCount };
    enum Role { ErrorRole = Qt::UserRole };

    explicit ConstantsModel(ProjectDocument& document, QObject* parent = nullptr);

    /// Variables that the source declares and that have no row yet.
    std::vector<guess::DeviceVariable> missing() const;
    /// Adds one of the source's, or where it is null one with a fresh name. \returns its row
    int add(const guess::DeviceVariable* variable);
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
        QString type;
        QString value;
        bool read = false;
        QString evaluated; ///< what the values come to
        QString error;     ///< empty: they do

        bool operator==(const Row&) const = default;
    };
    std::vector<Row> rowsOf(const project::Project& project) const;
    void refresh();
    bool rename(const Row& row, const QString& name);

    ProjectDocument& m_document;
    std::vector<Row> m_rows;
};

} // namespace warpbench::ui
