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

/// The readings of a GPU's sensors at one time. Values that the driver does not provide are absent.
struct SensorReading {
    double atMs = 0; ///< since the first reading could be made (SensorLog::began())
    std::optional<double> smClockMhz;
    std::optional<double> memoryClockMhz;
    std::optional<double> temperatureC;
    std::optional<double> powerW;
    std::uint64_t slowdowns = 0; ///< a mask for slowdownNames()

    bool operator==(const SensorReading&) const = default;
};

/// What a GPU's sensors said, again and again, while something ran: the least and the greatest of
/// each figure. Values that the driver does not provide are absent.
struct GpuConditions {
    using Range = std::array<double, 2>;

    int readings = 0;
    std::optional<Range> smClockMhz;
    std::optional<Range> memoryClockMhz;
    std::optional<Range> temperatureC;
    std::optional<Range> powerW;
    /// Why clocks were held down at any reading: names of slowdownNames(), each once.
    std::vector<std::string> slowdowns;
    std::vector<SensorReading> timeline; ///< the readings in order, or evenly chosen ones of many

    void add(const SensorReading& reading); ///< to all but `timeline`
};

/// The reading next to a time in `readings`, which are in order and not empty.
const SensorReading& nearestReading(const std::vector<SensorReading>& readings, double atMs);
/// Of the readings that are nearest to so many times, each once; empty without readings
/// or no times. It has no timeline.
std::optional<GpuConditions> conditionsAt(const std::vector<SensorReading>& readings,
                                          const std::vector<double>& timesMs);

/// The reasons in a mask of nvmlDeviceGetCurrentClocksEventReasons that make a GPU slower than it
/// could be (NVML API Reference, "NvmlClocksEventReasons"): "power_cap", "thermal",
/// "hardware_slowdown", "hardware_thermal", "power_brake", "sync_boost", "display_clock". Being
/// idle and clocks that somebody set are none.
std::vector<std::string> slowdownNames(std::uint64_t mask);

/// Clocks, temperature, power and slowdowns of a real GPU, through NVIDIA's management library
/// (NVML), which comes with the driver. A reading takes tens of microseconds, on any thread.
class GpuSensors {
  public:
    /// Null for a simulated device, and if NVML is missing or does not know the device.
    static std::unique_ptr<GpuSensors> open(const Device& device);
    ~GpuSensors();
    GpuSensors(const GpuSensors&) = delete;
    GpuSensors& operator=(const GpuSensors&) = delete;

    /// What they say now; `atMs` is 0.
    SensorReading read() const;

  private:
    struct Library;
    GpuSensors(std::shared_ptr<const Library> library, void* device);

    std::shared_ptr<const Library> m_library;
    void* m_device; ///< nvmlDevice_t
};

} // namespace warpbench::cuda
