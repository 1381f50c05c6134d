// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace warpbench::ui {

/// The list of the device picker: real devices first, then simulated ones. Unusable devices are
/// disabled, and their tool tip tells why.
class DevicesModel final : public QAbstractListModel {
    Q_OBJECT

  public:
    enum Role { SelectorRole = Qt::UserRole, SimulatedRole };

    using QAbstractListModel::QAbstractListModel;

    void setDevices(std::vector<session::DeviceInfo> devices);
    const std::vector<session::DeviceInfo>& devices() const { return m_devices; }
    const session::DeviceInfo* device(int row) const;
    /// The row of a selector; -1: none.
    int rowOf(const QString& selector) const;

    /// The device for compiles and runs; null: none.
    const session::DeviceInfo* current() const { return m_current ? &*m_current : nullptr; }
    void setCurrent(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

  signals:
    void currentChanged();

  private:
    std::vector<session::DeviceInfo> m_devices;
    std::optional<session::DeviceInfo> m_current; // survives a new list
};

} // namespace warpbench::ui
