// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"
#include "core/report/device_run.h"

#include <chrono>
#include <map>
#include <mutex>

namespace warpbench::session {

/// Collects the memory of a worker's devices, and reports it when it changes.
/// Threads of devices may outlive their worker: they share this object. Any thread.
class MemoryWatch {
  public:
    /// The interval between two checks during a run.
    static constexpr std::chrono::milliseconds kInterval{500};

    /// \param handler  may be empty
    explicit MemoryWatch(MemoryHandler handler)
        : m_watched(bool(handler))
        , m_handler(std::move(handler)) {}

    /// Whether there is a handler.
    bool watched() const noexcept { return m_watched; }
    void set(DeviceAddress device, const DeviceMemory& memory);
    /// Nothing is reported after this.
    void close();

  private:
    const bool m_watched;
    std::mutex m_mutex;
    MemoryHandler m_handler;
    std::map<DeviceAddress, DeviceMemory> m_memory;
};

} // namespace warpbench::session
