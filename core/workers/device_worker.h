// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"
#include "core/device/worker_habits.h"
#include "core/report/device_info.h"
#include "core/report/device_run.h"
#include "core/report/progress.h"
#include "core/stepping/stepping.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::session {

class PeerGroup;

/// Access to the threads that own GPUs, in this process or in a child. Calls block until the answer
/// arrives; any thread may call, and calls for several devices run in parallel.
class DeviceWorker {
  public:
    virtual ~DeviceWorker() = default;

    /// All devices, real ones first.
    virtual std::vector<DeviceInfo> listDevices(std::stop_token stop) = 0;
    /// Runs on the request's device. A stop ends it within a second, whatever the kernel does.
    virtual DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                                const ProgressHandler& progress) = 0;
    /// \throws Error (device) if the buffer is not on the device any more
    virtual void read(const ResidentRead& request, std::stop_token stop) = 0;
    /// Steps through a launch. A stop ends the launch within a second, and the stepping with it.
    virtual StepState step(const StepCall& call, std::stop_token stop) = 0;
    /// Pauses the launch being stepped through if it is moving. Does not wait.
    virtual void pauseStepping() = 0;
    /// Ends the stepping, if any, and frees its resources. Does not wait.
    virtual void endStepping() = 0;
    /// Frees all resident buffers of all devices.
    virtual void resetResident() = 0;
    /// The block's memory will not be used again.
    virtual void forgetBlock(std::uint64_t id) = 0;
};

/// Makes the group in which the devices of a shared run meet.
using MakePeerGroup = std::function<std::shared_ptr<PeerGroup>(const DeviceSharing& sharing)>;

/// Uses threads of this process. \param blocks  memory of the requests' host places
/// \param makeGroup  empty: all devices of a shared run belong to this worker
/// \param memory  may be empty
std::unique_ptr<DeviceWorker> makeInProcessWorker(BlockSource blocks, MakePeerGroup makeGroup = {},
                                                  WorkerHabits habits = {},
                                                  MemoryHandler memory = {});

/// Uses a child process, started on first use and again after it was lost.
/// \param notice  receives one line whenever the child had to be replaced
/// \param memory  may be empty
std::unique_ptr<DeviceWorker> makeChildWorker(BlockSource blocks,
                                              std::function<void(const std::string&)> notice,
                                              MemoryHandler memory = {});

} // namespace warpbench::session
