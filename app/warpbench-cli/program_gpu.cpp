// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/program_gpu.h"

#include "app/warpbench-cli/session_calls.h"
#include "core/base/error.h"
#include "core/cuda/driver_loader.h"
#include "core/platform/dynamic_library.h"
#include "core/programs/simulated_model.h"
#include "core/run/choose_device.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace warpbench::cli {

namespace {

/// The file of NVIDIA's driver, which is loaded for a moment, but not started.
std::filesystem::path driverFile() {
    for (const std::filesystem::path& candidate : cuda::DriverLoader::systemCandidates())
        if (const auto library = platform::DynamicLibrary::tryOpen(candidate))
            return std::filesystem::absolute(library->path());
    throw Error(ErrorKind::environment,
                {"WB3048", "NVIDIA's driver was not found", "see `warpbench-cli doctor`"});
}

ProgramGpu simulatedGpu(const std::string& model) {
    return {model, {}, programs::computeCapabilityOf(model)};
}

} // namespace

ProgramGpu programGpuOf(const std::string& device, Console& console) {
    if (device.empty() || device == "sim")
        return simulatedGpu(programs::defaultModel());
    if (device.starts_with("sim:"))
        return simulatedGpu(device.substr(4));
    if (device.find(',') != std::string::npos)
        return simulatedGpu(device);
    BlockingSession session(console, session::WorkerHome::child_process);
    const std::vector<session::DeviceInfo> devices = session.listDevices();
    const session::DeviceInfo& chosen =
        devices[session::chooseDevice(devices, device, std::string(), std::string())];
    if (chosen.simulated)
        return simulatedGpu(chosen.selector.substr(chosen.selector.find(':') + 1));
    const auto count = std::count_if(devices.begin(), devices.end(), [](const auto& other) {
        return !other.simulated && other.ordinal >= 0;
    });
    return {{},
            {driverFile(), chosen.name, chosen.ordinal, static_cast<int>(count)},
            10 * chosen.ccMajor + chosen.ccMinor};
}

} // namespace warpbench::cli
