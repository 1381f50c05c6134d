// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/with_memory.h"

#include <QObject>

#include <vector>

namespace warpbench::ui {

class RunController;

/// Current device memory usage of the worker that runs kernels. Belongs to a RunController, whose
/// session updates it.
class MemoryNow : public QObject {
    Q_OBJECT

  public:
    explicit MemoryNow(RunController& owner);
    static MemoryNow& of(const RunController& controller);

    /// Only devices that the worker has used.
    const std::vector<session::DeviceMemory>& devices() const { return m_devices; }
    void set(const std::vector<session::DeviceMemory>& devices);

  signals:
    void changed();

  private:
    std::vector<session::DeviceMemory> m_devices;
};

} // namespace warpbench::ui
