// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QAbstractTableModel>

#include <memory>
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
    /// What later runs are held against. No two runs on a GPU count quite alike, so that less than
    /// can be read is no difference. Null: nothing.
    /// \param name  as it is told
    void setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name);
    /// Whether the baseline has figures for any of the launches.
    bool compares() const;
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
        std::size_t index = 0; ///< in the run
    };

    /// The baseline's figures for a column; null: it has none for it.
    const cuda::HardwareFigures* before(int column) const;
    void findRows();

    std::vector<Launch> m_launches;
    std::shared_ptr<const session::RunReport> m_baseline;
    QString m_baselineName;
    std::vector<std::size_t> m_rows; ///< figures that are shown
};

} // namespace warpbench::ui
