// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QComboBox>

namespace warpbench::ui {

class DevicesModel;
class Log;
class RunController;

/// The list of devices in the toolbar. Selects the first device by the rules (command line, last
/// session, CUDA_DEVICE, file in the home folder) and logs unusable choices.
class DevicePicker : public QComboBox {
    Q_OBJECT

  public:
    struct Preference {
        QString selector;      ///< from the command line; empty: use the rules
        bool remember = false; ///< use the last session's choice, and save this session's
    };

    DevicePicker(DevicesModel& devices, RunController& controller, Log& log, Preference preference,
                 QWidget* parent = nullptr);

    /// Like a selection by the user.
    void pick(int row);
    /// Whether the list has been filled.
    bool ready() const { return m_ready; }

  signals:
    void listed(); ///< and a device is selected, if any is usable
    void failed(const QString& line, const QString& text); ///< the requested device does not exist

  private:
    void showDevices(const std::vector<session::DeviceInfo>& devices);
    void choose(int row);
    void sayWhereKernelsRun();

    DevicesModel& m_devices;
    RunController& m_controller;
    Log& m_log;
    Preference m_preference;
    bool m_ready = false;
};

} // namespace warpbench::ui
