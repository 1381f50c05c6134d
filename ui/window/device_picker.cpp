// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/device_picker.h"

#include "core/base/error.h"
#include "core/run/device_preference.h"
#include "ui/dialogs/settings.h"
#include "ui/run/devices_model.h"
#include "ui/run/log.h"
#include "ui/run/run_controller.h"
#include "ui/words/error_words.h"
#include "ui/words/text.h"

#include <QSignalBlocker>

namespace warpbench::ui {

DevicePicker::DevicePicker(DevicesModel& devices, RunController& controller, Log& log,
                           Preference preference, QWidget* parent)
    : QComboBox(parent)
    , m_devices(devices)
    , m_controller(controller)
    , m_log(log)
    , m_preference(std::move(preference)) {
    setObjectName(QStringLiteral("devicePicker"));
    setAccessibleName(tr("Device"));
    setModel(&m_devices);
    setSizeAdjustPolicy(AdjustToContents);
    setMinimumContentsLength(22);
    setPlaceholderText(tr("Looking for devices…"));
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QComboBox::activated, this, &DevicePicker::pick);
    connect(&m_controller, &RunController::devicesListed, this, &DevicePicker::showDevices);
    connect(&m_controller, &RunController::devicesFailed, this, [this](const QString& why) {
        m_log.append(LogEntry::Level::error, why);
        emit failed(why, why);
    });
}

void DevicePicker::showDevices(const std::vector<session::DeviceInfo>& devices) {
    {
        const QSignalBlocker block(this);
        m_devices.setDevices(devices);
        setCurrentIndex(-1);
    }
    QString selector = m_preference.selector;
    if (selector.isEmpty() && m_preference.remember) {
        const int row = m_devices.rowOf(settings::device());
        if (const auto* device = m_devices.device(row); device && device->usable()) {
            selector = qs(device->selector);
        }
    }
    try {
        const auto row = session::choosePreferredDevice(devices, ss(selector));
        setCurrentIndex(int(row));
        choose(int(row));
    } catch (const Error& error) {
        m_log.append(LogEntry::Level::error, errorLine(error));
        emit failed(errorLine(error), errorInWords(error));
    }
    if (!m_ready) {
        sayWhereKernelsRun();
    }
    m_ready = true;
    emit listed();
}

void DevicePicker::choose(int row) {
    const session::DeviceInfo* device = m_devices.device(row);
    if (!device) {
        return;
    }
    m_controller.setDevice(qs(device->selector));
    setToolTip(m_devices.index(row).data(Qt::ToolTipRole).toString());
    m_devices.setCurrent(row);
}

void DevicePicker::pick(int row) {
    setCurrentIndex(row);
    choose(row);
    if (const auto* device = m_devices.device(row)) {
        m_preference.selector = qs(device->selector); // also for later searches
        if (m_preference.remember)
            settings::setDevice(m_preference.selector);
    }
}

/// Laptops without an NVIDIA GPU are common, so the log mentions it only once.
void DevicePicker::sayWhereKernelsRun() {
    bool real = false;
    QStringList problems;
    for (const session::DeviceInfo& device : m_devices.devices()) {
        real = real || (!device.simulated && device.usable());
        if (!device.simulated && !device.usable()) {
            problems << tr("%1: %2").arg(qs(device.name), qs(device.problem));
        }
    }
    for (const QString& problem : problems) {
        m_log.append(LogEntry::Level::warning, problem);
    }
    if (!real) {
        m_log.append(LogEntry::Level::notice,
                     tr("No NVIDIA GPU can be used here: kernels run on a simulated GPU, on this "
                        "computer's CPU. Results are those of a GPU, times are not."));
    }
}

} // namespace warpbench::ui
