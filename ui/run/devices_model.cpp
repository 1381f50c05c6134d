// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/devices_model.h"

#include "ui/words/describe.h"
#include "ui/words/text.h"

namespace warpbench::ui {

void DevicesModel::setDevices(std::vector<session::DeviceInfo> devices) {
    beginResetModel();
    m_devices = std::move(devices);
    endResetModel();
}

const session::DeviceInfo* DevicesModel::device(int row) const {
    return row >= 0 && row < int(m_devices.size()) ? &m_devices[std::size_t(row)] : nullptr;
}

int DevicesModel::rowOf(const QString& selector) const {
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        if (qs(m_devices[i].selector) == selector) {
            return int(i);
        }
    }
    return -1;
}

void DevicesModel::setCurrent(int row) {
    if (const session::DeviceInfo* chosen = device(row); chosen && m_current != *chosen) {
        m_current = *chosen;
        emit currentChanged();
    }
}

int DevicesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_devices.size());
}

QVariant DevicesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const session::DeviceInfo& device = m_devices[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return describeDevice(device);
    case Qt::ToolTipRole: {
        if (!device.usable()) {
            return tr("Cannot be used: %1").arg(qs(device.problem));
        }
        QString text = tr("%1\nCompute capability %2, %3 of memory, %4")
                           .arg(qs(device.name), qs(device.computeCapability()),
                                describeBytes(device.memoryBytes), qs(device.driver));
        if (device.simulated) {
            text += tr("\nSimulated on the CPU: results are right, times are not a GPU's");
        }
        return text;
    }
    case SelectorRole:
        return qs(device.selector);
    case SimulatedRole:
        return device.simulated;
    default:
        return {};
    }
}

Qt::ItemFlags DevicesModel::flags(const QModelIndex& index) const {
    const session::DeviceInfo* info = index.isValid() ? device(index.row()) : nullptr;
    if (!info) {
        return Qt::NoItemFlags;
    }
    return info->usable() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                          : Qt::ItemNeverHasChildren;
}

} // namespace warpbench::ui
