// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/occupancy/occupancy.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// Resource usage of kernels from ptxas: a row per resource, a column per kernel, as used /
/// available if the device has a limit.
class ResourceModel final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Row {
        RegistersRow,
        StaticSharedRow,
        LocalRow,
        SpillStoresRow,
        SpillLoadsRow,
        ConstantRow,
        BarriersRow,
        MaxThreadsRow,
        RowCount
    };
    enum Role {
        ConcernRole = Qt::UserRole, ///< true: a spill, or a resource at its limit
        ChangeRole,                 ///< "+8" since the previous compile; empty: none
        BaselineRole                ///< "+16" relative to the baseline; empty: none
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setKernels(std::vector<compile::KernelInfo> kernels);
    void setLimits(std::optional<occupancy::DeviceLimits> limits);
    /// The baseline, in addition to the previous compile. \param name  as shown to the user
    void setBaseline(std::vector<compile::KernelInfo> kernels, const QString& name);
    const std::vector<compile::KernelInfo>& kernels() const { return m_kernels; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString text(const compile::KernelInfo& kernel, int row) const;
    bool isConcern(const compile::KernelInfo& kernel, int row) const;

    static std::optional<std::int64_t> value(const compile::KernelInfo& kernel, int row);
    /// The difference to the kernel of the same name, "+8"; empty: none.
    static QString change(const compile::KernelInfo& kernel,
                          const std::vector<compile::KernelInfo>& before, int row);
    QString tip(const compile::KernelInfo& kernel, int row) const;

    std::vector<compile::KernelInfo> m_kernels;
    std::vector<compile::KernelInfo> m_before; ///< the last compile with different values
    std::vector<compile::KernelInfo> m_baseline;
    QString m_baselineName;
    std::optional<occupancy::DeviceLimits> m_limits;
};

} // namespace warpbench::ui
