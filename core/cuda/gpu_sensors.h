// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::cuda {

class Device;

/// What a GPU's sensors said, again and again, while something ran: the least and the greatest of
/// each figure. What the driver does not tell is absent.
struct GpuConditions {
    using Range = std::array<double, 2>;

    int readings = 0;
    std::optional<Range> smClockMhz;
    std::optional<Range> memoryClockMhz;
    std::optional<Range> temperatureC;
    std::optional<Range> powerW;
    /// Why clocks were held down at any reading: names of slowdownNames(), each once.
    std::vector<std::string> slowdowns;
};

/// The reasons in a mask of nvmlDeviceGetCurrentClocksEventReasons that make a GPU slower than it
/// could be (NVML API Reference, "NvmlClocksEventReasons"): "power_cap", "thermal",
/// "hardware_slowdown", "hardware_thermal", "power_brake", "sync_boost", "display_clock". Being
/// idle and clocks that somebody set are none.
std::vector<std::string> slowdownNames(std::uint64_t mask);

/// Clocks, temperature, power and slowdowns of a real GPU, through NVIDIA's management library
/// (NVML), which comes with the driver. A reading takes tens of microseconds, on any thread.
class GpuSensors {
  public:
    /// Null for a simulated device, and where there is no NVML or it does not know the device.
    static std::unique_ptr<GpuSensors> open(const Device& device);
    ~GpuSensors();
    GpuSensors(const GpuSensors&) = delete;
    GpuSensors& operator=(const GpuSensors&) = delete;

    /// Adds what they say now.
    void addReading(GpuConditions& conditions) const;

  private:
    struct Library;
    GpuSensors(std::shared_ptr<const Library> library, void* device);

    std::shared_ptr<const Library> m_library;
    void* m_device; ///< nvmlDevice_t
};

} // namespace warpbench::cuda
