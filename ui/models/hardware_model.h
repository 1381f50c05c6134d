// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QAbstractTableModel>

#include <vector>

namespace warpbench::ui {

/// What a real GPU's own counters told of a run's launches: a row per figure, a column per launch.
/// Figures that are nothing for every launch are left out.
class HardwareModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role {
        SectionRole = Qt::UserRole, ///< what kind of figure a row is: "Global memory"
        ConcernRole                 ///< true: worth a look
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null, or a run in which no GPU counted: no rows.
    void setReport(const session::RunReport* report);
    bool empty() const { return m_launches.empty(); }
    /// How often the launches were repeated for it.
    int passes() const { return empty() ? 0 : m_launches.front().figures.passes; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Launch {
        QString kernel;
        cuda::HardwareFigures figures;
    };

    std::vector<Launch> m_launches;
    std::vector<std::size_t> m_rows; ///< figures that are shown
};

} // namespace warpbench::ui
