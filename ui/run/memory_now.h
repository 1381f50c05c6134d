// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/with_memory.h"

#include <QObject>

#include <vector>

namespace warpbench::ui {

class RunController;

/// What the worker of runs has of devices' memory now. Belongs to a RunController, whose session
/// keeps it up to date.
class MemoryNow : public QObject {
    Q_OBJECT

  public:
    explicit MemoryNow(RunController& owner);
    static MemoryNow& of(const RunController& controller);

    /// Devices that the worker has not used are not among them.
    const std::vector<session::DeviceMemory>& devices() const { return m_devices; }
    void set(const std::vector<session::DeviceMemory>& devices);

  signals:
    void changed();

  private:
    std::vector<session::DeviceMemory> m_devices;
};

} // namespace warpbench::ui
