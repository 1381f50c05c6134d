// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/open_device.h"
#include "core/device/run_control.h"
#include "core/stepping/stepping.h"

#include <memory>

namespace warpbench::session {

class PeerGroup;
class Stepper;

/// What a device's thread does for others: runs, a launch that is stepped through, and reading what
/// these left on the device. Created, used and destroyed on that thread.
class DeviceExecutor {
  public:
    /// \throws Error if the device cannot provide a context
    DeviceExecutor(DeviceAddress address, BlockSource blocks, const WorkerHabits& habits,
                   const project::ContextSettings& settings = {});
    ~DeviceExecutor();

    OpenDevice& device() { return m_device; }
    const OpenDevice& device() const { return m_device; }

    /// \param group  synchronizes the devices of a shared run; may be null
    DeviceRunResult run(const DeviceRunRequest& request, RunControl& control,
                        PeerGroup* group = nullptr);
    /// \throws Error (usage) if no launch has been opened
    StepState step(const StepCall& call);
    void endStepping();
    void read(const ResidentRead& request);

  private:
    OpenDevice m_device;
    std::unique_ptr<Stepper> m_stepper; ///< of the stepped launch; last: uses the device
};

} // namespace warpbench::session
