// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_report.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace warpbench::ui {

/// The totals of a run's launches as the simulated GPU counted them: a row per counter, a column
/// per launch. Rows that are zero for every launch are left out.
class CountersModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Role {
        SectionRole = Qt::UserRole, ///< what kind of counter a row is: "Global memory"
        ConcernRole                 ///< true: more than there need be
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null, or a run that counted nothing: no rows.
    void setReport(const session::RunReport* report);
    /// What later runs are held against: counts are exact, so every difference is one. Null:
    /// nothing.
    /// \param name  as it is told
    void setBaseline(std::shared_ptr<const session::RunReport> report, const QString& name);
    bool empty() const { return m_launches.empty(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    struct Launch {
        QString kernel;
        session::Counters counters;
        std::size_t index = 0; ///< in the run
    };

    /// The counters of the baseline for a column; null: it has none for it.
    const session::Counters* before(int column) const;
    void findRows();
    QString withChange(const QModelIndex& index) const;

    std::vector<Launch> m_launches;
    std::shared_ptr<const session::RunReport> m_baseline;
    QString m_baselineName;
    std::vector<int> m_rows; ///< indices in the table of counters
};

} // namespace warpbench::ui
