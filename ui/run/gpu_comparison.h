// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/documents/project_document.h"
#include "ui/run/devices_model.h"
#include "ui/run/run_controller.h"

#include <QAbstractTableModel>

#include <vector>

namespace warpbench::ui {

/// Estimates the project's time on each GPU that can be simulated, one after the other.
/// Keeps the last run's results. Rows are GPUs: first those with a time, the fastest on
/// top.
class GpuComparison final : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { GpuColumn, TimeColumn, RangeColumn, FactorColumn, BoundColumn, ColumnCount };
    enum Role { CurrentRole = Qt::UserRole };

    GpuComparison(ProjectDocument& document, RunController& controller, DevicesModel& devices,
                  QObject* parent = nullptr);

    /// Does nothing while something else runs.
    void start();
    bool estimating() const { return m_estimating; }
    /// The number of planned GPUs and of finished ones.
    std::size_t planned() const { return m_planned.size(); }
    std::size_t done() const { return m_gpus.size(); }
    /// Whether source or set-up have changed since then.
    bool isStale() const { return m_stale; }
    /// Whether some rates of some GPUs are not measured.
    bool isGuessedInPart() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    void changed(); ///< a GPU was added, or the comparison began, ended, became stale or was
                    ///< cleared

  private:
    struct Gpu {
        session::DeviceInfo device;
        estimate::TimeEstimate pass;
    };

    void next();
    void take(const session::RunReport& report);
    void giveUp();
    void forget();
    void documentChanged();
    QString textOf(const Gpu& gpu, int column) const;

    ProjectDocument& m_document;
    RunController& m_controller;
    DevicesModel& m_devices;
    session::RunRequest m_base;
    std::vector<session::DeviceInfo> m_planned;
    std::vector<Gpu> m_gpus;
    bool m_estimating = false;
    bool m_stale = false;
};

} // namespace warpbench::ui
