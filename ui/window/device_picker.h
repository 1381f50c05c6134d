// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/run_report.h"

#include <QComboBox>

namespace warpbench::ui {

class DevicesModel;
class Log;
class RunController;

/// The list of devices in the toolbar. It chooses the first one by the rules (the command line's,
/// the last session's, CUDA_DEVICE, the home folder's file) and tells the log what cannot be used.
class DevicePicker : public QComboBox {
    Q_OBJECT

  public:
    struct Preference {
        QString selector;      ///< of the command line; empty: the rules
        bool remember = false; ///< take the last session's choice, and keep this one's
    };

    DevicePicker(DevicesModel& devices, RunController& controller, Log& log, Preference preference,
                 QWidget* parent = nullptr);

    /// As if the user chose it.
    void pick(int row);
    /// Whether a list has come.
    bool ready() const { return m_ready; }

  signals:
    void listed(); ///< and one of them was chosen, where one can be used
    void failed(const QString& line, const QString& text); ///< no device is what was asked for

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
