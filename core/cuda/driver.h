// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/driver_api.h"
#include "core/cuda/error.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::cuda {

class Device;
class SimulatedExtras;

/// NVIDIA's driver is not installed, which is normal without an NVIDIA GPU.
class NoDriver : public Error {
  public:
    using Error::Error;
};

/// A loaded CUDA driver: NVIDIA's or the simulated one; both can be used at once. It is loaded once
/// and stays loaded until the process ends. Thread-safe.
class Driver {
  public:
    /// NVIDIA's driver: the file named by WARPBENCH_CUDA_DRIVER, else libcuda.so.1 (nvcuda.dll) in
    /// the loader's search path, else in the folders used by distributions and WSL.
    /// \throws NoDriver if it is not found, with the searched places
    /// \throws Error (environment) if it lacks required functions: too old, or not NVIDIA's
    /// \throws CudaError if it does not start (no device, mismatched versions)
    static const Driver& openSystem();

    /// The simulated driver, libwarpbench-simgpu: the file named by WARPBENCH_SIMGPU_LIBRARY,
    /// otherwise next to the program, otherwise in ../lib/warpbench.
    /// \throws Error (environment) if it is not found, with the searched places
    static const Driver& openSimulated();

    ~Driver();
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    const DriverApi& api() const noexcept { return m_api; }
    bool simulated() const noexcept { return m_extras != nullptr; }
    /// The CUDA version that the driver supports, 13000 for 13.0.
    int version() const noexcept { return m_version; }
    /// "CUDA 13.0 driver", "Warpbench simulated driver (CUDA 13.0)"
    const std::string& description() const noexcept { return m_description; }
    /// The file that was loaded.
    const std::filesystem::path& library() const noexcept { return m_library; }

    int deviceCount() const;
    /// \throws CudaError; Error (usage) if the ordinal is out of range
    Device device(int ordinal) const;
    std::vector<Device> devices() const;

    /// Functions that only a simulated GPU has; null for a real driver.
    const SimulatedExtras* simulatedExtras() const noexcept { return m_extras.get(); }

    /// \throws CudaError if `code` is not CUDA_SUCCESS
    void check(CUresult code, const char* call) const {
        if (code != CUDA_SUCCESS) [[unlikely]]
            throw CudaError(*this, code, call);
    }

  private:
    friend class DriverLoader;
    Driver();

    DriverApi m_api;
    int m_version = 0;
    std::string m_description;
    std::filesystem::path m_library;
    std::unique_ptr<SimulatedExtras> m_extras;
};

} // namespace warpbench::cuda
